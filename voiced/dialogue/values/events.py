"""The facts that reach the dialogue from outside; an outcome carries the number of its request."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from voiced.dialogue.values.requests import Entries, Interpretation
from voiced.domain.agenda import Agenda
from voiced.domain.batch import DraftBatch
from voiced.domain.bills.standing import BillStanding
from voiced.domain.books import RowsChanged
from voiced.domain.budget import MonthBudget
from voiced.domain.left_out import TrayPlace
from voiced.domain.memory import LedgerMemory
from voiced.domain.question import LedgerAnswer
from voiced.domain.question_value import QuestionValue
from voiced.domain.recurring import Due, Recurring
from voiced.domain.transaction import FieldChange, ParseResult, Transaction
from voiced.domain.vocabulary import Vocabulary


class Woken(Struct, frozen=True):
    """A session is wanted: by the wake phrase, a button, a signal, or the start of the daemon."""


class Stopped(Struct, frozen=True):
    """The daemon is asked to stop, in good order."""


class SpeechDetected(Struct, frozen=True):
    """An utterance begins."""


class PartialHeard(Struct, frozen=True):
    """The text recognised so far in the running utterance."""

    text: str


class Heard(Struct, frozen=True):
    """An utterance ended; `text` is empty if it held no words."""

    text: str


class UnclearSpeech(Struct, frozen=True):
    """An utterance ended that was speech and gave no words.

    Attributes:
        word: the short command that a second look at its sound found; empty if it found none.
    """

    word: str = ""


class NotHeard(Struct, frozen=True):
    """An utterance was lost: a gap in the sound, or the recogniser failed. `reason` is for the log."""

    reason: str


class BargedIn(Struct, frozen=True):
    """The speaker interrupts our voice."""


class SpeechEnded(Struct, frozen=True):
    """Sentence `number` was played to its end, was stopped, or could not be played."""

    number: int


class TimedOut(Struct, frozen=True):
    """Timer `number` ran out."""

    number: int


class Parsed(Struct, frozen=True):
    """The model's entries for request `number`; they may be empty."""

    number: int
    entries: Entries


class Interpreted(Struct, frozen=True):
    """The model's interpretation of the words of request `number`."""

    number: int
    interpretation: Interpretation


class QuestionRead(Struct, frozen=True):
    """The value that the model gave the question of request `number`; None if a ledger of rows cannot answer it."""

    number: int
    value: QuestionValue | None


class ModelFailed(Struct, frozen=True):
    """The model gave no useful answer to request `number` in time.

    Attributes:
        is_unreachable: whether the model could not be reached, which means that the daemon is offline.
    """

    number: int
    reason: str
    is_unreachable: bool = False


class ModelRetryDue(Struct, frozen=True):
    """The paused model answers again."""


class Saved(Struct, frozen=True):
    """The batch of the save `number` is in the ledger."""

    number: int
    rows: tuple[Transaction, ...]


class SaveFailed(Struct, frozen=True):
    """The save `number` failed, and no row of its batch was written."""

    number: int
    reason: str


class Answered(Struct, frozen=True):
    """The ledger's answer to request `number`."""

    number: int
    answer: LedgerAnswer


class LedgerFailed(Struct, frozen=True):
    """The ledger could not answer the question, or make the change, of request `number`.

    Attributes:
        is_away: whether the ledger's server cannot be reached. Rows confirmed meanwhile are kept on this machine; a change
            may or may not have been made.
    """

    number: int
    reason: str
    is_away: bool = False


class HabitFailed(Struct, frozen=True):
    """The ledger could not set or forget a habit. `reason` is for the log."""

    reason: str


class BatchRead(Struct, frozen=True):
    """The rows of a batch that still count, read anew because other programs change them too."""

    batch_id: str
    rows: tuple[Transaction, ...]


class LedgerKnown(Struct, frozen=True):
    """The ledger's vocabulary and memory: at the start, when a session begins and after each change.

    Attributes:
        batch: the batch saved last; None if there is no such batch or it could not be read.
    """

    vocabulary: Vocabulary
    memory: LedgerMemory
    batch: BatchRead | None = None


