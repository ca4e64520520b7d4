"""Sound that is played: the samples of a sentence or a tone, and the moments that have a tone."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Pcm(Struct, frozen=True):
    """Sound to be played: little-endian 16-bit mono samples at `sample_rate` per second."""

    samples: bytes
    sample_rate: int

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.samples) / 2 / self.sample_rate


class Earcon(Enum):
    """The moments that a short tone announces."""

    LISTENING = "listening"
    HEARD = "heard"
    SAVED = "saved"
    ERROR = "error"
