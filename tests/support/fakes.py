"""Stand-ins for the ports, where a real part would need a device, a thread or a real second.

They record their calls, and fail if the test says so. They use the time of the event loop, so tests in virtual time
(`@pytest.mark.looptime`) take no real time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from msgspec.structs import replace

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.requests import (
    CorrectionRequest,
    Entries,
    Interpretation,
    ParseRequest,
    QuestionRequest,
    Unclear,
)
from voiced.domain.batch import DraftBatch
from voiced.domain.bills.standing import BillStanding
from voiced.domain.books import RowsChanged
from voiced.domain.budget import MonthBudget
from voiced.domain.habits import Habit, Lesson
from voiced.domain.memory import EMPTY_MEMORY, LedgerMemory
from voiced.domain.money import ZERO
from voiced.domain.month import Month
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.question_value import QuestionValue
from voiced.domain.recurring import Recurring
from voiced.domain.transaction import FieldChange, ParseResult, Transaction
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.errors import LedgerFailure, VoiceFailure
from voiced.hearing.frame import SAMPLE_RATE, AudioFrame
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, Report
from voiced.ports.ledger import ROOM
from voiced.ports.sound import ListeningFor, Pcm


def sound_of(text: str) -> Pcm:
    """A sentence as "sound" that `text_of` understands; it lasts a second a character."""
    return Pcm(text.encode("utf-32-le").ljust(len(text) * 2 * SAMPLE_RATE, b"\0"), SAMPLE_RATE)


def text_of(sound: Pcm) -> str:
    """The sentence that `sound_of` made this sound of."""
    return sound.samples.decode("utf-32-le").rstrip("\0")


class FakeVoice:
    """Speaks at once, or after `seconds`; sentences in `unspeakable` fail."""

    def __init__(self, *, seconds: float = 0.0, unspeakable: Iterable[str] = ()) -> None:
        self._seconds = seconds
        self._unspeakable = frozenset(unspeakable)
        self.closed = False

    async def check(self) -> None:
        """This voice can read any text."""

    async def synthesize(self, text: str) -> Pcm:
        await asyncio.sleep(self._seconds)
        if text in self._unspeakable:
            raise VoiceFailure(f"no sound for {text}")
        return sound_of(text)

    async def close(self) -> None:
        self.closed = True


class FakePlayer:
    """Plays for as long as the sound lasts. `heard` holds the audible sentences; a stopped one ends with `…`."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._stopping: asyncio.Event | None = None

    @property
    def is_playing(self) -> bool:
        return self._stopping is not None

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        assert self._stopping is None, "two sentences at once"
        self._stopping = asyncio.Event()
        audible()
        try:
            async with asyncio.timeout(sound.seconds):
                await self._stopping.wait()
            self.heard.append(text_of(sound) + "…")
        except TimeoutError:
            self.heard.append(text_of(sound))
        finally:
            self._stopping = None

    def stop(self) -> None:
        if self._stopping is not None:
            self._stopping.set()

    async def close(self) -> None:
        pass


class MemoryRecurring:
    """Recurring entries in memory; every call fails with `failure`, if one is set."""

    def __init__(self, *entries: Recurring) -> None:
        self.entries = {entry.id: entry for entry in entries}
        self.failure: LedgerFailure | None = None

    def _do(self) -> None:
        if self.failure is not None:
            raise self.failure

    async def all(self) -> tuple[Recurring, ...]:
        self._do()
        return tuple(self.entries.values())

    async def keep(self, entry: Recurring) -> None:
        self._do()
        self.entries[entry.id] = entry

    async def remove(self, id: str) -> bool:
        return self.entries.pop(id, None) is not None

    async def note(self, id: str, *, offered: date | None = None, settled: date | None = None) -> None:
        self._do()
        entry = self.entries[id]
        self.entries[id] = replace(entry, offered=offered or entry.offered, settled=settled or entry.settled)


