"""A voice without sound, for a machine that only shows its answers."""

from __future__ import annotations

from voiced.sound import Pcm

_SAMPLE_RATE = 16_000


class SilentVoice:
    """Gives an empty sound for every sentence."""

    async def check(self) -> None:
        """Do nothing."""

    async def synthesize(self, text: str) -> Pcm:
        """An empty sound."""
        return Pcm(b"", _SAMPLE_RATE)

    async def close(self) -> None:
        """Do nothing."""