class RecurringKnown(Struct, frozen=True):
    """The ledger's recurring entries: when a session begins and after each change."""

    entries: tuple[Recurring, ...]


class RecurringKept(Struct, frozen=True):
    """The recurring entry of request `number` is set up."""

    number: int


class AgendaKnown(Struct, frozen=True):
    """The agenda that request `number` asked for, with the recurring entries as they are now."""

    number: int
    agenda: Agenda
    recurring: tuple[Recurring, ...]


class BillsKnown(Struct, frozen=True):
    """How far the bills are settled, which request `number` asked for."""

    number: int
    bills: tuple[BillStanding, ...]


class BudgetsKnown(Struct, frozen=True):
    """The budgets of the months of `rows`, which were just saved, with these rows among the expenses."""

    rows: tuple[Transaction, ...]
    budgets: tuple[MonthBudget, ...]


class Revised(Struct, frozen=True):
    """The ledger carried out request `number`: an undo or a change of saved rows."""

    number: int
    changed: RowsChanged


class DraftRecovered(Struct, frozen=True):
    """The journal holds a draft that a crash left behind."""

    batch: DraftBatch


class Button(Enum):
    """Buttons that work at any time, with or without a draft on the card."""

    WAKE = "wake"
    EXIT = "exit"
    QUIET = "quiet"


class Pressed(Struct, frozen=True):
    """One of the buttons that work at any time."""

    button: Button


class AnswerPressed(Struct, frozen=True):
    """A button with a short answer to the question of sentence `number`; the words count as if they were said."""

    number: int
    words: str


class EntryFilledIn(Struct, frozen=True):
    """An entry was filled in by hand on the card; with an empty category it is filed by its description."""

    entry: ParseResult
    named: TrayPlace | None = None
    """The place of the tray that it was filled in from."""


class PutAway(Struct, frozen=True):
    """An entry of the tray was put away on the card."""

    named: TrayPlace


class DuePressed(Struct, frozen=True):
    """A due entry was chosen on the card, to be recorded after a confirm."""

    due: Due


class ConfirmPressed(Struct, frozen=True):
    """Confirm on the card: row `index` (from 0); None means every row."""

    revision: int
    index: int | None = None


class CancelPressed(Struct, frozen=True):
    """Cancel on the card: row `index` (from 0); None means the whole draft."""

    revision: int
    index: int | None = None


class ReopenPressed(Struct, frozen=True):
    """Make row `index` (from 0) pending again on the card, whether it was confirmed or cancelled."""

    revision: int
    index: int


class ContinuePressed(Struct, frozen=True):
    """The button for the next entry on the card."""

    revision: int


class EditPressed(Struct, frozen=True):
    """Row `index` (from 0) was edited on the card."""

    revision: int
    index: int
    change: FieldChange


class ChoosePressed(Struct, frozen=True):
    """A reading (0 or 1) of row `index` (from 0) was chosen on the card."""

    revision: int
    index: int
    reading: int


class ForgetPressed(Struct, frozen=True):
    """The mark of the habit that filed row `index` (from 0) was pressed on the card."""

    revision: int
    index: int


CardPress = (
    ConfirmPressed
    | CancelPressed
    | ReopenPressed
    | ContinuePressed
    | EditPressed
    | ChoosePressed
    | ForgetPressed
)
"""Presses that name the revision of their card; a press on an older card is refused."""

Event = (
    Woken
    | Stopped
    | SpeechDetected
    | PartialHeard
    | Heard
    | UnclearSpeech
    | NotHeard
    | BargedIn
    | SpeechEnded
    | TimedOut
    | Parsed
    | Interpreted
    | QuestionRead
    | ModelFailed
    | ModelRetryDue
    | Saved
    | SaveFailed
    | Answered
    | Revised
    | LedgerFailed
    | HabitFailed
    | LedgerKnown
    | RecurringKnown
    | RecurringKept
    | AgendaKnown
    | BillsKnown
    | BudgetsKnown
    | RowsChanged
    | DraftRecovered
    | Pressed
    | AnswerPressed
    | EntryFilledIn
    | PutAway
    | DuePressed
    | CardPress
)