class MemoryDrafts:
    """Kept drafts in memory, by source; `do` is told of each write, and may fail."""

    def __init__(self, do: Callable[[str], Awaitable[None]], kept: DraftBatch | None) -> None:
        self.by_source = {} if kept is None else {ROOM: kept}
        self._do = do

    async def keep(self, draft: DraftBatch, source: str = ROOM) -> None:
        await self._do("keep")
        self.by_source[source] = draft

    async def drop(self, source: str = ROOM) -> None:
        await self._do("drop")
        self.by_source.pop(source, None)

    async def kept(self, source: str = ROOM) -> DraftBatch | None:
        return self.by_source.get(source)


class MemoryLedger:
    """A ledger in memory. `log` holds the writes and questions in order; the kinds named in `failing` fail."""

    def __init__(self, vocabulary: Vocabulary = DEFAULT_VOCABULARY, kept: DraftBatch | None = None) -> None:
        self.log: list[str] = []
        self.failing: set[str] = set()
        self.batches: dict[str, tuple[Transaction, ...]] = {}
        self.drafts = MemoryDrafts(self._do, kept)
        self.seconds: Mapping[str, float] = {}
        self._vocabulary = vocabulary
        self.recurring = MemoryRecurring()
        self.budgets: tuple[MonthBudget, ...] = ()

    @property
    def kept(self) -> DraftBatch | None:
        """The draft of the room."""
        return self.drafts.by_source.get(ROOM)

    async def _do(self, kind: str) -> None:
        self.log.append(kind)
        await asyncio.sleep(self.seconds.get(kind, 0.0))
        if kind in self.failing:
            raise LedgerFailure(f"{kind}: the disk is full")

    async def vocabulary(self) -> Vocabulary:
        await self._do("vocabulary")
        return self._vocabulary

    async def memory(self) -> LedgerMemory:
        await self._do("memory")
        return EMPTY_MEMORY

    async def forget(self, words: str) -> tuple[Habit, ...]:
        await self._do("forget")
        return ()

    async def forget_all(self) -> tuple[Habit, ...]:
        await self._do("forget")
        return ()

    async def teach(self, habits: Sequence[Habit]) -> None:
        await self._do("teach")

    async def save_batch(
        self, batch_id: str, rows: Sequence[Transaction], lessons: Sequence[Lesson] = ()
    ) -> tuple[Transaction, ...]:
        await self._do("save")
        self.batches[batch_id] = tuple(rows)
        open_drafts = self.drafts.by_source.items()
        self.drafts.by_source = {source: draft for source, draft in open_drafts if draft.id != batch_id}
        return tuple(rows)

    async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
        await self._do("answer")
        rows = tuple(row for rows in self.batches.values() for row in rows)
        return LedgerAnswer(question, sum((row.amount for row in rows), ZERO), len(rows), rows)

    async def month_budgets(self, month: Month) -> tuple[MonthBudget, ...]:
        return self.budgets

    async def bill_standings(self) -> tuple[BillStanding, ...]:
        return ()

    async def rows_since(self, first: date) -> tuple[Transaction, ...]:
        return tuple(row for rows in self.batches.values() for row in rows if row.date >= first)

    async def undo_batch(self, batch_id: str) -> RowsChanged:
        await self._do("undo")
        return RowsChanged(undone=self.batches.pop(batch_id))

    async def amend(self, transaction_id: str, change: FieldChange, *, is_once: bool = False) -> Transaction:
        await self._do("amend")
        (row,) = (row for rows in self.batches.values() for row in rows if row.id == transaction_id)
        amended = replace(row, amount=change.amount or row.amount, category=change.category or row.category)
        rows = self.batches[row.batch_id]
        self.batches[row.batch_id] = tuple(amended if each is row else each for each in rows)
        return amended

    async def amend_as_seen(
        self, transaction_id: str, was: FieldChange, change: FieldChange
    ) -> tuple[Transaction, ...]:
        raise NotImplementedError

    async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
        return self.batches.get(batch_id, ())

    async def rows(self) -> AsyncIterator[Transaction]:
        for rows in self.batches.values():
            for row in rows:
                yield row

    async def close(self) -> None:
        self.log.append("close")


@dataclass(frozen=True)
class Reply:
    """A model's answer or failure, and the seconds until it comes."""

    answer: tuple[ParseResult, ...] | Interpretation | QuestionValue | Exception
    seconds: float = 0.0


