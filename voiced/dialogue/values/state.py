"""The memory of the dialogue, as one frozen value."""

from __future__ import annotations

from datetime import datetime
from enum import Enum, StrEnum, auto
from uuid import UUID, uuid5

from msgspec import Struct

from voiced.dialogue.values.requests import InFlight, Message
from voiced.dialogue.values.restorable import Dropped, Restorable
from voiced.domain.batch import DraftBatch
from voiced.domain.habits import Habit
from voiced.domain.left_out import LeftOutReason, Unrecorded, brief
from voiced.domain.memory import EMPTY_MEMORY, LedgerMemory
from voiced.domain.month import Month
from voiced.domain.question import LedgerQuestion
from voiced.domain.recurring import Due, Recurring
from voiced.domain.transaction import FieldChange, ParseResult, Transaction
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.language.commands.classifier import Utterance


class Phase(StrEnum):
    """IDLE: no session. LISTENING: for entries. CONFIRMING: a draft is open."""

    IDLE = "IDLE"
    LISTENING = "LISTENING"
    CONFIRMING = "CONFIRMING"


class Moment(Struct, frozen=True):
    """The time of a step and a fresh id: the input of a step beside state and event.

    Attributes:
        now: local time with time zone; with a model, later than the words whose answer the step handles.
        fresh_id: a UUID that belongs to this step alone.
    """

    now: datetime
    fresh_id: str

    def of_next_step(self) -> Moment:
        """The same moment for another step, with an id of its own."""
        return Moment(self.now, str(uuid5(UUID(self.fresh_id), "next")))


class PlainQuestion(Enum):
    """A question of our last sentence that needs no further value.

    CONFIRM_DRAFT is 「确认吗？」 or 「请确认或修改。」, MORE_CHANGES 「还需要修改吗？」, MORE_ENTRIES 「还有吗？」, MODELS_OWN a
    question in the model's words, and RESUME_DRAFT the offer of a draft that a crash left behind. UNANSWERED asks nothing: our last
    sentence said that a question has no answer, so that what follows may be half of it.
    """

    NOTHING = auto()
    CONFIRM_DRAFT = auto()
    MORE_CHANGES = auto()
    MORE_ENTRIES = auto()
    MODELS_OWN = auto()
    RESUME_DRAFT = auto()
    UNANSWERED = auto()


class UndoOffer(Struct, frozen=True):
    """Our last sentence asked whether to undo saved rows.

    Attributes:
        batch_id: the batch of the rows.
        is_wish: the speaker asked to undo the only row saved last (撤销刚才那笔). Then the undo is not given up if the
            speaker goes on with the next entry in place of an answer.
    """

    batch_id: str
    is_wish: bool = False


class AmendOffer(Struct, frozen=True):
    """Our last sentence asked whether to change a saved row, perhaps for this time alone."""

    transaction_id: str
    change: FieldChange
    is_once: bool = False


class Told(Struct, frozen=True):
    """Our last sentence answered a question: 「昨天呢」 asks the same of another day."""

    question: LedgerQuestion


class RowInQuestion(Struct, frozen=True):
    """Our last sentence asked for the change of a row of the draft."""

    index: int


class ChangeInQuestion(Struct, frozen=True):
    """Our last sentence asked for the row of a change; `words` say the change."""

    words: str


class AddOffer(Struct, frozen=True):
    """Our last sentence asked whether to record these entries, which are outside any draft."""

    entries: tuple[ParseResult, ...]


class ReadingInQuestion(Struct, frozen=True):
    """Our last sentence asked which reading of row `index` is right, or whether its worked-out amount is."""

    index: int


class ChangeOrAppend(Struct, frozen=True):
    """Our last sentence asked whether `entry` changes the amount of row `index` or is a new row.

    Attributes:
        later: the same questions about other entries, which we ask once this one is answered.
    """

    index: int
    entry: ParseResult
    later: tuple[ChangeOrAppend, ...] = ()

    @property
    def all(self) -> tuple[ChangeOrAppend, ...]:
        """This question and the later ones."""
        return self, *self.later


