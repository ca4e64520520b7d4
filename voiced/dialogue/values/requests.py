"""Requests to the language model and the ledger, and the possible outcomes of a request to the model.

Both protocols of the model (structured correction and dialogue history) have the same outcomes. Indices in an outcome
count from 0 within the rows of the request, which holds pending rows only; the dialogue maps them back.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from voiced.domain.question import LedgerQuestion
from voiced.domain.question_value import QuestionValue
from voiced.domain.recurring import Recurring
from voiced.domain.transaction import Correction, ParseResult
from voiced.domain.vocabulary import Vocabulary, default_vocabulary_with
from voiced.language.commands.classifier import Utterance


class Role(StrEnum):
    """The speaker of a message in the dialogue history."""

    USER = "user"
    ASSISTANT = "assistant"


class Message(Struct, frozen=True):
    """One message of the dialogue history."""

    role: Role
    content: str


class RequestContext(Struct, frozen=True):
    """The context that helps a model to file entries as this user does.

    Attributes:
        now: local time of the utterance, with time zone; dates are resolved against it.
        recent_categories: latest first.
        custom_categories: categories that the user added.
    """

    now: datetime
    recent_categories: tuple[str, ...] = ()
    custom_categories: tuple[str, ...] = ()

    @property
    def vocabulary(self) -> Vocabulary:
        """The names by which the request is understood."""
        return default_vocabulary_with(self.custom_categories, self.recent_categories)


class ParseRequest(Struct, frozen=True):
    """A request for the entries of an utterance.

    Attributes:
        believes: whether the model's entries stand once they keep the invariants; otherwise they are weighed against those of
            the rules. It is not sent: a gateway knows for itself how far its model is believed.
    """

    text: str
    context: RequestContext
    believes: bool = False


class Entries(Struct, frozen=True):
    """The entries of an utterance, in spoken order.

    Attributes:
        lost: the number of further entries in the model's answer that could not be read.
    """

    results: tuple[ParseResult, ...]
    lost: int = 0


class QuestionRequest(Struct, frozen=True):
    """A request for the value of a question about the ledger.

    Attributes:
        last: the question that our last sentence answered, for half a question (那上个月呢).
    """

    text: str
    context: RequestContext
    last: QuestionValue | None = None


class CorrectionRequest(Struct, frozen=True):
    """A request for the meaning of an utterance for the pending rows.

    Attributes:
        text: the utterance, ordinals rewritten to the places of `rows`.
        history: earlier messages about this draft, oldest first, this utterance included.
        believes: as in `ParseRequest`.
    """

    rows: tuple[ParseResult, ...]
    text: str
    context: RequestContext
    history: tuple[Message, ...] = ()
    believes: bool = False

    @property
    def messages(self) -> tuple[Message, ...]:
        """The history with the utterance last, in the numbering of `rows`.

        第三笔 in that message must be the third of the rows sent.
        """
        earlier = self.history
        if earlier and earlier[-1].role is Role.USER:
            earlier = earlier[:-1]
        return (*earlier, Message(Role.USER, self.text))


class Corrected(Struct, frozen=True):
    """The words change rows, or decide about them, and may tell further entries in the same breath.

    Attributes:
        corrections: the changes, possibly none.
        drop: the rows that the words refuse.
        keep: the rows that the words approve.
        added: the further entries; words that only tell entries are `Appended`.
        lost: as in `Entries`.
    """

    corrections: tuple[Correction, ...] = ()
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    added: tuple[ParseResult, ...] = ()
    lost: int = 0


class Confirmed(Struct, frozen=True):
    """The words confirm the draft."""


class Cancelled(Struct, frozen=True):
    """The words cancel the draft."""


class Appended(Struct, frozen=True):
    """The words are further entries for the same draft; `lost` is as in `Entries`."""

    results: tuple[ParseResult, ...]
    lost: int = 0


class Replaced(Struct, frozen=True):
    """The words are new entries in the place of the open draft (action `parse` of the dialogue protocol).

    `lost` is as in `Entries`.
    """

    results: tuple[ParseResult, ...]
    lost: int = 0


class Clarify(Struct, frozen=True):
    """The model asks a question, in its own words."""

    message: str


class Queried(Struct, frozen=True):
    """The words are a question about the ledger."""


class Unclear(Struct, frozen=True):
    """The model does not understand the words."""


Outcome = Corrected | Confirmed | Cancelled | Appended | Replaced | Clarify | Queried | Unclear


class Interpretation(Struct, frozen=True):
    """An outcome and the model's confidence in it; None if the model states no confidence."""

    outcome: Outcome
    confidence: float | None = None


class Parsing(Struct, frozen=True):
    """The model is asked for the entries of an utterance."""

    number: int
    utterance: Utterance


class Correcting(Struct, frozen=True):
    """The model is asked for the meaning of an utterance; `indices` are the draft's rows in the order of the request."""

    number: int
    utterance: Utterance
    indices: tuple[int, ...]


class ReadingQuestion(Struct, frozen=True):
    """The model is asked for the value of a question, because rules cannot read `said`, the normalised words.

    Attributes:
        before: the question that our last sentence answered.
    """

    number: int
    said: str
    before: LedgerQuestion | None = None


class Looking(Struct, frozen=True):
    """The ledger is asked a question; `said` are its words where the answer depends on them."""

    number: int
    said: str = ""


class Undoing(Struct, frozen=True):
    """Saved rows are being undone."""

    number: int


class Amending(Struct, frozen=True):
    """A saved row is being changed."""

    number: int
    transaction_id: str


class SettingUp(Struct, frozen=True):
    """A recurring entry is being set up."""

    number: int
    entry: Recurring


InFlight = Parsing | Correcting | ReadingQuestion | Looking | Undoing | Amending | SettingUp
