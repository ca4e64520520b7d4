"""The recorded conversations in tests/audio, their words, and the distance of a recognised text from them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from voiced.adapters.sound.wav_files import read_wav
from voiced.hearing.frame import FRAME_BYTES, AudioFrame
from voiced.ports.sound import ListeningFor, Recognizer

CONVERSATIONS = Path(__file__).parents[1] / "audio" / "conversations"

_DIGITS = "零一二三四五六七八九"
_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10_000}


@dataclass(frozen=True, slots=True)
class Recording:
    """One user turn."""

    name: str
    text: str

    @property
    def pcm(self) -> bytes:
        return read_wav(CONVERSATIONS / self.name)

    @property
    def listening_for(self) -> ListeningFor:
        """The kind of words that the daemon expects at this turn: a conversation begins with entries."""
        begins = self.name.endswith("/1.wav") or self.name == "continue_recording/3.wav"
        return ListeningFor.ENTRIES if begins else ListeningFor.COMMANDS


def recordings() -> list[Recording]:
    """All recorded turns."""
    with (CONVERSATIONS / "transcripts.tsv").open(encoding="utf-8", newline="") as table:
        return [Recording(row["file"], row["text"]) for row in csv.DictReader(table, delimiter="\t")]


def hear(recognizer: Recognizer, pcm: bytes, listening_for: ListeningFor) -> str:
    """The text that a recogniser finds in a whole sound, without voice activity detection before it."""
    recognizer.start(listening_for)
    for frame in frames(pcm):
        recognizer.accept(frame)
    return recognizer.finish()


def frames(pcm: bytes) -> Iterator[AudioFrame]:
    for at in range(0, len(pcm), FRAME_BYTES):
        yield AudioFrame(at // 2, pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0"))


def plain(text: str) -> str:
    """The text without punctuation, its numbers in figures, so that 六十 and 60 are the same."""
    letters = re.sub(r"[^\w]", "", text).replace("两", "二")
    return re.sub(rf"[{_DIGITS}{''.join(_UNITS)}]+", lambda number: str(_value(number[0])), letters)


def amounts(text: str) -> list[str]:
    """The figures of a text, in order."""
    return re.findall(r"\d+", plain(text))


def character_errors(said: str, heard: str) -> tuple[int, int]:
    """The number of wrong characters, and of all characters."""
    said, heard = plain(said), plain(heard)
    return min(Levenshtein.distance(said, heard), len(said)), len(said)


def _value(characters: str) -> int:
    total, digit, last_unit = 0, 0, 1
    for character in characters:
        if character in _DIGITS:
            digit = _DIGITS.index(character)
        else:
            last_unit = _UNITS[character]
            total += (digit or 1) * last_unit
            digit = 0
    # 「一百二」 is 120: a digit that ends the number counts the next smaller unit.
    return total + digit * (last_unit // 10 if last_unit > 10 and "零" not in characters else 1)
