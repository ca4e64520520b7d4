"""A whole sound of any sample rate, from a voice to a player."""

from __future__ import annotations

from msgspec import Struct


class Pcm(Struct, frozen=True):
    """Sound to be played: little-endian 16-bit mono samples at `sample_rate` per second."""

    samples: bytes
    sample_rate: int

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.samples) / 2 / self.sample_rate
