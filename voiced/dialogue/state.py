"""Everything the dialogue remembers, as one frozen value."""

from __future__ import annotations

from datetime import datetime
from enum import Enum, StrEnum, auto
from uuid import UUID, uuid5

from msgspec import Struct

from voiced.dialogue.requests import InFlight, Message
from voiced.domain.batch import DraftBatch, DraftStatus
from voiced.domain.memory import EMPTY_MEMORY, LedgerMemory
from voiced.domain.question import LedgerQuestion
from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.domain.transaction import FieldChange, ParseResult, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.utterance import Utterance
from voiced.language.entries.proposals import ProposedAmount


class Phase(StrEnum):
    """IDLE: no session. LISTENING: for entries. CONFIRMING: a draft is open."""

    IDLE = "IDLE"
    LISTENING = "LISTENING"
    CONFIRMING = "CONFIRMING"


class Moment(Struct, frozen=True):
    """What a step may know of the world besides its event.

    Attributes:
        now: local time with time zone.
        fresh_id: a UUID that no other step is given.
    """

    now: datetime
    fresh_id: str

    def of_next_step(self) -> Moment:
        """The same moment for another step, with an id of its own."""
        return Moment(self.now, str(uuid5(UUID(self.fresh_id), "next")))


class PlainQuestion(Enum):
    """A question of our last sentence that carries no value with it.

    CONFIRM_DRAFT is 「确认吗？」 or 「请确认或修改。」, MORE_CHANGES 「还需要修改吗？」, MORE_ENTRIES 「还有吗？」, MODELS_OWN a
    question in the model's words, and RESUME_DRAFT the offer of a draft that a crash left behind.
    """

    NOTHING = auto()
    CONFIRM_DRAFT = auto()
    MORE_CHANGES = auto()
    MORE_ENTRIES = auto()
    MODELS_OWN = auto()
    RESUME_DRAFT = auto()


class UndoOffer(Struct, frozen=True):
    """Our last sentence asked whether saved rows are to be taken back."""

    batch_id: str


class AmendOffer(Struct, frozen=True):
    """Our last sentence asked whether a saved row is to be changed."""

    transaction_id: str
    change: FieldChange


class Told(Struct, frozen=True):
    """Our last sentence answered a question: 「昨天呢」 asks the same of another day."""

    question: LedgerQuestion


class RowInQuestion(Struct, frozen=True):
    """Our last sentence asked what a row of the draft is to be changed to."""

    index: int


class ChangeInQuestion(Struct, frozen=True):
    """Our last sentence asked which row is meant by `words`, which say what it is to be."""

    words: str


class AddOffer(Struct, frozen=True):
    """Our last sentence asked whether these entries, which are in no draft yet, are to be recorded."""

    entries: tuple[ParseResult, ...]


class AmountInQuestion(Struct, frozen=True):
    """Our last sentence asked whether row `index`, which has no amount yet, comes to what is proposed."""

    index: int
    proposal: ProposedAmount


class ChangeOrAppend(Struct, frozen=True):
    """Our last sentence asked whether row `index` is to become `entry`, or `entry` is another one."""

    index: int
    entry: ParseResult


class WhichOfJustNow(Struct, frozen=True):
    """Our last sentence asked whether the open rows or those saved last are meant to go."""


OpenQuestion = (
    AddOffer
    | AmountInQuestion
    | ChangeOrAppend
    | PlainQuestion
    | UndoOffer
    | AmendOffer
    | Told
    | RowInQuestion
    | ChangeInQuestion
    | WhichOfJustNow
)
"""What our last sentence asked: a bare yes or no means something only in answer to it."""


class AfterSave(Enum):
    """Where the conversation goes once the rows are written."""

    LISTEN = auto()
    CONTINUE = auto()
    EXIT = auto()


class Saving(Struct, frozen=True):
    """Rows are being written.

    Attributes:
        before: the draft before the command that triggered it; a failure brings it back.
        open_question: what a bare yes or no answers after a failure.
    """

    number: int
    before: DraftBatch
    then: AfterSave
    open_question: OpenQuestion


