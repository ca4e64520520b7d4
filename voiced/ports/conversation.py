"""The outside world of a conversation beside sound and ledger: time, a language model, and watchers."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Protocol

from msgspec import Struct

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import requests as rq
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.question_value import QuestionValue


class Clock(Protocol):
    """Time, where it is not counted in samples."""

    def now(self) -> datetime:
        """Local wall-clock time with time zone."""
        ...

    def monotonic(self) -> float:
        """Seconds that never jump, for measuring durations."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds of this clock."""
        ...


class Interpreter(Protocol):
    """A language model, near or far. The caller sets the deadline; cancelling must stop the request."""

    async def parse(self, request: rq.ParseRequest) -> rq.Entries:
        """The entries of an utterance.

        Raises:
            InterpreterUnreachable: it cannot be reached.
            InterpreterFailure: an HTTP error, or an unusable answer.
        """
        ...

    async def correct(self, request: rq.CorrectionRequest) -> rq.Interpretation:
        """The meaning of an utterance for the open draft.

        Raises:
            InterpreterUnreachable: it cannot be reached.
            InterpreterFailure: an HTTP error, or an unusable answer.
        """
        ...

    async def read_question(self, request: rq.QuestionRequest) -> QuestionValue | None:
        """The value of a question about the ledger; None if a ledger of rows cannot answer it.

        Raises:
            InterpreterUnreachable: it cannot be reached.
            InterpreterFailure: an HTTP error, or an unusable answer.
        """
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


class RequestKind(Enum):
    """The requests of a conversation whose time is measured."""

    MODEL = "model"
    SAVE = "save"


class RequestTimed(Struct, frozen=True):
    """A request is over, after so many seconds; one that was dropped is not told."""

    kind: RequestKind
    seconds: float
    has_failed: bool


class Reply(Struct, frozen=True):
    """The answer of a conversation to words that were sent to it.

    Attributes:
        said: the sentences since the last answer.
        is_complete: whether the conversation waits for the speaker; otherwise the next answer has the sentences to come.
        is_bookkeeping: False for words that are no entry, no command and no question to the ledger, and that change nothing.
    """

    said: tuple[str, ...]
    phase: Phase
    draft: DraftBatch | None
    is_complete: bool
    is_bookkeeping: bool = True


class MicrophoneLost(Struct, frozen=True):
    """The microphone delivers no sound; it is reopened again and again."""

    reason: str


class MicrophoneBack(Struct, frozen=True):
    """The microphone delivers sound again."""


Report = fx.ReportedEffect | MicrophoneLost | MicrophoneBack
"""One fact about the conversation, as a value. A watcher matches the reports that it shows and ignores the others."""


class Watcher(Protocol):
    """An observer of the conversation: the card, a transcript, a lamp, tones, a test.

    Reports come in order, on the event loop. Between the end of a session (`ChangeState(Phase.IDLE)`) and the beginning of
    the next, only `TellRevised`, `TellRestorable` and the loss and return of the microphone are reported: the card changes
    saved rows at any time, a crash leaves a draft behind, and a microphone fails at any time.
    """

    def tell(self, report: Report) -> None:
        """Take a report. Must not block."""
        ...
