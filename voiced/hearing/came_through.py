"""The share of a played sound that came back by the microphone, by its loudness over time."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from voiced.hearing.frame import AudioFrame, dbfs

_AUDIBLE_DB = 30.0
"""A frame of the played sound that is at most this much below its loudest one counts."""
_LEAST_LIKENESS = 0.5
_LEAST_ABOVE_NOISE_DB = 6.0


class CameThrough(Struct, frozen=True):
    """The part of a sound that the microphone heard.

    Attributes:
        delay_frames: frames from its beginning to its beginning in the microphone.
        likeness: how alike the loudness of both is over time; 1 is the same, 0 is no likeness.
        level_dbfs: the loudness in the microphone while it sounded.
        above_noise_db: the same above the microphone's quietest tenth.
    """

    delay_frames: int
    likeness: float
    level_dbfs: float
    above_noise_db: float

    @property
    def is_heard(self) -> bool:
        """Whether the sound is in what the microphone heard."""
        return self.likeness >= _LEAST_LIKENESS and self.above_noise_db >= _LEAST_ABOVE_NOISE_DB


def came_through(played: Sequence[AudioFrame], heard: Sequence[AudioFrame]) -> CameThrough:
    """Find a sound in what the microphone heard, which is longer than the sound."""
    said, room = [dbfs(frame) for frame in played], [dbfs(frame) for frame in heard]
    loudest = max(said)
    audible = [at for at, level in enumerate(said) if level > loudest - _AUDIBLE_DB]
    shape = [max(level, loudest - _AUDIBLE_DB) for level in said]
    delays = range(max(1, len(room) - len(said) + 1))
    likeness, delay = max((_correlation(shape, room[by : by + len(shape)]), by) for by in delays)
    level = fmean(room[at + delay] for at in audible if at + delay < len(room))
    floor = sorted(room)[len(room) // 10]
    return CameThrough(delay, likeness, level, level - floor)


def _correlation(ones: Sequence[float], others: Sequence[float]) -> float:
    """The correlation of two courses of loudness, 0 if one of them does not change."""
    mean, other_mean = fmean(ones), fmean(others)
    pairs = [(one - mean, other - other_mean) for one, other in zip(ones, others, strict=False)]
    power = sum(one * one for one, _ in pairs) * sum(other * other for _, other in pairs)
    return sum(one * other for one, other in pairs) / power**0.5 if power else 0.0