class Dropped(Struct, frozen=True):
    """Rows that were dropped or taken back together and may be wanted after all. They are kept in memory only.

    Attributes:
        at: when.
        batch_id: the draft that they were rows of, which may be open still.
        indices: their places in it.
    """

    rows: tuple[ParseResult, ...]
    at: datetime
    batch_id: str = ""
    indices: tuple[int, ...] = ()

    def outside(self, batch: DraftBatch) -> Dropped:
        """What of it is not in a draft again: there its rows are cancelled still."""
        if batch.id != self.batch_id:
            return self
        places = [
            place
            for place, index in enumerate(self.indices)
            if batch.items[index].status is DraftStatus.CANCELLED
        ]
        return Dropped(
            tuple(self.rows[place] for place in places),
            self.at,
            self.batch_id,
            tuple(self.indices[place] for place in places),
        )


class RowsDecided(Struct, frozen=True):
    """The last command about single rows, so that it can be denied: the draft before and after it."""

    before: DraftBatch
    after: DraftBatch
    was_cancel: bool


class Dialogue(Struct, frozen=True):
    """The whole state of the conversation.

    Attributes:
        batch: the open draft; None outside CONFIRMING.
        open_question: what our last sentence asked.
        said: our last sentence, to say it again, or something else where it did not help.
        in_flight: the one request to the model or the ledger whose outcome is awaited.
        saving: the one save in flight.
        deferred: utterances to handle once nothing is in flight, oldest first.
        history: messages about this draft, for the dialogue-history protocol.
        last_number: the last number given to a question, sentence or timer; they only grow.
        revision: of the card; a press on an older one is refused.
        speaking: numbers of sentences that are not ended yet.
        objected: an objection was heard and changed nothing; the next spoken confirm reads the rows back first.
        dropped: what 恢复 brings back, one after the other, the latest last.
        rows_decided: the last command about single rows.
        appended: the draft right after a single row was added to it, which is its last one.
        hearing: an utterance is running.
        timer: the number of the running timer, None for none.
        overdue: the timer ran out while an utterance was running.
        model_failures: failures of the model in a row.
        model_paused: the model is left alone for a while.
        silence_told: the speaker was told that the model does not answer, though it can be reached.
        offline_told: the speaker knows that only simple changes work.
        recovered: a draft of before a crash, not yet taken up or dropped.
        last_batch: the rows saved last in this run, as they are now.
        last_undone: ids of those among them that were taken back; they may be brought back.
        vocabulary: the ledger's categories and accounts.
        memory: what the ledger remembers of late, for remarks.
    """

    phase: Phase = Phase.IDLE
    batch: DraftBatch | None = None
    open_question: OpenQuestion = PlainQuestion.NOTHING
    said: str = ""
    in_flight: InFlight | None = None
    saving: Saving | None = None
    deferred: tuple[Utterance, ...] = ()
    history: tuple[Message, ...] = ()
    last_number: int = 0
    revision: int = 0
    speaking: tuple[int, ...] = ()
    objected: bool = False
    dropped: tuple[Dropped, ...] = ()
    rows_decided: RowsDecided | None = None
    appended: DraftBatch | None = None
    hearing: bool = False
    timer: int | None = None
    overdue: bool = False
    model_failures: int = 0
    model_paused: bool = False
    offline_told: bool = False
    silence_told: bool = False
    recovered: DraftBatch | None = None
    last_batch: tuple[Transaction, ...] = ()
    last_undone: frozenset[str] = frozenset()
    vocabulary: Vocabulary = DEFAULT_VOCABULARY
    memory: LedgerMemory = EMPTY_MEMORY

    @property
    def last_saved(self) -> tuple[Transaction, ...]:
        """The rows that 「刚才那笔」 means: those saved last that were not taken back."""
        return tuple(row for row in self.last_batch if row.id not in self.last_undone)

    @property
    def rows_lost_at_a_stop(self) -> int:
        """How many rows of the open draft are lost where the session ends now; what is being saved is not."""
        return 0 if self.batch is None or self.saving is not None else len(self.batch.remaining_items)

    @property
    def is_waiting(self) -> bool:
        """Whether something is in flight whose outcome decides what comes next."""
        return self.in_flight is not None or self.saving is not None
