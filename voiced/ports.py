"""The outside world as the daemon needs it: one small protocol for each part, implemented by adapters."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from datetime import datetime
from enum import Enum
from typing import Protocol

from msgspec import Struct

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.requests import CorrectionRequest, Entries, Interpretation, ParseRequest
from voiced.domain.batch import DraftBatch
from voiced.domain.books import Budget, FoundRows, Month, MonthReport, Revision, RowSearch
from voiced.domain.memory import LedgerMemory
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.transaction import FieldChange, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.hearing.frame import AudioFrame
from voiced.sound import Pcm


class ListeningFor(Enum):
    """The kind of words that the recogniser should expect."""

    ENTRIES = "entries"
    COMMANDS = "commands"
    WAKE = "wake"


class Clock(Protocol):
    """Time, where it is not counted in samples."""

    def now(self) -> datetime:
        """Local wall-clock time with time zone."""
        ...

    def monotonic(self) -> float:
        """Seconds that never jump, for measuring durations."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds of this clock."""
        ...


class Microphone(Protocol):
    """The source of frames."""

    @property
    def position(self) -> int:
        """Samples captured so far, the waiting ones included. The count goes on when the device is reopened."""
        ...

    def captured_at(self, sample: int) -> float:
        """When a sample was captured, in `Clock.monotonic` seconds."""
        ...

    def frames(self) -> AsyncGenerator[AudioFrame]:
        """Open the device and give its frames in order. A jump of the sample numbers is a gap in the sound.

        Raises:
            MicrophoneFailure: the device cannot be opened, or delivers no sound. Calling again opens it anew.
        """
        ...

    def hurry(self) -> None:
        """Give each frame as soon as possible, since it is needed at once. This is the mode after an opening."""
        ...

    def relax(self) -> None:
        """Frames may come a third of a second late, many at once, if that saves processor time."""
        ...


class VoiceActivity(Protocol):
    """Tells speech from other sound, frame by frame. Cheap enough for the event loop."""

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame sounds like speech."""
        ...

    def reset(self) -> None:
        """Forget the frames so far, after a pause in listening."""
        ...


class Recognizer(Protocol):
    """Streaming speech recognition of one utterance at a time. Blocking: it runs on a thread of its own."""

    @property
    def streams(self) -> bool:
        """Whether `partial` gives words before `finish`."""
        ...

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance; earlier frames are forgotten."""
        ...

    def accept(self, frame: AudioFrame) -> None:
        """Take the next frame of the utterance."""
        ...

    def partial(self) -> str:
        """The words so far; empty if the engine does not stream."""
        ...

    def attempt(self) -> str:
        """The text if the utterance ended here; more may follow. For engines that do not stream.

        It may serve as the final text: the next `start` may come without `finish`.

        Raises:
            RecognizerFailure: the engine failed; the next `start` begins afresh.
        """
        ...

    def finish(self) -> str:
        """The final text of the utterance, without spaces between Chinese words; empty for a noise.

        Raises:
            RecognizerFailure: the engine failed; the next `start` begins afresh.
        """
        ...

    def close(self) -> None:
        """Release the model."""
        ...


class Voice(Protocol):
    """Turns a sentence into sound."""

    async def check(self) -> None:
        """Check that the voice is installed and reads Mandarin, before the first sentence needs it.

        Raises:
            ModelMissing: it is not installed, or does not read Mandarin.
            VoiceFailure: it did not answer in time.
        """
        ...

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound. Its numbers are already words.

        Raises:
            VoiceFailure: no sound in time; the voice is usable again at the next call.
        """
        ...

    async def close(self) -> None:
        """End helper processes."""
        ...


class Player(Protocol):
    """Plays sound and knows when it starts and ends."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Play; return when the last sample was heard, or at once when stopped.

        Args:
            sound: the sound to play.
            audible: called when the first sample goes out.

        Raises:
            VoiceFailure: the sound cannot be played.
        """
        ...

    def stop(self) -> None:
        """Stop the sound that is playing, within one block."""
        ...

    async def close(self) -> None:
        """Release the device."""
        ...


class Interpreter(Protocol):
    """A language model, near or far. The caller sets the deadline; cancelling must stop the request."""

    async def parse(self, request: ParseRequest) -> Entries:
        """The entries of an utterance.

        Raises:
            InterpreterUnreachable: it cannot be reached.
            InterpreterFailure: an HTTP error, or an unusable answer.
        """
        ...

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        """The meaning of an utterance for the open draft.

        Raises:
            InterpreterUnreachable: it cannot be reached.
            InterpreterFailure: an HTTP error, or an unusable answer.
        """
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


class WrittenRows(Protocol):
    """The saved rows, as dialogue and card both use them. Every write is one transaction, done in full or not at all."""

    async def vocabulary(self) -> Vocabulary:
        """Categories, accounts and recently used categories."""
        ...

    async def undo_batch(self, batch_id: str) -> tuple[Transaction, ...]:
        """Undo the rows of a batch and keep them as revisions; returns the undone rows.

        Raises:
            LedgerFailure: the rows are unchanged.
        """
        ...

    async def amend(self, transaction_id: str, change: FieldChange) -> Transaction:
        """Change a saved row and keep its old values as a revision; returns the new row.

        Raises:
            LedgerFailure: the row is unchanged.
        """
        ...

    async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
        """The valid rows of a batch, in the order they were recorded; empty if there is no such batch.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...


