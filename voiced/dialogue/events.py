"""What the world tells the dialogue. Each event is a fact; an outcome carries the number of its request."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from voiced.dialogue.requests import Entries, Interpretation
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import LedgerMemory
from voiced.domain.question import LedgerAnswer
from voiced.domain.transaction import FieldChange, Transaction
from voiced.domain.vocabulary import Vocabulary


class Woken(Struct, frozen=True):
    """Somebody wants to speak: wake phrase, button, signal, or the start of the daemon."""


class Stopped(Struct, frozen=True):
    """The daemon is asked to stop, in good order."""


class SpeechDetected(Struct, frozen=True):
    """An utterance begins."""


class PartialHeard(Struct, frozen=True):
    """What has been understood of the running utterance so far."""

    text: str


class Heard(Struct, frozen=True):
    """An utterance ended; `text` is empty where it held no words."""

    text: str


class NotHeard(Struct, frozen=True):
    """An utterance was lost: a gap in the sound, or the recogniser failed. `reason` is for the log."""

    reason: str


class BargedIn(Struct, frozen=True):
    """The user speaks over our voice."""


class SpeechEnded(Struct, frozen=True):
    """Sentence `number` was played to its end, was stopped, or could not be played."""

    number: int


class TimedOut(Struct, frozen=True):
    """Timer `number` ran out."""

    number: int


class Parsed(Struct, frozen=True):
    """The model's entries for request `number`; none where it found no entry."""

    number: int
    entries: Entries


class Interpreted(Struct, frozen=True):
    """What the model makes of the words of request `number`."""

    number: int
    interpretation: Interpretation


class ModelFailed(Struct, frozen=True):
    """The model gave no useful answer to request `number` in time.

    Attributes:
        is_unreachable: the model could not be reached, so the daemon is offline.
    """

    number: int
    reason: str
    is_unreachable: bool = False


class ModelRetryDue(Struct, frozen=True):
    """Enough time has passed to ask the model again."""


class Saved(Struct, frozen=True):
    """The batch of the save `number` is in the ledger."""

    number: int
    rows: tuple[Transaction, ...]


class SaveFailed(Struct, frozen=True):
    """Nothing of the batch of the save `number` was written."""

    number: int
    reason: str


class Answered(Struct, frozen=True):
    """The ledger's answer to request `number`."""

    number: int
    answer: LedgerAnswer


class LedgerFailed(Struct, frozen=True):
    """The ledger could not answer or change what request `number` wanted.

    Attributes:
        is_away: it is on a server that cannot be reached. What is confirmed meanwhile is kept here; whether a change was
            made is not known.
    """

    number: int
    reason: str
    is_away: bool = False


class BatchRead(Struct, frozen=True):
    """The rows of a batch that count now: other programs change them too."""

    batch_id: str
    rows: tuple[Transaction, ...]


class LedgerKnown(Struct, frozen=True):
    """The ledger's words and what it remembers of late, at the start, as a session begins and after each change.

    Attributes:
        batch: the batch that was saved last; None where there is none, or it could not be read.
    """

    vocabulary: Vocabulary
    memory: LedgerMemory
    batch: BatchRead | None = None


class RowsChanged(Struct, frozen=True):
    """Saved rows were changed, by voice or on the card.

    Attributes:
        rows: rows that were changed or brought back, as they are now.
        undone: rows that were taken back.
    """

    rows: tuple[Transaction, ...] = ()
    undone: tuple[Transaction, ...] = ()


class Revised(Struct, frozen=True):
    """Saved rows were taken back or changed, as request `number` wanted."""

    number: int
    changed: RowsChanged


class DraftRecovered(Struct, frozen=True):
    """A draft that a crash left behind."""

    batch: DraftBatch


class Button(Enum):
    """Buttons that work at any time, whatever is on the card."""

    WAKE = "wake"
    EXIT = "exit"
    QUIET = "quiet"


class Pressed(Struct, frozen=True):
    """One of the buttons that work at any time."""

    button: Button


class ConfirmPressed(Struct, frozen=True):
    """Confirm on the card: row `index` (from 0), or everything where it is None."""

    revision: int
    index: int | None = None


class CancelPressed(Struct, frozen=True):
    """Cancel on the card: row `index` (from 0), or everything where it is None."""

    revision: int
    index: int | None = None


class ContinuePressed(Struct, frozen=True):
    """Next entry, on the card."""

    revision: int


class EditPressed(Struct, frozen=True):
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
    | RowsChanged
    | DraftRecovered
    | Pressed
    | CardPress
)
