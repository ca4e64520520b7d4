"""Audio as the daemon handles it: 16 kHz, 16-bit, mono, in frames of 20 ms, placed by sample number."""

from __future__ import annotations

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
