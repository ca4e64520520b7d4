"""The recorded conversations: what is said in each, and what it leaves in the ledger."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path

RECORDINGS = Path(__file__).parent.parent / "audio" / "conversations"


@dataclass(frozen=True, slots=True)
class RecordedConversation:
    """One folder of recordings.

    Attributes:
        words: what is said, turn by turn.
        recordings: the WAV file of each turn.
        answers: what the model answers, in order; without answers local rules understand it alone.
        rows: `amount TYPE category` of each ledger row, in order.
        rows_with_whisper: the same where Whisper hears the words.
    """

    name: str
    words: tuple[str, ...]
    recordings: tuple[Path, ...]
    answers: tuple[str, ...]
    rows: tuple[str, ...]
    rows_with_whisper: tuple[str, ...]


def recorded_conversations() -> tuple[RecordedConversation, ...]:
    """All of them, by name."""
    with (RECORDINGS / "transcripts.tsv").open(encoding="utf-8") as file:
        words = {line["file"]: line["text"] for line in csv.DictReader(file, delimiter="\t")}
    expected = tomllib.loads((Path(__file__).parent / "expected.toml").read_text(encoding="utf-8"))
    conversations: list[RecordedConversation] = []
    for name, outcome in sorted(expected.items()):
        files = sorted((RECORDINGS / name).glob("*.wav"), key=lambda path: int(path.stem))
        conversations.append(
            RecordedConversation(
                name=name,
                words=tuple(words[f"{name}/{path.name}"] for path in files),
                recordings=tuple(files),
                answers=tuple(outcome.get("model", ())),
                rows=tuple(outcome["rows"]),
                rows_with_whisper=tuple(outcome.get("rows_with_whisper", outcome["rows"])),
            )
        )
    return tuple(conversations)
