"""Answers the texts of a Wyoming client, in a dialogue of its own for each room."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated

from msgspec import Meta, Struct
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled

from voiced.adapters.wyoming.messages import WyomingMessage
from voiced.errors import Overloaded, VoicedError
from voiced.language.commands.house import is_for_the_house
from voiced.language.text.spelling import normalise
from voiced.ports.conversation import Reply
from voiced.ports.ledger import SATELLITE

log = logging.getLogger(__name__)

LONGEST_TEXT = 500
NO_BOOKKEEPING = "这不是记账的话，我没有处理。"
TOO_LONG = "这句话太长了，请分开说。"
BUSY = "现在说话的人太多，请稍后再说。"
FAILED = "账本暂时用不了，请稍后再说。"
NOT_YET = "还没有想好，请稍后再说一遍。"
_ENDS = "。！？，；、…"

_Name = Annotated[str, Meta(max_length=100)]


class _Context(Struct, frozen=True):
    """Where a text comes from, as Home Assistant tells it."""

    satellite_id: _Name | None = None
    conversation_id: _Name | None = None


class _Text(Struct, frozen=True):
    """A `transcript`."""

    text: str
    context: _Context | None = None


class Talking:
    """The texts of one connection.

    A text belongs to the room of its satellite, or else to its conversation. A text without those names belongs to its
    connection, whose dialogue ends with it. Two connections that give the same name are one room: they share its dialogue,
    its place on the card and its counts.
    """

    def __init__(
        self,
        say: Callable[[str, str], Awaitable[Reply]],
        leave: Callable[[str], Awaitable[None]],
        host: str,
        connection: str,
    ) -> None:
        """Prepare.

        Args:
            say: answers the words of a source.
            leave: ends the dialogue of a source.
            host: the address of the client. Clients at two addresses never share a dialogue.
            connection: an id of the connection that no other one has, also after a restart, which may find its draft.
        """
        self._say = say
        self._leave = leave
        self._rooms = f"{SATELLITE}{host}/"
        self._own = f"{self._rooms}{connection}"
        self._has_own = False

    async def answer(self, message: WyomingMessage) -> Event:
        """The answer to a `transcript`: handled if the words were bookkeeping.

        Raises:
            RequestWrong: the message is wrong.
        """
        sent = message.read_as(_Text)
        text = " ".join(sent.text.split())
        if len(text) > LONGEST_TEXT:
            return NotHandled(TOO_LONG).event()
        if not text or not text.isprintable() or is_for_the_house(normalise(text)):
            return NotHandled(NO_BOOKKEEPING).event()
        try:
            reply = await self._say(self._source(sent.context or _Context()), text)
        except Overloaded:
            return NotHandled(BUSY).event()
        except VoicedError as error:
            log.warning("a text of a satellite was not answered: %s", error)
            return NotHandled(FAILED).event()
        said = in_one(reply.said)
        if not reply.is_bookkeeping:
            return NotHandled(said or NO_BOOKKEEPING).event()
        return Handled(said or NOT_YET).event()

    async def leave(self) -> None:
        """End the dialogue of the connection."""
        if self._has_own:
            await self._leave(self._own)

    def _source(self, context: _Context) -> str:
        name = context.satellite_id or context.conversation_id
        if name:
            return f"{self._rooms}{name}"
        self._has_own = True
        return self._own


def in_one(sentences: tuple[str, ...]) -> str:
    """The sentences as one text, each of them with a stop at its end."""
    *before, last = sentences or ("",)
    ended = (each if each[-1:] in _ENDS else f"{each}。" for each in before)
    return "".join((*ended, last))
