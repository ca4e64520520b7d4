"""The outside world as the daemon sees it. Each port has one small protocol; adapters implement them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from datetime import datetime
from enum import Enum
from typing import Protocol

from msgspec import Struct

from voiced.dialogue.asking import CorrectionRequest, Entries, Interpretation, ParseRequest
from voiced.dialogue.effects import Told
from voiced.domain.batch import DraftBatch
from voiced.domain.books import Budget, FoundRows, Month, MonthReport, Revision, RowSearch
from voiced.domain.memory import LedgerMemory
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.transaction import FieldChange, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.hearing.frame import AudioFrame
from voiced.hearing.pcm import Pcm


class ListeningFor(Enum):
    """What the recogniser should expect to hear."""

    ENTRIES = "entries"
    COMMANDS = "commands"
    WAKE = "wake"


class Clock(Protocol):
    """Time, for everything that is not counted in samples."""

    def now(self) -> datetime:
        """Local wall-clock time with time zone."""
        ...

    def monotonic(self) -> float:
        """Seconds that never jump, for measuring how long something took."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds of this clock."""
        ...


class Microphone(Protocol):
    """Where frames come from."""

    @property
    def position(self) -> int:
        """Samples captured so far, those included that nobody has taken yet. Counts on over a reopening."""
        ...

    def captured_at(self, sample: int) -> float:
        """When a sample came in, in `Clock.monotonic` seconds."""
        ...

    def frames(self) -> AsyncGenerator[AudioFrame]:
        """Open the device and give its frames in order. A jump of the sample numbers is a gap in the sound.

        Raises:
            MicrophoneFailure: the device cannot be opened, or no sound comes in. Calling again opens it anew.
        """
        ...

    def hurry(self) -> None:
        """Somebody waits for what is heard: give each frame as soon as it can be. So it is after an opening."""
        ...

    def relax(self) -> None:
        """Nobody waits: frames may come a third of a second late, many at once, where that costs less."""
        ...


class VoiceActivity(Protocol):
    """Tells speech from everything else, frame by frame. Cheap enough for the event loop."""

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame sounds like speech."""
        ...

    def reset(self) -> None:
        """Forget what was heard, after a pause in listening."""
        ...


class Recognizer(Protocol):
    """Streaming speech recognition of one utterance at a time. Blocking: it runs on a thread of its own."""

    @property
    def streams(self) -> bool:
        """Whether `partial` says anything before `finish`."""
        ...

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance; whatever was heard before is forgotten."""
        ...

    def accept(self, frame: AudioFrame) -> None:
        """Hear the next frame of the utterance."""
        ...

    def partial(self) -> str:
        """What has been understood so far, empty where the engine does not stream."""
        ...

    def attempt(self) -> str:
        """The text if the utterance ended here; more may follow. For engines that do not stream.

        It may serve as the final text: the next `start` may come without `finish`.

        Raises:
            RecognizerFailure: the engine failed; the next `start` begins afresh.
        """
        ...

    def finish(self) -> str:
        """The final text of the utterance, without spaces between Chinese words; empty for no speech.

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
        """Make sure that it is there and reads Mandarin as Mandarin, to know it before the first sentence.

        Raises:
            ModelMissing: it is not installed, or reads Mandarin as something else.
            VoiceFailure: it did not answer in time.
        """
        ...

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound. Numbers are already written as they are spoken.

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
            sound: what is to be heard.
            audible: called when the first sample goes out.

        Raises:
            VoiceFailure: nothing can be played.
        """
        ...

    def stop(self) -> None:
        """Silence what is playing, within one block."""
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
            InterpreterFailure: an HTTP error, or an answer that cannot be used.
        """
        ...

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        """What an utterance means for the open draft.

        Raises:
            InterpreterUnreachable: it cannot be reached.
            InterpreterFailure: an HTTP error, or an answer that cannot be used.
        """
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


class WrittenRows(Protocol):
    """What dialogue and card alike need of what is written. Every write is one transaction: all of it or nothing."""

    async def vocabulary(self) -> Vocabulary:
        """Categories, accounts and recently used categories."""
        ...

    async def memory(self) -> LedgerMemory:
        """The rows saved last and what each category usually costs, for remarks on odd entries."""
        ...

    async def undo_batch(self, batch_id: str) -> tuple[Transaction, ...]:
        """Take back the rows of a batch, kept as a revision; returns the rows taken back.

        Raises:
            LedgerFailure: nothing was changed.
        """
        ...

    async def amend(self, transaction_id: str, change: FieldChange) -> Transaction:
        """Change a saved row, its old values kept as a revision; returns the new row.

        Raises:
            LedgerFailure: nothing was changed.
        """
        ...

    async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
        """The rows of a batch that are not undone, as they were recorded; none where there is no such batch.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...


