"""What is asked of a language model or the ledger, and the few things that can come of it.

Both protocols of the model (structured correction and dialogue history) end in the same outcomes. Indices here count
from 0 within the rows of the request, which holds pending rows only; the dialogue maps them back.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from voiced.domain.transaction import Correction, ParseResult
from voiced.language.commands.utterance import Utterance


class Role(StrEnum):
    """Who said a message of the dialogue history."""

    USER = "user"
    ASSISTANT = "assistant"


class Message(Struct, frozen=True):
    """One message of the dialogue history."""

    role: Role
    content: str


class RequestContext(Struct, frozen=True):
    """What helps a model to file entries as this user does.

    Attributes:
        now: local time of the utterance, with time zone; dates are resolved against it.
        recent_categories: latest first.
        custom_categories: categories that the user added.
    """

    now: datetime
    recent_categories: tuple[str, ...] = ()
    custom_categories: tuple[str, ...] = ()


class ParseRequest(Struct, frozen=True):
    """Entries wanted from one utterance."""

    text: str
    context: RequestContext


class Entries(Struct, frozen=True):
    """The entries of an utterance, in the order they were said.

    Attributes:
        lost: so many more were answered that could not be read.
    """

    results: tuple[ParseResult, ...]
    lost: int = 0


class CorrectionRequest(Struct, frozen=True):
    """What an utterance means for the pending rows.

    Attributes:
        text: the utterance, ordinals rewritten to the places of `rows`.
        history: earlier messages about this draft, oldest first, this utterance included.
    """

    rows: tuple[ParseResult, ...]
    text: str
    context: RequestContext
    history: tuple[Message, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """The history with the utterance last, in the numbering of `rows`.

        A model that reads 第三笔 there must find the row that the speaker saw as the third.
        """
        earlier = self.history
        if earlier and earlier[-1].role is Role.USER:
            earlier = earlier[:-1]
        return (*earlier, Message(Role.USER, self.text))


class Corrected(Struct, frozen=True):
    """Rows are to be changed."""

    corrections: tuple[Correction, ...]


class Confirmed(Struct, frozen=True):
    """The words confirm the draft."""


class Cancelled(Struct, frozen=True):
    """The words cancel the draft."""


class Appended(Struct, frozen=True):
    """More entries for the same draft; `lost` as in `Entries`."""

    results: tuple[ParseResult, ...]
    lost: int = 0


class Replaced(Struct, frozen=True):
    """The words are a new entry in place of what is open (action `parse` of the dialogue protocol).

    `lost` is as in `Entries`.
    """

    results: tuple[ParseResult, ...]
    lost: int = 0


class Clarify(Struct, frozen=True):
    """The model asks back, in its own words."""

    message: str


class Queried(Struct, frozen=True):
    """The words are a question about the ledger."""


class Unclear(Struct, frozen=True):
    """The model does not know what is meant."""


Outcome = Corrected | Confirmed | Cancelled | Appended | Replaced | Clarify | Queried | Unclear


class Interpretation(Struct, frozen=True):
    """An outcome and how sure the model says it is; None where it says nothing."""

    outcome: Outcome
    confidence: float | None = None


class Parsing(Struct, frozen=True):
    """The model is asked for the entries of an utterance."""

    number: int
    utterance: Utterance


class Correcting(Struct, frozen=True):
    """The model is asked what an utterance means; `indices` are the draft's rows in the order of the request."""

    number: int
    utterance: Utterance
    indices: tuple[int, ...]


class Looking(Struct, frozen=True):
    """The ledger is asked a question."""

    number: int


class Undoing(Struct, frozen=True):
    """Saved rows are being taken back."""

    number: int


class Amending(Struct, frozen=True):
    """A saved row is being changed."""

    number: int
    transaction_id: str


InFlight = Parsing | Correcting | Looking | Undoing | Amending
