"""The services of the daemon for one Wyoming client."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from wyoming.asr import Transcript
from wyoming.event import Event

from voiced.adapters.wyoming.messages import WyomingMessage
from voiced.adapters.wyoming.talking import Talking


class WyomingVisit:
    """Gives each message to the service that it is for."""

    def __init__(self, talking: Talking) -> None:
        """Prepare; `talking` answers texts."""
        self._talking = talking

    async def answers(self, message: WyomingMessage) -> AsyncGenerator[Event]:
        """The answers to a message, in order; nothing for a message that is not known.

        Raises:
            RequestWrong: the message is wrong.
        """
        if Transcript.is_type(message.type):
            yield await self._talking.answer(message)

    async def leave(self) -> None:
        """The client is gone."""
        await self._talking.leave()
