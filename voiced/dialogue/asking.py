"""What is asked of a language model and the few things that can come of it.

Both protocols (structured correction and dialogue history) end in the same outcomes. Indices here count
from 0 within the rows of the request, which holds pending rows only; the dialogue maps them back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from voiced.domain.transaction import Correction, ParseResult


class Role(StrEnum):
    """Who said a message of the dialogue history."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the dialogue history."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class AskingContext:
    """What helps a model to file entries as this user does.

    Attributes:
        now: local time of the utterance, with time zone; dates are resolved against it.
        recent_categories: latest first.
        custom_categories: categories that the user added.
    """

    now: datetime
    recent_categories: tuple[str, ...] = ()
    custom_categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParseRequest:
    """Entries wanted from one utterance."""

    text: str
    context: AskingContext


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """What an utterance means for the pending rows.

    Attributes:
        text: the utterance, ordinals rewritten to the places of `rows`.
        history: earlier messages about this draft, oldest first, this utterance included.
    """

    rows: tuple[ParseResult, ...]
    text: str
    context: AskingContext
    history: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Corrected:
    """Rows are to be changed."""

    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The words confirm the draft."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The words cancel the draft."""


@dataclass(frozen=True, slots=True)
class Appended:
    """More entries for the same draft."""

    results: tuple[ParseResult, ...]


@dataclass(frozen=True, slots=True)
class Replaced:
    """The words are a new entry in place of what is open (action `parse` of the dialogue protocol)."""

    results: tuple[ParseResult, ...]


@dataclass(frozen=True, slots=True)
class Clarify:
    """The model asks back, in its own words."""

    message: str


@dataclass(frozen=True, slots=True)
class Queried:
    """The words are a question about the ledger."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """The model does not know what is meant."""


Outcome = Corrected | Confirmed | Cancelled | Appended | Replaced | Clarify | Queried | Unclear


@dataclass(frozen=True, slots=True)
class Interpretation:
    """An outcome and how sure the model says it is; None where it says nothing."""

    outcome: Outcome
    confidence: float | None = None
