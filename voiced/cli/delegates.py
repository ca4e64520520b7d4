"""What a person or a script sees of a conversation on the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from voiced.cli.rows import shown
from voiced.dialogue.phase import Phase
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.transaction import Transaction

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


class JsonLines:
    """One JSON object a line on standard output; `t` is seconds of audio heard. The contract of `replay --json`."""

    def __init__(self, heard_seconds: Callable[[], float]) -> None:
        self._heard_seconds = heard_seconds
        self._ended = False

    def on_state_changed(self, phase: Phase) -> None:
        self._print("state", state=phase.value)

    def on_speech_detected(self) -> None:
        self._print("speech_detected")

    def on_nothing_heard(self) -> None:
        """A script sees that no text came."""

    def on_partial_text(self, text: str) -> None:
        self._print("partial_text", text=text)

    def on_final_text(self, text: str, batch: DraftBatch | None) -> None:
        del batch  # the draft has its own event
        self._print("final_text", text=text)

    def on_draft_batch_updated(self, batch: DraftBatch | None, revision: int) -> None:
        self._print(
            "draft_batch", items=[_item(item) for item in batch.items] if batch else [], revision=revision
        )

    def on_interim_text(self, text: str) -> None:
        self._print("interim_text", text=text)

    def on_speaking(self, text: str) -> None:
        self._print("speak", text=text)

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        self._print("saved", count=len(rows), batch_id=batch_id)

    def on_revised(self, rows: Sequence[Transaction]) -> None:
        """The sentence says it."""

    def on_answer(self, rows: Sequence[Transaction]) -> None:
        """The sentence says it; rows are for the card."""

    def on_error(self, message: str) -> None:
        self._print("error", message=message)

    def on_microphone_lost(self, reason: str) -> None:
        self._print("error", message=reason)

    def on_microphone_back(self) -> None:
        """A script sees that words come again."""

    def on_continue_recording(self) -> None:
        self._print("continue_recording")

    def end(self) -> None:
        """All turns were played; what follows is tidying up."""
        self._print("end")
        self._ended = True

    def _print(self, event: str, **fields: Json) -> None:
        if not self._ended:
            line = {"event": event, "t": round(self._heard_seconds(), 3), **fields}
            print(msgspec.json.encode(line).decode(), flush=True)


class Transcript:
    """The conversation as two people would write it down."""

    def __init__(self, *, echo_words: bool = True) -> None:
        self._echo_words = echo_words
        self._ended = False

    def on_state_changed(self, phase: Phase) -> None:
        """Heard from what is said."""

    def on_speech_detected(self) -> None:
        """Heard from what is said."""

    def on_nothing_heard(self) -> None:
        """Nothing to write down."""

    def on_partial_text(self, text: str) -> None:
        """Only the final text is written down."""

    def on_final_text(self, text: str, batch: DraftBatch | None) -> None:
        if self._echo_words:
            self._print(f"你：{text}")

    def on_draft_batch_updated(self, batch: DraftBatch | None, revision: int) -> None:
        """Read back by voice."""

    def on_interim_text(self, text: str) -> None:
        """Already written down as the final text."""

    def on_speaking(self, text: str) -> None:
        self._print(f"它：{text}")

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        for row in rows:
            self._print(f"    ✓ {shown(row)}")

    def on_revised(self, rows: Sequence[Transaction]) -> None:
        """Heard from what is said."""

    def on_answer(self, rows: Sequence[Transaction]) -> None:
        for row in rows:
            self._print(f"    · {shown(row)}")

    def on_error(self, message: str) -> None:
        """Print it as a part of the conversation; the log has told it on standard error already."""
        self._print(f"    ! {message}")

    def on_microphone_lost(self, reason: str) -> None:
        self.on_error(reason)

    def on_microphone_back(self) -> None:
        """Seen by the words that come again."""

    def on_continue_recording(self) -> None:
        """Heard from what is said."""

    def end(self) -> None:
        """All turns were played; what follows is tidying up."""
        self._ended = True

    def _print(self, line: str) -> None:
        if not self._ended:
            print(line, flush=True)


def _item(item: DraftTransaction) -> Json:
    result = item.result
    return {
        "index": item.index,
        "amount": None if result.amount is None else str(result.amount),
        "type": result.type.value,
        "category": result.category,
        "description": result.description,
        "date": result.date.isoformat(),
        "status": item.status.value,
    }
