"""What the card shows, kept up by the delegate's reports: one frozen value, replaced at each change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.phase import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.transaction import Transaction


class SavedRows(Struct, frozen=True):
    """The batch that was saved last in this session."""

    batch_id: str
    rows: tuple[Transaction, ...]


class CardState(Struct, frozen=True):
    """All that a page shows of the conversation; see docs/card.md for the words.

    Attributes:
        said: the sentence said last; `speaking` is the same until the speaker begins.
        revision: the draft's, named by presses.
        ledger_changes: how often rows were saved, taken back or changed: a page that shows the ledger reads it anew.
    """

    phase: Phase = Phase.IDLE
    hearing: bool = False
    partial: str = ""
    heard: str = ""
    said: str = ""
    speaking: str = ""
    interim: str = ""
    error: str = ""
    microphone_lost: bool = False
    revision: int = 0
    draft: DraftBatch | None = None
    saved: SavedRows | None = None
    answer: tuple[Transaction, ...] | None = None
    ledger_changes: int = 0


class Card:
    """A `Delegate` that keeps the state and wakes those who watch it."""

    def __init__(self) -> None:
        self.state = CardState()
        self._watchers: set[Callable[[], None]] = set()

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` after each report, until the returned function is called."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def on_state_changed(self, phase: Phase) -> None:
        """A session that begins starts with an empty card; one that ends leaves what was said and saved."""
        if self.state.phase is Phase.IDLE:
            before = self.state
            self._show(
                CardState(
                    phase=phase,
                    microphone_lost=before.microphone_lost,
                    revision=before.revision,
                    ledger_changes=before.ledger_changes,
                )
            )
        elif phase is Phase.IDLE:
            self._change(phase=phase, hearing=False, partial="", speaking="", draft=None, answer=None)
        else:
            self._change(phase=phase)

    def on_speech_detected(self) -> None:
        """Somebody speaks."""
        self._change(hearing=True, partial="", speaking="")

    def on_nothing_heard(self) -> None:
        """It was a noise."""
        self._change(hearing=False, partial="")

    def on_partial_text(self, text: str) -> None:
        """The running utterance."""
        self._change(hearing=True, partial=text)

    def on_final_text(self, text: str, batch: DraftBatch | None) -> None:
        """A turn was heard; what belonged to the one before goes."""
        del batch  # the draft has its own report
        self._change(hearing=False, partial="", heard=text, speaking="", interim="", error="", answer=None)

    def on_draft_batch_updated(self, batch: DraftBatch | None, revision: int) -> None:
        """The draft, also unchanged where a press was refused."""
        saved = self.state.saved if batch is None else None
        self._change(draft=batch, revision=revision, saved=saved)

    def on_interim_text(self, text: str) -> None:
        """Words that led to nothing."""
        self._change(interim=text)

    def on_speaking(self, text: str) -> None:
        """A sentence is said; whatever was heard before it is over."""
        self._change(said=text, speaking=text, hearing=False, partial="")

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        """Rows are in the ledger."""
        changes = self.state.ledger_changes + 1
        self._change(saved=SavedRows(batch_id, tuple(rows)), ledger_changes=changes)

    def on_revised(self, rows: Sequence[Transaction]) -> None:
        """Saved rows were changed, by voice or on a page: every page that shows the ledger reads it anew."""
        saved = self.state.saved
        saved = SavedRows(saved.batch_id, tuple(rows)) if saved is not None and rows else None
        self._change(saved=saved, ledger_changes=self.state.ledger_changes + 1)

    def on_answer(self, rows: Sequence[Transaction]) -> None:
        """The rows behind an answer."""
        self._change(answer=tuple(rows))

    def on_error(self, message: str) -> None:
        """Something failed."""
        self._change(error=message)

    def on_microphone_lost(self, reason: str) -> None:
        """No sound comes in."""
        self._change(microphone_lost=True, error=reason, hearing=False, partial="")

    def on_microphone_back(self) -> None:
        """Sound comes in again."""
        self._change(microphone_lost=False, error="")

    def on_continue_recording(self) -> None:
        """The card is empty already: the draft was saved."""

    def _change(self, **fields: Any) -> None:
        self._show(replace(self.state, **fields))

    def _show(self, state: CardState) -> None:
        self.state = state
        for watcher in tuple(self._watchers):
            watcher()
