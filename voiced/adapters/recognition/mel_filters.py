"""Whisper's mel filters, applied to a spectrum."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


class MelFilters:
    """A matrix of bands by frequencies. Its product runs on one thread, precisely enough that rounding changes no word.

    For a millisecond's work numpy's own product wakes a thread on every core, and these threads spin while the encoder
    needs the cores: 0.07 s of processor time in each recognition. Its rounding also depends on how the work was shared:
    twelve seconds of speech gave 地铁四块 in one run and 地铁四块五 in the next.
    """

    def __init__(self, filters: npt.NDArray[np.float32]) -> None:
        """Take over the filters of a feature extractor."""
        self._filters = filters.astype(np.float64)

    def __matmul__(self, magnitudes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The power in each band, from the power at each frequency."""
        return np.einsum("mf,ft->mt", self._filters, magnitudes).astype(np.float32)