class RecurringOffer(Struct, frozen=True):
    """Our last sentence asked whether to set up or change a recurring entry."""

    entry: Recurring


class DueOffer(Struct, frozen=True):
    """Our last sentence asked whether to record recurring entries that are due."""

    due: tuple[Due, ...]


class HabitOffer(Struct, frozen=True):
    """Our last sentence asked whether to set a habit, or without one to forget all habits of these words."""

    habit: Habit | None
    words: str


class SuggestedHabit(Struct, frozen=True):
    """Our last sentence asked whether the only row has the values of a habit whose words are like its own, or which of two."""

    changes: tuple[FieldChange, ...]


class WhichOfJustNow(Struct, frozen=True):
    """Our last sentence asked whether the open rows or the rows saved last should go."""


OpenQuestion = (
    AddOffer
    | ReadingInQuestion
    | ChangeOrAppend
    | PlainQuestion
    | UndoOffer
    | AmendOffer
    | Told
    | RowInQuestion
    | ChangeInQuestion
    | WhichOfJustNow
    | RecurringOffer
    | DueOffer
    | HabitOffer
    | SuggestedHabit
)
"""The question of our last sentence, which a bare yes or no answers."""


class AfterSave(Enum):
    """The next step of the conversation once the rows are written."""

    LISTEN = auto()
    CONTINUE = auto()
    EXIT = auto()


class Saving(Struct, frozen=True):
    """Rows are being written.

    Attributes:
        before: the draft before the command that saves; it is open again after a failure.
        open_question: the question that a bare yes or no answers after a failure.
    """

    number: int
    before: DraftBatch
    then: AfterSave
    open_question: OpenQuestion


class RowsDecided(Struct, frozen=True):
    """The draft before and after the last command about single rows, which the speaker may deny."""

    before: DraftBatch
    after: DraftBatch

    @property
    def was_cancel(self) -> bool:
        """Whether the command cancelled rows."""
        return len(self.after.remaining_items) < len(self.before.remaining_items)


class Amendment(Struct, frozen=True):
    """The draft before and after the last change of its rows, which the speaker may take back."""

    before: DraftBatch
    after: DraftBatch


class DueRow(Struct, frozen=True):
    """A row of the draft `batch_id` that came of a due entry; once it is confirmed, the due day is settled."""

    batch_id: str
    index: int
    due: Due


class Misheard(Struct, frozen=True):
    """Speech that gave no words, since the speaker was understood last.

    Attributes:
        times: how often we asked to say it again.
        word: the command that a second look found in it, for which the rows were read back; or empty.
        read_back: the number of that sentence.
        until: until then the same word counts; None before the sentence was spoken.
    """

    times: int = 0
    word: str = ""
    read_back: int = 0
    until: datetime | None = None


