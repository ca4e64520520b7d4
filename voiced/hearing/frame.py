"""Audio as the daemon handles it: 16 kHz, 16-bit, mono, in frames of 20 ms, placed by sample number; and its loudness."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from msgspec import Struct

SAMPLE_RATE = 16_000
"""Samples per second, as every recogniser and voice activity detector here expects."""
FRAME_SAMPLES = 320
"""20 ms: a length that webrtcvad accepts. The delay that it adds is not noticeable."""
BYTES_PER_SAMPLE = 2
FULL_SCALE = 32_768
"""One above the largest sample; the smallest one is its negative."""
FRAME_BYTES = FRAME_SAMPLES * BYTES_PER_SAMPLE


class AudioFrame(Struct, frozen=True):
    """`FRAME_SAMPLES` little-endian 16-bit samples; `start` counts samples since the session began to listen."""

    start: int
    pcm: bytes

    @property
    def end(self) -> int:
        """The sample after the last one of this frame."""
        return self.start + FRAME_SAMPLES


def seconds(samples: int) -> float:
    """A number of samples as seconds."""
    return samples / SAMPLE_RATE


def samples(seconds_: float) -> int:
    """Seconds as a number of samples."""
    return round(seconds_ * SAMPLE_RATE)


QUIETEST_DBFS = -96.0
"""The lower end of 16 bits; digital silence gets this level."""
_CLIPPED_SHARE = 0.001
"""One sample in a thousand at the end of the scale; a mere click has fewer."""


class Level(Struct, frozen=True):
    """Loudness in dB below full scale, as root mean square over 20 ms.

    Attributes:
        floor_dbfs: the noise of the room; one frame in ten is quieter.
        loudest_dbfs: the loudest frame.
        is_clipped: whether samples are cut off at the end of the scale.
        is_dead: whether every sample is zero, as from a muted microphone.
    """

    floor_dbfs: float
    loudest_dbfs: float
    is_clipped: bool
    is_dead: bool


def level_of(frames: Sequence[AudioFrame]) -> Level:
    """The level of some frames; that of silence for an empty sequence."""
    pieces = [_samples(frame) for frame in frames]
    loudness = sorted(map(_dbfs, pieces))
    count = sum(map(len, pieces))
    clipped = sum(abs(sample) >= FULL_SCALE - 1 for piece in pieces for sample in piece)
    return Level(
        floor_dbfs=loudness[len(loudness) // 10] if loudness else QUIETEST_DBFS,
        loudest_dbfs=loudness[-1] if loudness else QUIETEST_DBFS,
        is_clipped=clipped > count * _CLIPPED_SHARE,
        is_dead=not any(any(piece) for piece in pieces),
    )


def dbfs(frame: AudioFrame) -> float:
    """The loudness of one frame."""
    return _dbfs(_samples(frame))


def _samples(frame: AudioFrame) -> array[int]:
    return array("h", frame.pcm)


def _dbfs(piece: array[int]) -> float:
    power = sum(sample * sample for sample in piece) / max(len(piece), 1)
    return max(QUIETEST_DBFS, 10 * math.log10(power / FULL_SCALE**2)) if power else QUIETEST_DBFS
