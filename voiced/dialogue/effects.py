"""What the dialogue asks of the world. Effects are performed in order; their outcomes come back as events."""

from __future__ import annotations

from dataclasses import dataclass

from voiced.dialogue.asking import CorrectionRequest, ParseRequest
from voiced.dialogue.phase import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.question import LedgerQuestion
from voiced.domain.transaction import FieldChange, Transaction


@dataclass(frozen=True, slots=True)
class ChangeState:
    """The dialogue is in another phase. IDLE is the last thing that is told of a session."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Speak:
    """Say a sentence, after those before it; comes back as `SpeechEnded(number)`."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class StopSpeaking:
    """Fall silent at once and forget the sentences still waiting."""


@dataclass(frozen=True, slots=True)
class AskParse:
    """Ask the model for the entries of an utterance; comes back as `Parsed` or `ModelFailed`."""

    number: int
    request: ParseRequest


@dataclass(frozen=True, slots=True)
class AskCorrection:
    """Ask the model what an utterance means for the draft; comes back as `Interpreted` or `ModelFailed`."""

    number: int
    request: CorrectionRequest


@dataclass(frozen=True, slots=True)
class DropQuestion:
    """Nobody waits for the answer to this question any more; stop the request."""

    number: int


@dataclass(frozen=True, slots=True)
class RetryModelLater:
    """Leave the model alone, and try it every so many seconds; comes back as `ModelRetryDue` once it answers."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Save:
    """Write the rows of a batch in one transaction; comes back as `Saved` or `SaveFailed`."""

    number: int
    batch_id: str
    rows: tuple[Transaction, ...]


@dataclass(frozen=True, slots=True)
class AskLedgerFor:
    """Answer a question from the ledger; comes back as `Answered` or `LedgerFailed`."""

    number: int
    question: LedgerQuestion


@dataclass(frozen=True, slots=True)
class UndoBatch:
    """Take back the rows of a saved batch; comes back as `Revised` or `LedgerFailed`."""

    number: int
    batch_id: str


@dataclass(frozen=True, slots=True)
class AmendRow:
    """Change a saved row; comes back as `Revised` or `LedgerFailed`."""

    number: int
    transaction_id: str
    change: FieldChange


@dataclass(frozen=True, slots=True)
class KeepDraft:
    """Journal the open draft, so that a crash does not lose it."""

    batch: DraftBatch


@dataclass(frozen=True, slots=True)
class DropDraft:
    """Forget the journalled draft."""


@dataclass(frozen=True, slots=True)
class SetTimer:
    """Start the one timer anew; comes back as `TimedOut(number)`."""

    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ShowDraft:
    """The draft as it is now, None for none; presses name `revision`."""

    batch: DraftBatch | None
    revision: int


@dataclass(frozen=True, slots=True)
class TellSpeechDetected:
    """An utterance has begun."""


@dataclass(frozen=True, slots=True)
class TellNothingHeard:
    """The utterance that had begun held no words."""


@dataclass(frozen=True, slots=True)
class TellPartialText:
    """What has been understood so far."""

    text: str


@dataclass(frozen=True, slots=True)
class TellFinalText:
    """What was said, and the draft it led to or was said about."""

    text: str
    batch: DraftBatch | None


@dataclass(frozen=True, slots=True)
class TellInterimText:
    """Words that led to nothing; shown so that the speaker sees what was heard."""

    text: str


@dataclass(frozen=True, slots=True)
class TellSaved:
    """Rows are in the ledger."""

    batch_id: str
    rows: tuple[Transaction, ...]


@dataclass(frozen=True, slots=True)
class TellRevised:
    """Saved rows were taken back or changed; `rows` are those of the batch saved last that still count."""

    rows: tuple[Transaction, ...]


@dataclass(frozen=True, slots=True)
class TellAnswer:
    """A question's rows, for the card."""

    rows: tuple[Transaction, ...]


@dataclass(frozen=True, slots=True)
class TellError:
    """Something failed, in words for a person."""

    message: str


@dataclass(frozen=True, slots=True)
class TellContinueRecording:
    """The next entry is listened for."""


Effect = (
    ChangeState
    | Speak
    | StopSpeaking
    | AskParse
    | AskCorrection
    | DropQuestion
    | RetryModelLater
    | Save
    | AskLedgerFor
    | UndoBatch
    | AmendRow
    | KeepDraft
    | DropDraft
    | SetTimer
    | ShowDraft
    | TellSpeechDetected
    | TellNothingHeard
    | TellPartialText
    | TellFinalText
    | TellInterimText
    | TellSaved
    | TellRevised
    | TellAnswer
    | TellError
    | TellContinueRecording
)
