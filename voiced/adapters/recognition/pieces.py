"""Cuts a sound that is too long for a recogniser at quiet places."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from voiced.hearing.frame import samples

_PAUSE_SAMPLES = samples(0.1)
_SEARCHED_SAMPLES = samples(5.0)
"""A sound is cut in the quietest tenth of a second of the last 5 s."""


def pieces(pcm: bytes, longest_seconds: float) -> Iterator[bytes]:
    """The sound in pieces of at most this length."""
    sound = np.frombuffer(pcm, dtype="<i2")
    longest = samples(longest_seconds)
    while len(sound) > longest:
        cut = longest - _SEARCHED_SAMPLES + _quietest(sound[longest - _SEARCHED_SAMPLES : longest])
        yield sound[:cut].tobytes()
        sound = sound[cut:]
    yield sound.tobytes()


def _quietest(sound: npt.NDArray[np.int16]) -> int:
    """The middle of the quietest pause, in samples from the beginning."""
    whole = len(sound) // _PAUSE_SAMPLES
    pauses = sound[: whole * _PAUSE_SAMPLES].reshape(whole, _PAUSE_SAMPLES).astype(np.float32)
    return int((pauses**2).sum(axis=1).argmin()) * _PAUSE_SAMPLES + _PAUSE_SAMPLES // 2
