"""What the dialogue asks of the world. Effects are performed in order; their outcomes come back as events.

Those in `ReportedEffect` are also reports: the watchers of a conversation are handed the effect itself (`ports.Watcher`).
"""

from __future__ import annotations

from msgspec import Struct

from voiced.dialogue.requests import CorrectionRequest, ParseRequest
from voiced.dialogue.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.question import LedgerQuestion
from voiced.domain.transaction import FieldChange, Transaction


class ChangeState(Struct, frozen=True):
    """The dialogue is in another phase. IDLE is the last thing that is told of a session."""

    phase: Phase


class Speak(Struct, frozen=True):
    """Say a sentence, after those before it; comes back as `SpeechEnded(number)`."""

    number: int
    text: str


class StopSpeaking(Struct, frozen=True):
    """Fall silent at once and forget the sentences still waiting."""


class AskParse(Struct, frozen=True):
    """Ask the model for the entries of an utterance; comes back as `Parsed` or `ModelFailed`."""

    number: int
    request: ParseRequest


class AskCorrection(Struct, frozen=True):
    """Ask the model what an utterance means for the draft; comes back as `Interpreted` or `ModelFailed`."""

    number: int
    request: CorrectionRequest


class DropRequest(Struct, frozen=True):
    """Stop a request; its outcome is not awaited any more."""

    number: int


class RetryModelLater(Struct, frozen=True):
    """Leave the model alone, and try it every so many seconds; comes back as `ModelRetryDue` once it answers."""

    seconds: float


class Save(Struct, frozen=True):
    """Write the rows of a batch in one transaction; comes back as `Saved` or `SaveFailed`."""

    number: int
    batch_id: str
    rows: tuple[Transaction, ...]


class AskLedgerFor(Struct, frozen=True):
    """Answer a question from the ledger; comes back as `Answered` or `LedgerFailed`."""

    number: int
    question: LedgerQuestion


class UndoBatch(Struct, frozen=True):
    """Take back the rows of a saved batch; comes back as `Revised` or `LedgerFailed`."""

    number: int
    batch_id: str


class AmendRow(Struct, frozen=True):
    """Change a saved row; comes back as `Revised` or `LedgerFailed`."""

    number: int
    transaction_id: str
    change: FieldChange


class KeepDraft(Struct, frozen=True):
    """Journal the open draft, so that a crash does not lose it."""

    batch: DraftBatch


class DropDraft(Struct, frozen=True):
    """Forget the journalled draft."""


class SetTimer(Struct, frozen=True):
    """Start the one timer anew; comes back as `TimedOut(number)`."""

    number: int
    seconds: float


class ShowDraft(Struct, frozen=True):
    """The draft as it is now, None for none; presses name `revision`."""

    batch: DraftBatch | None
    revision: int


class TellSpeechDetected(Struct, frozen=True):
    """An utterance has begun."""


class TellNothingHeard(Struct, frozen=True):
    """The utterance that had begun held no words."""


class TellPartialText(Struct, frozen=True):
    """What has been understood so far."""

    text: str


class TellFinalText(Struct, frozen=True):
    """What was said, and the draft it led to or was said about."""

    text: str
    batch: DraftBatch | None


class TellInterimText(Struct, frozen=True):
    """Words that led to nothing; shown so that the speaker sees what was heard."""

    text: str


class TellSaved(Struct, frozen=True):
    """Rows are in the ledger."""

    batch_id: str
    rows: tuple[Transaction, ...]


class TellRevised(Struct, frozen=True):
    """Saved rows were taken back, changed or brought back; `rows` are those of the batch saved last that count now."""

    rows: tuple[Transaction, ...]


class TellAnswer(Struct, frozen=True):
    """A question's rows, for the card."""

    rows: tuple[Transaction, ...]


class TellError(Struct, frozen=True):
    """Something failed, in words for a person."""

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
    | TellAnswer
    | TellError
    | TellContinueRecording
)
"""What watchers are told of."""

BeforeCard = ChangeState | DropRequest | RetryModelLater | TellError | TellFinalText | TellSaved
"""What a step tells before the card is redrawn."""

AfterCard = (
    ChangeState
    | Speak
    | StopSpeaking
    | AskParse
    | AskCorrection
    | Save
    | AskLedgerFor
    | UndoBatch
    | AmendRow
    | DropDraft
    | ShowDraft
    | TellSpeechDetected
    | TellNothingHeard
    | TellPartialText
    | TellInterimText
    | TellRevised
    | TellAnswer
    | TellContinueRecording
)
"""What a step orders after that; the end of a session is the only change of phase among it."""

Effect = BeforeCard | AfterCard | KeepDraft | SetTimer
