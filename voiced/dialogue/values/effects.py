"""The actions that the dialogue orders. They are performed in order, and their outcomes come back as events.

The effects in `ReportedEffect` are also reports: the watchers of a conversation receive them (`Watcher`).
"""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from voiced.dialogue.values.card_answer import CardAnswer
from voiced.dialogue.values.requests import CorrectionRequest, ParseRequest, QuestionRequest
from voiced.dialogue.values.restorable import Restorable
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.habits import Habit, Lesson
from voiced.domain.question import LedgerQuestion
from voiced.domain.recurring import Recurring
from voiced.domain.transaction import FieldChange, Transaction


class ChangeState(Struct, frozen=True):
    """The dialogue is in another phase. The change to IDLE is the last report of a session."""

    phase: Phase


class Speak(Struct, frozen=True):
    """Say a sentence after the sentences ordered before; comes back as `SpeechEnded(number)`.

    Attributes:
        text: the sentence in full, which the card shows.
        answers: the short answers to its question, which a page offers as buttons.
        short: the sentence in fewer words, for a speaker who sees the card; empty if there is no such form.
        heard: the sentence with rounded amounts, as the voice says it; empty if it is said as it is shown.
    """

    number: int
    text: str
    answers: tuple[str, ...] = ()
    short: str = ""
    heard: str = ""


class StopSpeaking(Struct, frozen=True):
    """Stop speaking at once, and discard the sentences that still wait."""


class AskParse(Struct, frozen=True):
    """Ask the model for the entries of an utterance; comes back as `Parsed` or `ModelFailed`."""

    number: int
    request: ParseRequest


class AskCorrection(Struct, frozen=True):
    """Ask the model for the meaning of an utterance about the draft; comes back as `Interpreted` or `ModelFailed`."""

    number: int
    request: CorrectionRequest


class AskQuestionValue(Struct, frozen=True):
    """Ask the model for the value of a question about the ledger; comes back as `QuestionRead` or `ModelFailed`."""

    number: int
    request: QuestionRequest


class DropRequest(Struct, frozen=True):
    """Stop a request whose outcome is no longer awaited."""

    number: int


class RetryModelLater(Struct, frozen=True):
    """Try the paused model every `seconds`; comes back as `ModelRetryDue` once the model answers."""

    seconds: float


class RevokeTrust(Struct, frozen=True):
    """Remember that the believed model began to fail, so that it is weighed until it passes a check again."""


class Save(Struct, frozen=True):
    """Write the rows of a batch and what they teach in one transaction; comes back as `Saved` or `SaveFailed`."""

    number: int
    batch_id: str
    rows: tuple[Transaction, ...]
    lessons: tuple[Lesson, ...] = ()


class AskLedgerFor(Struct, frozen=True):
    """Answer a question from the ledger; comes back as `Answered` or `LedgerFailed`."""

    number: int
    question: LedgerQuestion


class AskAgenda(Struct, frozen=True):
    """Ask the ledger what a day holds; comes back as `AgendaKnown` or `LedgerFailed`."""

    number: int
    today: date


class AskBills(Struct, frozen=True):
    """Ask the ledger how far its bills are settled; comes back as `BillsKnown` or `LedgerFailed`."""

    number: int


class UndoBatch(Struct, frozen=True):
    """Undo the rows of a saved batch; comes back as `Revised` or `LedgerFailed`."""

    number: int
    batch_id: str


class AmendRow(Struct, frozen=True):
    """Change a saved row; comes back as `Revised` or `LedgerFailed`.

    Attributes:
        is_once: whether the change is for this time alone, so that it teaches nothing.
    """

    number: int
    transaction_id: str
    change: FieldChange
    is_once: bool = False


class KeepRecurring(Struct, frozen=True):
    """Set up a recurring entry or change it; comes back as `RecurringKept` or `LedgerFailed`."""

    number: int
    entry: Recurring


class NoteRecurring(Struct, frozen=True):
    """Note that a recurring entry was offered on a day, or that its due day `settled` was answered."""

    id: str
    offered: date | None = None
    settled: date | None = None


class TeachHabit(Struct, frozen=True):
    """Set a habit that was stated; a failure comes back as `HabitFailed`."""

    habit: Habit


class ForgetHabit(Struct, frozen=True):
    """Forget what was learnt about entries of these words; a failure comes back as `HabitFailed`."""

    words: str


class KeepDraft(Struct, frozen=True):
    """Journal the open draft, so that a crash does not lose it."""

    batch: DraftBatch


class DropDraft(Struct, frozen=True):
    """Delete the journalled draft."""


class SetTimer(Struct, frozen=True):
    """Restart the only timer; comes back as `TimedOut(number)`."""

    number: int
    seconds: float


class ShowDraft(Struct, frozen=True):
    """Show the current draft, or an empty card for None; a press on the card names its `revision`.

    Attributes:
        is_offline: whether the model cannot be asked now.
    """

    batch: DraftBatch | None
    revision: int
    is_offline: bool = False


class TellSpeechDetected(Struct, frozen=True):
    """An utterance has begun."""


class TellNothingHeard(Struct, frozen=True):
    """The utterance that had begun held no words."""


class TellPartialText(Struct, frozen=True):
    """The text recognised so far."""

    text: str


class TellFinalText(Struct, frozen=True):
    """The text of an utterance, and the draft that it opened or speaks about."""

    text: str
    batch: DraftBatch | None


class TellInterimText(Struct, frozen=True):
    """Words without an effect; the card shows them so that the speaker can check the recognition."""

    text: str


class TellSaved(Struct, frozen=True):
    """Rows are in the ledger."""

    batch_id: str
    rows: tuple[Transaction, ...]


class TellRevised(Struct, frozen=True):
    """Saved rows were undone, changed or brought back; `rows` are the rows of the last saved batch that still count."""

    rows: tuple[Transaction, ...]


class TellRestorable(Struct, frozen=True):
    """Other entries than before can come back into a new draft; also reported outside a session."""

    entries: Restorable


class TellAnswer(Struct, frozen=True):
    """An answer from the ledger, for the card."""

    answer: CardAnswer


class TellError(Struct, frozen=True):
    """A failure, in words for a person."""

    message: str


class TellContinueRecording(Struct, frozen=True):
    """The next entry is listened for."""


ReportedEffect = (
    ChangeState
    | Speak
    | ShowDraft
    | TellSpeechDetected
    | TellNothingHeard
    | TellPartialText
    | TellFinalText
    | TellInterimText
    | TellSaved
    | TellRevised
    | TellRestorable
    | TellAnswer
    | TellError
    | TellContinueRecording
)
"""The effects that are reported to the watchers."""

BeforeCard = ChangeState | DropRequest | RetryModelLater | RevokeTrust | TellError | TellFinalText | TellSaved
"""The effects of a step that come before the redrawn card."""

AfterCard = (
    ChangeState
    | Speak
    | StopSpeaking
    | AskParse
    | AskCorrection
    | AskQuestionValue
    | Save
    | AskLedgerFor
    | AskAgenda
    | AskBills
    | UndoBatch
    | AmendRow
    | KeepRecurring
    | NoteRecurring
    | TeachHabit
    | ForgetHabit
    | KeepDraft
    | DropDraft
    | ShowDraft
    | TellSpeechDetected
    | TellNothingHeard
    | TellPartialText
    | TellInterimText
    | TellRevised
    | TellRestorable
    | TellAnswer
    | TellContinueRecording
)
"""The effects of a step that come after the redrawn card; the only change of phase among them is the one to IDLE."""

Effect = BeforeCard | AfterCard | SetTimer
