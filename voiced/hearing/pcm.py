"""Sound of any rate, whole: what a voice makes and a player plays."""

from __future__ import annotations

from msgspec import Struct


class Pcm(Struct, frozen=True):
    """Sound to be played: little-endian 16-bit mono samples at `sample_rate` per second."""

    samples: bytes
    sample_rate: int

    @property
    def seconds(self) -> float:
        """How long it sounds."""
        return len(self.samples) / 2 / self.sample_rate