class Ledger(WrittenRows, Protocol):
    """The store of confirmed entries."""

    async def memory(self) -> LedgerMemory:
        """The rows saved last and each category's usual amount, for remarks on odd entries."""
        ...

    async def save_batch(self, batch_id: str, rows: Sequence[Transaction]) -> tuple[Transaction, ...]:
        """Write the rows of a batch and clear the kept draft, in one transaction.

        Saving the same rows under the same id again returns the stored rows and leaves the ledger as it is.

        Raises:
            LedgerFailure: the ledger is unchanged.
            BatchConflict: other rows are stored under this id; the ledger is unchanged.
        """
        ...

    async def keep_draft(self, draft: DraftBatch) -> None:
        """Journal the open draft, so that it survives a crash.

        Raises:
            LedgerFailure: it is not kept.
        """
        ...

    async def drop_draft(self) -> None:
        """Forget the kept draft.

        Raises:
            LedgerFailure: it may be offered again.
        """
        ...

    async def kept_draft(self) -> DraftBatch | None:
        """The draft that a crash left behind; None if there is no draft or it cannot be read."""
        ...

    async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
        """Answer a question from the valid rows.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...

    def rows(self) -> AsyncIterator[Transaction]:
        """Every valid row, oldest first, for export."""
        ...

    async def close(self) -> None:
        """Finish the write in progress and close the database."""
        ...


class Books(WrittenRows, Protocol):
    """The ledger as the card uses it. Each write is one transaction and keeps the earlier row as a revision.

    Every method may raise `LedgerFailure`; one that names a row or a batch may raise `NotInLedger`.
    """

    async def search(self, search: RowSearch) -> FoundRows:
        """A page of the matching rows, by day and then by time of recording, the latest first."""
        ...

    async def report(self, month: Month) -> MonthReport:
        """A month's expenses and income by day and by category, and its budgets."""
        ...

    async def revisions(self, transaction_id: str) -> tuple[Revision, ...]:
        """A row as it was before each change, the latest change first; also of an undone row."""
        ...

    async def undo_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Undo one row; returns it, or an empty tuple if it was undone before."""
        ...

    async def restore_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Restore an undone row; returns it, or an empty tuple if it was not undone."""
        ...

    async def set_budget(self, budget: Budget) -> None:
        """Set the limit for a category in a month."""
        ...

    async def drop_budget(self, category: str, month: Month) -> None:
        """Delete a budget, if it exists."""
        ...


class MicrophoneLost(Struct, frozen=True):
    """The microphone delivers no sound; it is reopened again and again."""

    reason: str


class MicrophoneBack(Struct, frozen=True):
    """The microphone delivers sound again."""


Report = fx.ReportedEffect | MicrophoneLost | MicrophoneBack
"""One fact about the conversation, as a value. A watcher matches the reports that it shows and ignores the others."""


class Watcher(Protocol):
    """An observer of the conversation: the card, a transcript, a lamp, tones, a test.

    Reports come in order, on the event loop. Between the end of a session (`ChangeState(Phase.IDLE)`) and the beginning of
    the next, only `TellRevised` and the loss and return of the microphone are reported: the card changes saved rows at any
    time, and a microphone fails at any time.
    """

    def tell(self, report: Report) -> None:
        """Take a report. Must not block."""
        ...