class ScriptedInterpreter:
    """Gives its replies in order; `asked` holds the texts, `cancelled` those whose request was stopped."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
        self.asked: list[str] = []
        self.cancelled: list[str] = []

    async def parse(self, request: ParseRequest) -> Entries:
        answer = await self._answer(request.text)
        return Entries(answer if isinstance(answer, tuple) else ())

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        answer = await self._answer(request.text)
        return answer if isinstance(answer, Interpretation) else Interpretation(Unclear())

    async def read_question(self, request: QuestionRequest) -> QuestionValue | None:
        answer = await self._answer(request.text)
        return answer if isinstance(answer, QuestionValue) else None

    async def _answer(self, text: str) -> tuple[ParseResult, ...] | Interpretation | QuestionValue:
        self.asked.append(text)
        reply = self._replies.pop(0)
        try:
            await asyncio.sleep(reply.seconds)
        except asyncio.CancelledError:
            self.cancelled.append(text)
            raise
        if isinstance(reply.answer, Exception):
            raise reply.answer
        return reply.answer

    async def close(self) -> None:
        pass


class ScriptedRecognizer:
    """Returns the texts of a script; `utterances` holds the frames of each utterance that it got.

    Args:
        texts: the text of each utterance, in order; an exception is raised instead. Later utterances are empty.
        second_look: the command that a second look at any sound finds.
    """

    def __init__(self, *texts: str | Exception, second_look: str = "") -> None:
        self._texts = list(texts)
        self.second_look = second_look
        self.expected: tuple[str, ...] = ()
        self.utterances: list[list[AudioFrame]] = []
        self.listened_for: list[ListeningFor] = []
        self.closed = False

    @property
    def streams(self) -> bool:
        return True

    def start(self, listening_for: ListeningFor) -> None:
        self.utterances.append([])
        self.listened_for.append(listening_for)

    def accept(self, frame: AudioFrame) -> None:
        self.utterances[-1].append(frame)

    def partial(self) -> str:
        return f"{len(self.utterances[-1])} frames"

    def beside(self) -> ScriptedRecognizer:
        return self

    def attempt(self) -> str:
        return ""

    def expect(self, words: Sequence[str]) -> None:
        self.expected = tuple(words)

    def closest(self, words: Sequence[str]) -> str:
        return self.second_look if self.second_look in words else ""

    def finish(self) -> str:
        text = self._texts.pop(0) if self._texts else ""
        if isinstance(text, Exception):
            raise text
        return text

    def close(self) -> None:
        self.closed = True


class RecordingWatcher:
    """Writes down each report that it gets, in one line."""

    def __init__(self) -> None:
        self.reports: list[str] = []

    def tell(self, report: Report) -> None:
        self.reports.append(line_of(report))


def line_of(report: Report) -> str:
    """A report in a few words."""
    match report:
        case fx.ChangeState(phase):
            return f"state {phase}"
        case fx.TellSpeechDetected():
            return "speech detected"
        case fx.TellNothingHeard():
            return "nothing heard"
        case fx.TellPartialText(text):
            return f"partial {text}"
        case fx.TellFinalText(text, batch):
            return f"final {text} {_rows(batch)}"
        case fx.ShowDraft(batch, revision):
            return f"draft {revision} {_rows(batch)}"
        case fx.TellInterimText(text):
            return f"interim {text}"
        case fx.Speak(_, text):
            return f"speaking {text}"
        case fx.TellSaved(batch_id, rows):
            return f"saved {batch_id} {len(rows)}"
        case fx.TellRevised(rows):
            return f"revised {len(rows)}"
        case fx.TellRestorable(entries):
            return f"restorable {len(entries.left_behind)} {len(entries.dropped)}"
        case fx.TellAnswer(answer):
            return f"answer {answer.count}"
        case fx.TellError(message):
            return f"error {message}"
        case fx.TellContinueRecording():
            return "continue recording"
        case MicrophoneLost(reason):
            return f"microphone lost {reason}"
        case MicrophoneBack():
            return "microphone back"


def _rows(batch: DraftBatch | None) -> str:
    return "-" if batch is None else "|".join(f"{item.result.amount}{item.status[0]}" for item in batch.items)
