"""One take of a kind of spoken conversation, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from voiced.adapters.voice.time_stretch import stretched
from voiced.hearing.frame import SAMPLE_RATE

Sound = bytes


@dataclass
class Conversation:
    """One take of a kind, and what came of it.

    Attributes:
        expected: the rows that were meant, amount and type.
        words: what is said, turn by turn.
        sounds: the same as sounds, as they were recorded.
        other: the sound of other words.
        vary: makes a sound of this take of a recorded one.
        repeats: turns that were said again or in other words, and questions that were answered.
        silences: turns without an answer.
        by_rule: those that decision 0080 leaves unanswered, as two in a row were answered by 「没听清，请再说一次。」.
        mended: read-backs that differed from what was said, so that the person corrected them.
        by_sum: those of `mended` that only a person who knows the sum of the rows can notice.
    """

    kind: str
    take: str
    expected: tuple[str, ...]
    words: tuple[str, ...]
    sounds: tuple[Sound, ...] = field(repr=False)
    other: Callable[[str], Sound] = field(repr=False)
    vary: Callable[[Sound], Sound] = field(repr=False)
    heard: list[str] = field(default_factory=list[str])
    said: list[str] = field(default_factory=list[str])
    rows: tuple[str, ...] = ()
    silences: int = 0
    by_rule: int = 0
    repeats: int = 0
    mended: int = 0
    by_sum: int = 0

    @property
    def wrong_rows(self) -> int:
        """Rows that were not meant."""
        return sum((Counter(self.rows) - Counter(self.expected)).values())

    @property
    def is_right(self) -> bool:
        """Whether the ledger holds what was meant."""
        return Counter(self.rows) == Counter(self.expected)


def in_time(sound: Sound, factor: float) -> Sound:
    """A sound with so many times its length, at the same pitch."""
    return pcm_of(stretched(samples_of(sound), SAMPLE_RATE, factor))


def samples_of(sound: Sound) -> npt.NDArray[np.float32]:
    """The samples of a sound."""
    return np.frombuffer(sound, dtype="<i2").astype(np.float32)


def pcm_of(samples: npt.NDArray[np.float32]) -> Sound:
    """A sound of samples; what is too loud is cut."""
    return np.rint(samples).clip(-32_768, 32_767).astype("<i2").tobytes()
