"""Sound at a device's own rate as the 16 kHz that everything here expects, block by block."""

from __future__ import annotations

import numpy as np
import soxr

from voiced.hearing.frame import SAMPLE_RATE


class StreamResampler:
    """Blocks of one stream, end to end: no click where two of them meet."""

    def __init__(self, rate: int) -> None:
        """From `rate` samples per second."""
        self._stream = soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="int16")

    def resample(self, pcm: bytes) -> bytes:
        """16-bit mono samples, changed; the first blocks give less than their share, which comes later."""
        return self._stream.resample_chunk(np.frombuffer(pcm, dtype="<i2")).astype("<i2").tobytes()
