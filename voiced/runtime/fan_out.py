"""Several who watch one conversation, none of whom can hurt the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from voiced.dialogue.phase import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.transaction import Transaction
from voiced.ports import Delegate

log = logging.getLogger(__name__)


class FanOut:
    """A `Delegate` that tells all of several, in order. One that raises is logged; the others hear it all the same."""

    def __init__(self, *delegates: Delegate) -> None:
        self._delegates = delegates

    def on_state_changed(self, phase: Phase) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_state_changed(phase))

    def on_speech_detected(self) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_speech_detected())

    def on_nothing_heard(self) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_nothing_heard())

    def on_partial_text(self, text: str) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_partial_text(text))

    def on_final_text(self, text: str, batch: DraftBatch | None) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_final_text(text, batch))

    def on_draft_batch_updated(self, batch: DraftBatch | None, revision: int) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_draft_batch_updated(batch, revision))

    def on_interim_text(self, text: str) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_interim_text(text))

    def on_speaking(self, text: str) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_speaking(text))

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_saved(batch_id, rows))

    def on_revised(self, rows: Sequence[Transaction]) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_revised(rows))

    def on_answer(self, rows: Sequence[Transaction]) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_answer(rows))

    def on_error(self, message: str) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_error(message))

    def on_microphone_lost(self, reason: str) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_microphone_lost(reason))

    def on_microphone_back(self) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_microphone_back())

    def on_continue_recording(self) -> None:
        """Pass it on."""
        self._tell(lambda one: one.on_continue_recording())

    def _tell(self, report: Callable[[Delegate], None]) -> None:
        for delegate in self._delegates:
            try:
                report(delegate)
            except Exception as error:  # noqa: BLE001 - whatever a watcher does, the conversation goes on
                # The name alone: what was said is none of the log's business.
                log.warning(
                    "%s failed to show what happened: %s", type(delegate).__name__, type(error).__name__
                )
