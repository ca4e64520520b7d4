"""An open page: it gets the whole card after each change, and sends presses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from voiced.card import page_messages as messages
from voiced.card.access import Allowance
from voiced.card.card import Card, CardState
from voiced.card.wire import now_of
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.errors import LedgerFailure, RequestWrong
from voiced.ports.conversation import Clock
from voiced.ports.trust import TrustStanding

log = logging.getLogger(__name__)

MAX_PAGES = 20
"""The most open pages at once: more than the devices of a household."""
SEND_SECONDS = 10.0
"""The time limit for a page to take a message."""
MAX_FRAME_BYTES = 16 * 1024
NO_RIGHT, TOO_MANY = 4401, 1013
_PRESSES_AT_ONCE, _PRESSES_A_SECOND = 40, 20


@dataclass(slots=True)
class Pages:
    """The open pages and the functions that they use.

    Attributes:
        names: reads the ledger's vocabulary.
        post: takes a press to the conversation's queue.
        wake_phrase: the phrase that begins a session, for the page's hint.
        host: the name of this machine, whose microphone it is.
        standing: whether the language model is believed, and why; None without a model.
        handled: returns when the conversation has handled every press posted so far.
        open_pages: the number of open pages.
        presses: the number of posted presses.
    """

    card: Card
    names: Callable[[], Awaitable[Vocabulary]]
    clock: Clock
    post: Callable[[ev.Event], None]
    wake_phrase: str
    handled: Callable[[], Awaitable[None]]
    host: str = ""
    standing: Callable[[], TrustStanding | None] = lambda: None
    open_pages: int = 0
    presses: int = 0
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def serve(self, socket: WebSocket) -> None:
        """Serve a page until it leaves. Its access was checked before."""
        await socket.accept()
        if self.open_pages >= MAX_PAGES:
            await socket.close(TOO_MANY, "too many pages")
            return
        await self._count(1)
        try:
            await _Page(self, socket, await self.known_names() or DEFAULT_VOCABULARY).serve()
        finally:
            await self._count(-1)

    async def press(self, event: messages.PageEvent) -> None:
        """Post a press to the queue that speech goes to as well, and return when the card shows its effect.

        Typed words begin a session and end our sentence, as the voice does.
        """
        if isinstance(event, ev.Heard):
            self.post(ev.Woken())
            self.post(ev.BargedIn())
        self.post(event)
        await self.handled()
        async with self._changed:
            self.presses += 1
            self._changed.notify_all()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Return when a condition on the open pages or the presses holds."""
        async with self._changed:
            await self._changed.wait_for(holds)

    async def known_names(self) -> Vocabulary | None:
        """The ledger's vocabulary, or None while the ledger does not answer. Drafts are shown and confirmed also then."""
        try:
            return await self.names()
        except LedgerFailure as failure:
            log.warning("card: a page keeps its old names: %s", failure)
            return None

    async def _count(self, pages: int) -> None:
        self.open_pages += pages
        async with self._changed:
            self._changed.notify_all()


class _Page:
    def __init__(self, pages: Pages, socket: WebSocket, vocabulary: Vocabulary) -> None:
        self._pages = pages
        self._socket = socket
        self._vocabulary = vocabulary
        self._news, self._changes = asyncio.Event(), asyncio.Event()
        self._sending = asyncio.Lock()
        self._allowance = Allowance(_PRESSES_AT_ONCE, _PRESSES_A_SECOND)
        self._taken = 0

    async def serve(self) -> None:
        card = self._pages.card
        unwatch = card.watch(self._changed)
        card.show_to(self)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._tell()), group.create_task(self._learn_names())]
                await self._listen()
                for task in tasks:
                    task.cancel()
        except* (WebSocketDisconnect, TimeoutError):
            if self._socket.client_state is WebSocketState.CONNECTED:
                await self._close()
        finally:
            card.hide_from(self)
            unwatch()

    def _changed(self) -> None:
        self._news.set()
        self._changes.set()

    async def _tell(self) -> None:
        self._news.set()
        while True:
            await self._news.wait()
            self._news.clear()
            await self._send_now()

    async def _learn_names(self) -> None:
        """Read the vocabulary again when it may have changed. A slow ledger does not delay other news."""
        looked_up_at = _occasion(self._pages.card.state)
        while True:
            await self._changes.wait()
            self._changes.clear()
            occasion = _occasion(self._pages.card.state)
            if occasion == looked_up_at:
                continue
            looked_up_at = occasion
            names = await self._pages.known_names()
            if names is not None and _offered(names) != _offered(self._vocabulary):
                self._vocabulary = names
                self._news.set()

    async def _send_now(self) -> None:
        pages = self._pages
        await self._send(
            now_of(
                pages.card.state,
                self._vocabulary,
                pages.wake_phrase,
                pages.host,
                pages.clock.now(),
                self._taken,
                pages.standing(),
            )
        )

    async def _listen(self) -> None:
        """Take messages until the page leaves."""
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text") or received.get("bytes") or ""
            if not self._allowance.allows(""):
                await self._refuse("too_many")
                continue
            try:
                message = messages.message_decoder.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                await self._refuse("invalid")
                continue
            await self._hear(message)

    async def _hear(self, message: messages.PageMessage) -> None:
        if isinstance(message, messages.PingMessage):
            await self._send(b'{"type":"pong"}')
            return
        if isinstance(message, messages.VisibleMessage):
            (self._pages.card.show_to if message.visible else self._pages.card.hide_from)(self)
            return
        press = getattr(message, "press", 0)
        try:
            event = messages.event_of(message)
        except RequestWrong:
            await self._refuse("invalid", press)
            return
        if isinstance(event, ev.CardPress) and self._is_stale(event.revision, getattr(event, "index", None)):
            await self._send_now()
            await self._refuse("stale", press)
        else:
            await self._pages.press(event)
            self._taken = press or self._taken
            self._news.set()

    def _is_stale(self, revision: int, index: int | None) -> bool:
        state = self._pages.card.state
        rows = 0 if state.draft is None else len(state.draft)
        return revision != state.revision or not rows or not (index is None or 0 <= index < rows)

    async def _refuse(self, reason: str, press: int = 0) -> None:
        await self._send(msgspec.json.encode({"type": "refused", "reason": reason, "press": press}))

    async def _send(self, message: bytes) -> None:
        async with asyncio.timeout(SEND_SECONDS), self._sending:
            await self._socket.send_text(message.decode())

    async def _close(self) -> None:
        try:
            async with asyncio.timeout(1):
                await self._socket.close(1001)
        except (TimeoutError, RuntimeError):
            # The page has left already.
            return


def _occasion(state: CardState) -> tuple[bool, int]:
    """A value that changes when the vocabulary must be read again: a session begins or ends, or rows changed."""
    return state.phase is Phase.IDLE, state.ledger_changes


def _offered(names: Vocabulary) -> object:
    return names.categories, names.accounts
