"""A delegate that does nothing: what watches only some of what happens begins with it."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue.phase import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.transaction import Transaction


class Bystander:
    """Is told everything that a `Delegate` is told, and makes nothing of it."""

    def on_state_changed(self, phase: Phase) -> None:
        """Ignored."""

    def on_speech_detected(self) -> None:
        """Ignored."""

    def on_nothing_heard(self) -> None:
        """Ignored."""

    def on_partial_text(self, text: str) -> None:
        """Ignored."""

    def on_final_text(self, text: str, batch: DraftBatch | None) -> None:
        """Ignored."""

    def on_draft_batch_updated(self, batch: DraftBatch | None, revision: int) -> None:
        """Ignored."""

    def on_interim_text(self, text: str) -> None:
        """Ignored."""

    def on_speaking(self, text: str) -> None:
        """Ignored."""

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        """Ignored."""

    def on_revised(self, rows: Sequence[Transaction]) -> None:
        """Ignored."""

    def on_answer(self, rows: Sequence[Transaction]) -> None:
        """Ignored."""

    def on_error(self, message: str) -> None:
        """Ignored."""

    def on_microphone_lost(self, reason: str) -> None:
        """Ignored."""

    def on_microphone_back(self) -> None:
        """Ignored."""

    def on_continue_recording(self) -> None:
        """Ignored."""
