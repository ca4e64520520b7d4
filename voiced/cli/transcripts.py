"""The conversation on standard output: as JSON lines for a script, or as a transcript for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from voiced.cli.colours import Colour, Palette
from voiced.cli.terminal import shown, shown_entry
from voiced.dialogue.sentences.read_back import READ_ONE_BY_ONE
from voiced.dialogue.values import effects as fx
from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import Transaction
from voiced.ports.conversation import MicrophoneLost, Report

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


class JsonLines:
    """One JSON object a line on standard output; `t` is seconds of audio heard. The contract of `replay --json`."""

    def __init__(self, heard_seconds: Callable[[], float]) -> None:
        self._heard_seconds = heard_seconds
        self._ended = False

    def tell(self, report: Report) -> None:
        """Print the report as one JSON object."""
        match report:
            case fx.ChangeState(phase):
                self._print("state", state=phase.value)
            case fx.TellSpeechDetected():
                self._print("speech_detected")
            case fx.TellPartialText(text):
                self._print("partial_text", text=text)
            case fx.TellFinalText(text):
                self._print("final_text", text=text)
            case fx.ShowDraft(batch, revision):
                items = [_item(item) for item in batch.items] if batch else []
                self._print("draft_batch", items=items, revision=revision)
            case fx.TellInterimText(text):
                self._print("interim_text", text=text)
            case fx.Speak(_, text):
                self._print("speak", text=text)
            case fx.TellSaved(batch_id, rows):
                self._print("saved", count=len(rows), batch_id=batch_id)
            case fx.TellError(message) | MicrophoneLost(message):
                self._print("error", message=message)
            case fx.TellContinueRecording():
                self._print("continue_recording")
            case _:
                pass

    def end(self) -> None:
        """End the output: all turns were played, and the reports of the shutdown are left out."""
        self._print("end")
        self._ended = True

    def _print(self, event: str, **fields: Json) -> None:
        if not self._ended:
            line = {"event": event, "t": round(self._heard_seconds(), 3), **fields}
            print(msgspec.json.encode(line).decode(), flush=True)


_MOST_ROWS = 5
"""The rows of an answer that are printed; the command for the others stands below them."""


class Transcript:
    """The conversation as a dialogue between 你 and 它."""

    def __init__(self, palette: Palette, *, echo_words: bool = True) -> None:
        self._palette = palette
        self._echo_words = echo_words
        self._answer: Sequence[Transaction] = ()
        self._draft: Sequence[DraftTransaction] = ()
        self._ended = False

    def tell(self, report: Report) -> None:
        """Print sentences of both sides, drafts that are too long to be read out, saved rows, answers and failures."""
        match report:
            case fx.TellFinalText(text) if self._echo_words:
                self._print(f"{self._palette.paint('你：', Colour.ASIDE)}{text}")
            case fx.ShowDraft(batch):
                self._show_draft(() if batch is None else batch.pending_items)
            case fx.Speak(_, text):
                self._print(f"{self._palette.paint('它：', Colour.VOICE)}{text}")
                self._print_answer()
            case fx.TellSaved(_, rows):
                self._print_rows(self._palette.paint("✓", Colour.GAIN), rows)
            case fx.TellAnswer(answer):
                # The sentence of the answer follows at once, and is read first.
                self._answer = answer.rows
            case fx.TellError(message) | MicrophoneLost(message):
                # It is a part of the conversation; the log also writes it to standard error.
                self._print(self._palette.paint(f"    ! {message}", Colour.ALARM))
            case _:
                pass

    def end(self) -> None:
        """End the output: all turns were played, and the reports of the shutdown are left out."""
        self._ended = True

    def _show_draft(self, items: Sequence[DraftTransaction]) -> None:
        """Print the rows of a draft of which the sentence says only the totals, unless they are as before."""
        before, self._draft = self._draft, items
        if len(items) > READ_ONE_BY_ONE and items != before:
            for item in items:
                self._print(f"    {item.number:>2}  {shown_entry(item.result)}")

    def _print_answer(self) -> None:
        rows, self._answer = self._answer, ()
        self._print_rows("·", rows[:_MOST_ROWS])
        if len(rows) > _MOST_ROWS:
            self._print(self._palette.paint("    … 其余的：voiced ledger list", Colour.ASIDE))

    def _print_rows(self, mark: str, rows: Sequence[Transaction]) -> None:
        for row in rows:
            self._print(f"    {mark} {shown(row)}")

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
