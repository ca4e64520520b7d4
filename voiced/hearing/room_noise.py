"""The steady noise of a room and its highest level. A frame below that level is noise, so the detector skips it.

A fan is loud and monotonous. A speaker is louder than the fan, if not over the whole spectrum, then in the part above the
fan's frequencies. Speech, music and key clicks are not steady, so the level ignores them.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

_STRETCH_FRAMES = 25
_STRETCHES = 4
"""Two seconds, half a second at a time: the time after which a steady noise is known."""
_MOST_SWING = 5.0
"""Loudest frame to the mean, 7 dB. A fan has 2 to 3, rarely 5, hiss and hum 1.2; key clicks, knocks and music 6 to 11."""
_HEADROOM = 1.26
"""1 dB: a steady noise is sometimes a little louder than in the two seconds that were measured."""
_LEAST = 1.0

Levels = tuple[float, float, float]
"""Power of a frame: of its samples, of their differences, and of the differences of these. The first mostly measures low
frequencies, the last high ones; a fan is loud in the first only."""


def levels(pcm: bytes) -> Levels:
    """The levels of a frame.

    Args:
        pcm: little-endian 16-bit samples.
    """
    sound = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
    middle = sound[1:] - sound[:-1]
    high = middle[1:] - middle[:-1]
    return (
        max(float(sound @ sound), _LEAST),
        max(float(middle @ middle), _LEAST),
        max(float(high @ high), _LEAST),
    )


class _Stretch(Struct, frozen=True):
    """Frames of noise."""

    frames: int = 0
    loudest: Levels = (0.0, 0.0, 0.0)
    total: Levels = (0.0, 0.0, 0.0)

    def after(self, frame: Levels) -> _Stretch:
        return _Stretch(self.frames + 1, _louder(self.loudest, frame), _sum(self.total, frame))


class RoomNoise(Struct, frozen=True):
    """The noise as it was measured so far.

    Attributes:
        running: the stretch that is being measured.
        stretches: the stretches before it, the newest last.
        ceiling: the highest level of the steady noise; None until one is known.
    """

    running: _Stretch = _Stretch()
    stretches: tuple[_Stretch, ...] = ()
    ceiling: Levels | None = None

    def holds(self, frame: Levels) -> bool:
        """Whether all levels of a frame are within those of the noise."""
        return self.ceiling is not None and all(
            level <= most for level, most in zip(frame, self.ceiling, strict=True)
        )

    def after(self, frame: Levels) -> RoomNoise:
        """The noise with one more frame, which is known to hold no speech."""
        running = self.running.after(frame)
        if running.frames < _STRETCH_FRAMES:
            return RoomNoise(running, self.stretches, self.ceiling)
        stretches = (*self.stretches, running)[-_STRETCHES:]
        return RoomNoise(_Stretch(), stretches, _ceiling(stretches))


UNKNOWN = RoomNoise()


def _ceiling(stretches: tuple[_Stretch, ...]) -> Levels | None:
    if len(stretches) < _STRETCHES:
        return None
    loudest, total = stretches[0].loudest, stretches[0].total
    for stretch in stretches[1:]:
        loudest, total = _louder(loudest, stretch.loudest), _sum(total, stretch.total)
    swings = (most * _STRETCHES * _STRETCH_FRAMES / all_ for most, all_ in zip(loudest, total, strict=True))
    if max(swings) > _MOST_SWING:
        return None
    return (loudest[0] * _HEADROOM, loudest[1] * _HEADROOM, loudest[2] * _HEADROOM)


def _louder(one: Levels, other: Levels) -> Levels:
    return (max(one[0], other[0]), max(one[1], other[1]), max(one[2], other[2]))


def _sum(one: Levels, other: Levels) -> Levels:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])
