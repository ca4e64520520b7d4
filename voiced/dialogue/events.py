"""What the world tells the dialogue. Each event is a fact; an answer carries the number of its question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from voiced.dialogue.asking import Interpretation
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import LedgerMemory
from voiced.domain.question import LedgerAnswer
from voiced.domain.transaction import FieldChange, ParseResult, Transaction
from voiced.domain.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Woken:
    """Somebody wants to speak: wake phrase, button, signal, or the start of the daemon."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The daemon is asked to stop, in good order."""


@dataclass(frozen=True, slots=True)
class SpeechDetected:
    """An utterance begins."""


@dataclass(frozen=True, slots=True)
class PartialHeard:
    """What has been understood of the running utterance so far."""

    text: str


@dataclass(frozen=True, slots=True)
class Heard:
    """An utterance ended; `text` is empty where it held no words."""

    text: str


@dataclass(frozen=True, slots=True)
class NotHeard:
    """An utterance was lost: a gap in the sound, or the recogniser failed. `reason` is for the log."""

    reason: str


@dataclass(frozen=True, slots=True)
class BargedIn:
    """The user speaks over our voice."""


@dataclass(frozen=True, slots=True)
class SpeechEnded:
    """Sentence `number` was played to its end, was stopped, or could not be played."""

    number: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Timer `number` ran out."""

    number: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """The model's entries for question `number`; none where it found no entry."""

    number: int
    results: tuple[ParseResult, ...]


@dataclass(frozen=True, slots=True)
class Interpreted:
    """What the model makes of the words of question `number`."""

    number: int
    interpretation: Interpretation


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """The model gave no useful answer to question `number` in time."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class ModelRetryDue:
    """Enough time has passed to ask the model again."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The batch of question `number` is in the ledger."""

    number: int
    rows: tuple[Transaction, ...]


@dataclass(frozen=True, slots=True)
class SaveFailed:
    """Nothing of the batch of question `number` was written."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The ledger's answer to question `number`."""

    number: int
    answer: LedgerAnswer


@dataclass(frozen=True, slots=True)
class Revised:
    """Saved rows were taken back or changed, as question `number` wanted; `rows` are the rows as they are now."""

    number: int
    rows: tuple[Transaction, ...]


@dataclass(frozen=True, slots=True)
class LedgerFailed:
    """The ledger could not answer or change what question `number` wanted.

    Attributes:
        is_away: it is on a server that cannot be reached. What is confirmed meanwhile is kept here; whether a change was
            made is not known.
    """

    number: int
    reason: str
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class LedgerKnown:
    """The ledger's words and what it remembers of late, at the start and after each change."""

    vocabulary: Vocabulary
    memory: LedgerMemory


@dataclass(frozen=True, slots=True)
class DraftRecovered:
    """A draft that a crash left behind."""

    batch: DraftBatch


class Button(Enum):
    """Buttons that work at any time, whatever is on the card."""

    WAKE = "wake"
    EXIT = "exit"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Pressed:
    """One of the buttons that work at any time."""

    button: Button


@dataclass(frozen=True, slots=True)
class ConfirmPressed:
    """Confirm on the card: row `index` (from 0), or everything where it is None."""

    revision: int
    index: int | None = None


@dataclass(frozen=True, slots=True)
class CancelPressed:
    """Cancel on the card: row `index` (from 0), or everything where it is None."""

    revision: int
    index: int | None = None


@dataclass(frozen=True, slots=True)
class ContinuePressed:
    """Next entry, on the card."""

    revision: int


@dataclass(frozen=True, slots=True)
class EditPressed:
    """Row `index` (from 0) was edited on the card."""

    revision: int
    index: int
    change: FieldChange


CardPress = ConfirmPressed | CancelPressed | ContinuePressed | EditPressed
"""Presses that name the revision of the card they were made on; one on an older card is refused."""

Event = (
    Woken
    | Stopped
    | SpeechDetected
    | PartialHeard
    | Heard
    | NotHeard
    | BargedIn
    | SpeechEnded
    | TimedOut
    | Parsed
    | Interpreted
    | ModelFailed
    | ModelRetryDue
    | Saved
    | SaveFailed
    | Answered
    | Revised
    | LedgerFailed
    | LedgerKnown
    | DraftRecovered
    | Pressed
    | CardPress
)
