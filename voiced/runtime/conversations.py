"""The conversations of all sources over one ledger: that of the room, and one for each source of sent words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial

from voiced.dialogue.sentences import phrases
from voiced.dialogue.unclear import heard_in
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.errors import ConversationFailure, Overloaded, VoicedError
from voiced.ports.conversation import Clock, Reply, Report, Watcher
from voiced.ports.sources import counted
from voiced.runtime.conversation import Conversation
from voiced.runtime.tasks import Tasks
from voiced.turn_times import TurnTrace, sent_trace

log = logging.getLogger(__name__)

MOST_AT_ONCE = 16
"""The most conversations beside that of the room. One more takes the place of the one that was silent longest."""
MOST_WAITING = 4
"""The most requests of one source at once; they are answered one after the other."""
_MOST_SENTENCES = 20

OpenSilent = Callable[[str, Watcher], AbstractAsyncContextManager[Conversation]]
"""Opens the conversation of a source, without voice and microphone; the watcher gets its reports."""


class Conversations:
    """Answers the words of each source in a conversation of its own, and tells all of them what was written.

    A conversation is opened by the first words of its source. It ends when another one needs its place, and its open draft
    is then offered to the next words of the source, as after a crash.
    """

    def __init__(
        self,
        room: Conversation,
        open_silent: OpenSilent,
        tasks: Tasks,
        patience_seconds: float,
        record: Callable[[TurnTrace], None] | None = None,
    ) -> None:
        """Prepare.

        Args:
            room: the conversation at the microphone and on the card.
            open_silent: opens a conversation beside it.
            tasks: run the conversations.
            patience_seconds: how long a request waits for its answer; longer than a model's deadline.
            record: given the times of each turn, with its source; None if they are not wanted.
        """
        self.room = room
        """The conversation at the microphone and on the card."""
        self._open_silent = open_silent
        self._tasks = tasks
        self._patience_seconds = patience_seconds
        self._record = record
        self._lines: dict[str, _Line] = {}
        room.watch_writes(partial(self._tell_others, room))

    def has_draft(self, sources: str) -> bool:
        """Whether a draft is open in a conversation whose source begins so."""
        return any(
            line.is_open and line.opened.result().state.batch is not None
            for source, line in self._lines.items()
            if source.startswith(sources)
        )

    def tell(self, event: ev.Event) -> None:
        """Tell every conversation of an event outside all of them, such as a change of saved rows on the card."""
        self._tell_others(None, event)

    async def say(self, source: str, text: str) -> Reply:
        """Answer the words of a source; begins a session if none is open.

        The answer holds every sentence since the last one: also that of a session which ended, or of a model that came late.

        Raises:
            Overloaded: too many requests wait.
            LedgerFailure: the conversation cannot begin.
            ConversationFailure: it failed; its draft is kept.
        """
        line = self._line_of(source)
        if line.requests >= MOST_WAITING:
            raise Overloaded("too many requests of this session wait for an answer")
        line.requests += 1
        try:
            async with line.turn:
                if not line.is_over.is_set():
                    return await self._answer(line, text)
        finally:
            line.requests -= 1
        # The source left while these words waited; they begin a new conversation.
        return await self.say(source, text)

    async def leave(self, source: str) -> None:
        """End the conversation of a source that does not come back; its open draft is dropped."""
        line = self._lines.get(source)
        if line is None:
            return
        async with line.turn:
            with suppress(VoicedError, TimeoutError):
                conversation = await asyncio.shield(line.opened)
                async with asyncio.timeout(self._patience_seconds):
                    await conversation.stop()
            self._end(line)

    async def _answer(self, line: _Line, text: str) -> Reply:
        conversation = await asyncio.shield(line.opened)
        begun = line.mailbox.begin()
        event = heard_in(text)
        if isinstance(event, ev.Heard) or conversation.phase is Phase.IDLE:
            # In a session, speech without words is no activity: it is asked for again twice in a row, not for ever.
            conversation.post(ev.Woken())
        conversation.post(event)
        async with Tasks() as waiting:
            settled = waiting.start(conversation.settled())
            until = {settled, line.running}
            await asyncio.wait(until, timeout=self._patience_seconds, return_when=asyncio.FIRST_COMPLETED)
            is_complete = settled.done()
        if self._record is not None:
            answered = line.mailbox.answered_at
            self._record(sent_trace(counted(line.source), None if answered is None else answered - begun))
        if line.running.done():
            raise ConversationFailure("the conversation failed; say it again")
        return Reply(
            line.mailbox.fetched(),
            conversation.phase,
            conversation.state.batch,
            is_complete,
            is_bookkeeping=conversation.state.objected or not line.mailbox.was_without_effect,
        )

    def _line_of(self, source: str) -> _Line:
        line = self._lines.pop(source, None)
        if line is None:
            self._make_place()
            line = _Line(source, self.room.world.clock)
            line.running = self._tasks.start(self._run(line))
        # At the end: the first one was silent longest.
        self._lines[source] = line
        return line

    def _make_place(self) -> None:
        if len(self._lines) < MOST_AT_ONCE:
            return
        for line in self._lines.values():
            if not line.is_busy:
                self._end(line)
                return
        raise Overloaded("too many sessions wait for an answer")

    def _end(self, line: _Line) -> None:
        """End a conversation. The next words of its source begin another one at once, while this one is being closed."""
        line.is_over.set()
        self._forget(line)

    def _forget(self, line: _Line) -> None:
        if self._lines.get(line.source) is line:
            del self._lines[line.source]

    async def _run(self, line: _Line) -> None:
        try:
            async with self._open_silent(line.source, line.mailbox) as conversation:
                conversation.watch_writes(partial(self._tell_others, conversation))
                line.opened.set_result(conversation)
                await line.is_over.wait()
        except VoicedError as error:
            line.fail(error)
        except Exception as error:
            # A mistake here must not end the daemon, which may be in the middle of a draft of the room.
            log.exception("the conversation of a source failed")
            line.fail(ConversationFailure(f"the conversation cannot begin: {type(error).__name__}"))
        finally:
            self._forget(line)

    def _tell_others(self, origin: Conversation | None, event: ev.Event) -> None:
        lines = [line.opened.result() for line in self._lines.values() if line.is_open]
        for conversation in (self.room, *lines):
            if conversation is not origin:
                conversation.post(event)


class _Mailbox:
    """A watcher that keeps the sentences until they are fetched.

    Attributes:
        was_without_effect: whether the words since `begin` had no effect on the draft or the ledger.
        answered_at: when the first sentence since then was said; None before it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sentences: list[str] = []
        self.was_without_effect = False
        self.answered_at: float | None = None

    def begin(self) -> float:
        """Further reports are about new words. Returns the time."""
        self.was_without_effect = False
        self.answered_at = None
        return self._clock.monotonic()

    def tell(self, report: Report) -> None:
        """Keep a sentence, and note words without an effect."""
        if isinstance(report, fx.TellInterimText):
            self.was_without_effect = True
        if isinstance(report, fx.Speak):
            self._sentences = [*self._sentences, report.text][-_MOST_SENTENCES:]
            if self.answered_at is None:
                self.answered_at = self._clock.monotonic()
            self.was_without_effect |= report.text in phrases.NO_BOOKKEEPING

    def fetched(self) -> tuple[str, ...]:
        """The sentences since the last call."""
        sentences, self._sentences = tuple(self._sentences), []
        return sentences


class _Line:
    """The conversation of a source beside that of the room.

    Attributes:
        turn: held while words are answered.
        requests: how many requests are answered or wait.
        opened: the conversation, once it is open.
        is_over: set when the conversation has to end.
        running: runs the conversation.
    """

    running: asyncio.Task[None]

    def __init__(self, source: str, clock: Clock) -> None:
        self.source = source
        self.mailbox = _Mailbox(clock)
        self.turn = asyncio.Lock()
        self.requests = 0
        self.opened: asyncio.Future[Conversation] = asyncio.get_running_loop().create_future()
        self.is_over = asyncio.Event()

    @property
    def is_open(self) -> bool:
        return self.opened.done() and self.opened.exception() is None

    @property
    def is_busy(self) -> bool:
        return self.requests > 0 or not self.is_open or not self.opened.result().is_settled

    def fail(self, error: VoicedError) -> None:
        """Answer the requests that wait for the conversation with this error."""
        if not self.opened.done():
            self.opened.set_exception(error)
            self.opened.exception()  # it is also retrieved if no request waits any more
