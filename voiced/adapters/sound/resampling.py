"""Sound at another sample rate: whole, or block by block as a device delivers it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import soxr

from voiced.hearing.frame import SAMPLE_RATE


def resampled(samples: npt.NDArray[np.float32], rate: int, to_rate: int) -> bytes:
    """A whole sound as little-endian 16-bit samples at another rate; samples beyond the range are clipped.

    Args:
        samples: of shape (time,), 32 767 for the loudest.
        rate: samples per second of `samples`.
        to_rate: samples per second of the result.
    """
    if rate != to_rate:
        samples = soxr.resample(samples, rate, to_rate)
    return np.rint(samples).clip(-32_768, 32_767).astype("<i2").tobytes()


class StreamResampler:
    """Blocks of one stream at 16 kHz, without a click between them."""

    def __init__(self, rate: int) -> None:
        """From `rate` samples per second."""
        self._stream = soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="int16")

    def resample(self, pcm: bytes) -> bytes:
        """The block at 16 kHz. The first blocks return fewer samples than their share; the rest comes later."""
        return self._stream.resample_chunk(np.frombuffer(pcm, dtype="<i2")).astype("<i2").tobytes()