class Ledger(WrittenRows, Protocol):
    """Where confirmed entries live."""

    async def save_batch(self, batch_id: str, rows: Sequence[Transaction]) -> tuple[Transaction, ...]:
        """Write the rows of a batch in one transaction and clear the kept draft with them.

        Saving the same rows under the same id again writes nothing and returns what is stored.

        Raises:
            LedgerFailure: nothing was written.
            BatchConflict: other rows are stored under this id; nothing was written.
        """
        ...

    async def keep_draft(self, draft: DraftBatch) -> None:
        """Journal the open draft so that a crash does not lose it.

        Raises:
            LedgerFailure: it is not kept.
        """
        ...

    async def drop_draft(self) -> None:
        """Forget the kept draft.

        Raises:
            LedgerFailure: it may come back.
        """
        ...

    async def kept_draft(self) -> DraftBatch | None:
        """The draft that a crash left behind, if any; a draft that cannot be read is None."""
        ...

    async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
        """Answer a question from the rows that are not undone.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...

    def rows(self) -> AsyncIterator[Transaction]:
        """Every row that is not undone, oldest first, for export."""
        ...

    async def close(self) -> None:
        """Finish what is being written and close the database."""
        ...


class Books(WrittenRows, Protocol):
    """The ledger as the card looks through it. Each write is whole or not at all and keeps what was as a revision.

    Every method may raise `LedgerFailure`; those that name a row or a batch, `NotInLedger`.
    """

    async def search(self, search: RowSearch) -> FoundRows:
        """A page of the rows that fit; the latest day first, then the latest recorded."""
        ...

    async def report(self, month: Month) -> MonthReport:
        """What was spent and earned in a month, by day and by category, and its budgets."""
        ...

    async def revisions(self, transaction_id: str) -> tuple[Revision, ...]:
        """What a row was before each change, the latest change first; also of an undone row."""
        ...

    async def undo_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Take back one row; it is returned, or nothing where it was taken back before."""
        ...

    async def restore_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Bring back a row that was taken back; it is returned, or nothing where it was not taken back."""
        ...

    async def set_budget(self, budget: Budget) -> None:
        """Set how much may be spent under a category in a month."""
        ...

    async def drop_budget(self, category: str, month: Month) -> None:
        """Forget a budget; one that is not there is forgotten already."""
        ...


class MicrophoneLost(Struct, frozen=True):
    """No sound comes in any more; the microphone is opened again and again."""

    reason: str


class MicrophoneBack(Struct, frozen=True):
    """Sound comes in again."""


Report = Told | MicrophoneLost | MicrophoneBack
"""One thing that happened, as a value. What a watcher shows of it is found by `match`; it ignores the rest."""


class Watcher(Protocol):
    """Is told of everything that happens in a conversation: the card, a transcript, a lamp, tones, a test.

    Reports come in order, on the event loop. Nothing is reported between the end of a session, `ChangeState(Phase.IDLE)`,
    and the beginning of the next, but for `TellRevised` and the loss and return of the microphone: the card changes
    saved rows at any time, and a microphone fails at any time.
    """

    def tell(self, report: Report) -> None:
        """Something happened. Must not block."""
        ...
