"""Slower or faster speech at the same pitch, by overlapping pieces that are shifted until they fit (WSOLA)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_WINDOW_SECONDS = 0.024
_SEARCH_SECONDS = 0.008
"""How far a piece may be shifted to fit the one before; half a period of a deep voice."""

Waveform = npt.NDArray[np.float32]
"""Mono sound, 32 767 for the loudest."""


def stretched(sound: Waveform, sample_rate: int, factor: float) -> Waveform:
    """The sound with another length.

    Args:
        sound: mono.
        sample_rate: samples per second.
        factor: the new length in parts of the old one: 0.5 is twice as fast.
    """
    return retimed(sound, sample_rate, np.full(len(sound), factor, np.float32))


def retimed(sound: Waveform, sample_rate: int, factors: Waveform) -> Waveform:
    """The sound with another length, which may differ from place to place.

    Args:
        sound: mono.
        sample_rate: samples per second.
        factors: for each sample the time it gets in the result; 1 leaves its surroundings as they are.
    """
    window = 2 * round(_WINDOW_SECONDS * sample_rate / 2)
    hop, search = window // 2, round(_SEARCH_SECONDS * sample_rate)
    ends = np.cumsum(factors)
    length = round(float(ends[-1])) if len(ends) else 0
    if len(sound) < 2 * window or length < window:
        return sound
    source = np.concatenate([sound, np.zeros(window + hop + 2 * search, np.float32)])
    shape = np.hanning(window + 1)[:window].astype(np.float32)
    result = np.zeros(length + window, np.float32)
    result[:hop] = source[:hop]
    result[hop:window] = source[hop:window] * shape[hop:]
    previous = 0
    for at in range(hop, length, hop):
        wanted = source[previous + hop : previous + hop + window]
        begin = max(0, int(np.searchsorted(ends, at)) - search)
        place = begin + _best_fit(source[begin : begin + window + 2 * search], wanted)
        result[at : at + window] += source[place : place + window] * shape
        previous = min(place, len(sound))
    return result[:length]


def _best_fit(region: Waveform, wanted: Waveform) -> int:
    """Where in the region the samples are most like the wanted ones."""
    likeness = np.correlate(region, wanted, "valid")
    energy = np.convolve(region * region, np.ones(len(wanted), np.float32), "valid")
    return int(np.argmax(likeness / np.sqrt(energy + 1)))
