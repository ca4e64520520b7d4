"""A recogniser that understands nothing at first sight, so that the second look is all there is, and the noise it must endure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile
import soxr

from tests.runtime.noisy_room import Endured, NoisyRoom
from tests.support.noises import babble, crowd, fan, key_clicks, melody, sound_of
from tests.support.recordings import CONVERSATIONS, recordings
from tests.support.spoken_daemon import WHISPER
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.dialogue.unclear import SHORT_COMMANDS
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import BYTES_PER_SAMPLE, FULL_SCALE, SAMPLE_RATE, samples
from voiced.ports.sound import ListeningFor

SYLLABLES = CONVERSATIONS.parent / "syllables"
SECONDS_APART = 4
"""Between the beginnings of two sounds."""


class Muffled(WhisperRecognizer):
    """Whisper whose guard takes each sound for a noise, so that only the second look is left."""

    def attempt(self) -> str:
        return ""


class Forgetting(Muffled):
    """The same, but each fifth utterance is understood, so that we never grow silent."""

    def __init__(self, weights: Path) -> None:
        super().__init__(weights)
        self._count = 0

    def start(self, listening_for: ListeningFor) -> None:
        super().start(listening_for)
        self._count += 1

    def attempt(self) -> str:
        return "" if self._count % 5 else "等一下"

    def closest(self, words: Sequence[str]) -> str:
        self._count -= 1  # it was started once more for the same utterance
        return super().closest(words)


async def noise_and_talk(ledger: Path, minutes: int, seed: int = 34) -> tuple[int, Endured]:
    """How many sounds there were, and their effect on an open draft.

    Each sound comes to the second look, twice in a row, as if the recogniser had found no words in it.
    """
    sounds = list(talk_and_noise(minutes, seed))
    room = NoisyRoom(ledger, lambda: Forgetting(WHISPER))
    return len(sounds), await room.noise(b"".join(sounds), Phase.CONFIRMING)


def talk_and_noise(minutes: int, seed: int) -> Iterator[bytes]:
    """Sounds of four seconds: pieces of talk, two syllables of no meaning, and noises, each twice."""
    random = np.random.default_rng(seed)
    # A piece of 「确认第一笔」 is the command that was said.
    talk = [one.pcm for one in recordings() if not any(word in one.text for word in SHORT_COMMANDS)]
    syllables = [syllable(path) for path in sorted(SYLLABLES.glob("*.mp3"))]
    for number in range(minutes * 60 // SECONDS_APART // 2):
        match number % 4:
            case 0:
                noise = (babble, crowd, melody, fan, key_clicks)[number // 4 % 5]
                sound = sound_of(noise, seed=number, level=1500, seconds=1.0)
            case 1:
                sound = b"".join(syllables[int(random.integers(len(syllables)))] for _ in range(2))
            case _:
                whole = talk[int(random.integers(len(talk)))]
                length = int(random.integers(samples(0.5), samples(1.3))) * BYTES_PER_SAMPLE
                start = int(random.integers(max(1, (len(whole) - length) // BYTES_PER_SAMPLE)))
                sound = whole[start * BYTES_PER_SAMPLE :][:length]
        padded = sound.ljust(samples(SECONDS_APART) * BYTES_PER_SAMPLE, b"\0")
        yield from (padded, padded)


def syllable(path: Path) -> bytes:
    """A recorded syllable as 16-bit samples at 16 kHz."""
    sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return (soxr.resample(sound[:, 0], rate, SAMPLE_RATE) * FULL_SCALE * 0.5).astype("<i2").tobytes()
