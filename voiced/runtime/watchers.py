"""Watchers of one conversation: several at once, and one that gets a call for each kind of report."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.restorable import Restorable
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.transaction import Transaction
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, Report, Watcher

log = logging.getLogger(__name__)


class Watchers:
    """Passes each report to several watchers, in order. An error of one is logged, and the others get the report."""

    def __init__(self, *watchers: Watcher) -> None:
        self._watchers = watchers

    def tell(self, report: Report) -> None:
        """Pass it on."""
        for watcher in self._watchers:
            try:
                watcher.tell(report)
            except Exception as error:  # noqa: BLE001 - whatever a watcher does, the conversation goes on
                # The log gets the names alone: what was said is private.
                log.warning(
                    "%s failed to show what happened: %s", type(watcher).__name__, type(error).__name__
                )


class Delegate(Protocol):
    """An observer with one method for each report, instead of one `match`. `Watcher` says when each is called."""

    def on_state_changed(self, phase: Phase) -> None:
        """The dialogue is in another phase."""
        ...

    def on_speech_detected(self) -> None:
        """An utterance has begun."""
        ...

    def on_nothing_heard(self) -> None:
        """The utterance is over and held no words."""
        ...

    def on_partial_text(self, text: str) -> None:
        """The words of the utterance so far."""
        ...

    def on_final_text(self, text: str, batch: DraftBatch | None) -> None:
        """The words of a whole utterance, and the draft that they led to or were about."""
        ...

    def on_draft_batch_updated(self, batch: DraftBatch | None, revision: int) -> None:
        """The current draft, or None when it was saved or dropped. Presses name the revision."""
        ...

    def on_interim_text(self, text: str) -> None:
        """Words that changed nothing."""
        ...

    def on_speaking(self, text: str) -> None:
        """A sentence that will be spoken."""
        ...

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        """Rows are in the ledger."""
        ...

    def on_revised(self, rows: Sequence[Transaction]) -> None:
        """Saved rows were undone, changed or restored; `rows` are the valid rows of the batch saved last.

        Also called outside a session: the card changes rows at any time.
        """
        ...

    def on_restorable(self, entries: Restorable) -> None:
        """Other entries than before can come back into a new draft. Also called outside a session."""
        ...

    def on_answer(self, rows: Sequence[Transaction]) -> None:
        """The rows that answer a question."""
        ...

    def on_error(self, message: str) -> None:
        """Something failed."""
        ...

    def on_microphone_lost(self, reason: str) -> None:
        """The microphone delivers no sound; it is reopened again and again. Also called outside a session."""
        ...

    def on_microphone_back(self) -> None:
        """The microphone delivers sound again."""
        ...

    def on_continue_recording(self) -> None:
        """The daemon listens for the next entry."""
        ...


class DelegateAdapter:
    """A watcher that calls the method of a delegate for each report."""

    def __init__(self, delegate: Delegate) -> None:
        self._delegate = delegate

    def tell(self, report: Report) -> None:  # noqa: PLR0912 - one case for each report
        """Call the method that belongs to the report."""
        match report:
            case fx.ChangeState(phase):
                self._delegate.on_state_changed(phase)
            case fx.TellSpeechDetected():
                self._delegate.on_speech_detected()
            case fx.TellNothingHeard():
                self._delegate.on_nothing_heard()
            case fx.TellPartialText(text):
                self._delegate.on_partial_text(text)
            case fx.TellFinalText(text, batch):
                self._delegate.on_final_text(text, batch)
            case fx.ShowDraft(batch, revision):
                self._delegate.on_draft_batch_updated(batch, revision)
            case fx.TellInterimText(text):
                self._delegate.on_interim_text(text)
            case fx.Speak(_, text):
                self._delegate.on_speaking(text)
            case fx.TellSaved(batch_id, rows):
                self._delegate.on_saved(batch_id, rows)
            case fx.TellRevised(rows):
                self._delegate.on_revised(rows)
            case fx.TellRestorable(entries):
                self._delegate.on_restorable(entries)
            case fx.TellAnswer(answer):
                self._delegate.on_answer(answer.rows)
            case fx.TellError(message):
                self._delegate.on_error(message)
            case fx.TellContinueRecording():
                self._delegate.on_continue_recording()
            case MicrophoneLost(reason):
                self._delegate.on_microphone_lost(reason)
            case MicrophoneBack():
                self._delegate.on_microphone_back()
