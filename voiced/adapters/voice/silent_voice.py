"""The voice of a machine that shows and does not speak."""

from __future__ import annotations

from voiced.ports import Pcm

_SAMPLE_RATE = 16_000


class SilentVoice:
    """Every sentence is no sound at all."""

    async def check(self) -> None:
        """It reads everything."""

    async def synthesize(self, text: str) -> Pcm:
        """No samples."""
        return Pcm(b"", _SAMPLE_RATE)

    async def close(self) -> None:
        """Nothing to end."""