class Dialogue(Struct, frozen=True):
    """The whole state of the conversation.

    Attributes:
        batch: the open draft; None outside CONFIRMING.
        open_question: the question of our last sentence.
        said: our last sentence, for a repetition on request, or for more help at the second failure.
        said_number: the number of that sentence; a button that answers an older one has no effect.
        in_flight: the one request to the model or the ledger whose outcome is awaited.
        saving: the one save in flight.
        deferred: utterances to handle after the awaited outcome, oldest first.
        history: messages about this draft, for the dialogue-history protocol.
        last_number: the last number given to a request, save, sentence or timer; numbers only grow.
        revision: the number of the card's present version; a press on an older version is refused.
        speaking: the numbers of the sentences that wait or are being spoken.
        unsettled: the normalised words about which the model asked its own question, until they are settled.
        objected: whether an objection had no effect; the next spoken confirm then reads the rows back first.
        dropped: the rows that 恢复 restores, one group after the other, the latest last.
        rows_decided: the last command about single rows.
        amendment: the last change of rows.
        appended: the draft right after a single row was added at its end.
        left_out: the entries that were said and are in no draft, the latest last.
        hearing: whether an utterance is running.
        misheard: the speech without words since the last action of the speaker.
        timer: the number of the running timer; None if the timer is stopped.
        overdue: whether the timer ran out during an utterance.
        model_failures: the number of failures of the model in a row.
        model_paused: whether requests to the model pause for a while.
        silence_told: whether the speaker was told that the model does not answer, though it can be reached.
        offline_told: whether the speaker was told that only simple changes work offline; it lasts for an outage, across
            sessions.
        model_record: whether each of the model's last answers was good, the latest last.
        distrusted: whether a believed model began to fail, so that it is weighed for the rest of this run.
        of_model: the draft right after an answer of the model; a correction of it counts against the model.
        recovered: the draft that a crash left behind, until it is accepted or dropped.
        last_batch: the rows saved last in this run, with their later changes.
        last_undone: the ids of the rows of `last_batch` that were undone; they may be brought back.
        vocabulary: the ledger's categories and accounts.
        recurring: the ledger's recurring entries.
        budgets_told: the budgets that were pointed out: category, month and level in percent.
        due_rows: the rows of the open draft that came of due entries.
        memory: the rows saved last and the usual amounts of the ledger, for remarks on odd entries.
    """

    phase: Phase = Phase.IDLE
    batch: DraftBatch | None = None
    open_question: OpenQuestion = PlainQuestion.NOTHING
    said: str = ""
    said_number: int = 0
    in_flight: InFlight | None = None
    saving: Saving | None = None
    deferred: tuple[Utterance, ...] = ()
    history: tuple[Message, ...] = ()
    last_number: int = 0
    revision: int = 0
    speaking: tuple[int, ...] = ()
    unsettled: str = ""
    objected: bool = False
    dropped: tuple[Dropped, ...] = ()
    rows_decided: RowsDecided | None = None
    amendment: Amendment | None = None
    appended: DraftBatch | None = None
    left_out: tuple[Unrecorded, ...] = ()
    hearing: bool = False
    misheard: Misheard = Misheard()
    timer: int | None = None
    overdue: bool = False
    model_failures: int = 0
    model_paused: bool = False
    offline_told: bool = False
    silence_told: bool = False
    model_record: tuple[bool, ...] = ()
    distrusted: bool = False
    of_model: DraftBatch | None = None
    recovered: DraftBatch | None = None
    last_batch: tuple[Transaction, ...] = ()
    last_undone: frozenset[str] = frozenset()
    vocabulary: Vocabulary = DEFAULT_VOCABULARY
    memory: LedgerMemory = EMPTY_MEMORY
    recurring: tuple[Recurring, ...] = ()
    due_rows: tuple[DueRow, ...] = ()
    budgets_told: frozenset[tuple[str, Month, int]] = frozenset()

    @property
    def last_saved(self) -> tuple[Transaction, ...]:
        """The rows that 「刚才那笔」 means: the rows saved last, except those that were undone."""
        return tuple(row for row in self.last_batch if row.id not in self.last_undone)

    @property
    def restorable(self) -> Restorable:
        """The entries that a new draft may hold again; an open draft shows its own dropped rows, and leaves the tray."""
        if self.batch is not None:
            return Restorable(tray=self.tray)
        return Restorable.of(self.recovered, self.dropped, self.tray)

    @property
    def tray(self) -> tuple[Unrecorded, ...]:
        """What was said and is not in the draft, with what a crash left behind."""
        without_room = (
            Unrecorded(brief(row), LeftOutReason.LIMIT, row, group.until)
            for group in self.dropped
            if group.lacks_room
            for row in group.rows
        )
        behind = () if self.recovered is None else self.recovered.remaining_items
        waiting = (Unrecorded(brief(item.result), LeftOutReason.LEFT_BEHIND, item.result) for item in behind)
        return (*self.left_out, *without_room, *waiting)

    @property
    def rows_lost_at_a_stop(self) -> int:
        """The number of rows that are lost if the session ends now; during a save it is 0."""
        return 0 if self.batch is None or self.saving is not None else len(self.batch.remaining_items)

    @property
    def is_waiting(self) -> bool:
        """Whether the outcome of a request or a save is awaited."""
        return self.in_flight is not None or self.saving is not None
