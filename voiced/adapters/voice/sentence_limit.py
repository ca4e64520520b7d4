"""The time limit of a voice for one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from voiced.domain.doubling import Doubling
from voiced.errors import VoiceFailure

_LONGEST = 4
"""The limit grows up to this many times the first one."""


class SentenceLimit:
    """A limit that doubles after each sentence that exceeded it, and returns to the first value after one in time."""

    def __init__(self, seconds: float, speaker: str = "") -> None:
        """Prepare.

        Args:
            seconds: for one sentence, at first.
            speaker: the voice's name for failures; empty if the caller adds it.
        """
        self._limit = Doubling(seconds, _LONGEST * seconds)
        self._opening = f"{speaker}: " if speaker else ""

    @property
    def seconds(self) -> float:
        """The limit for the next sentence, in seconds."""
        return self._limit.seconds

    @asynccontextmanager
    async def held(self) -> AsyncGenerator[asyncio.Timeout]:
        """Limit the time of the block, which makes a sentence.

        Raises:
            VoiceFailure: the block took longer.
        """
        try:
            async with asyncio.timeout(self.seconds) as deadline:
                yield deadline
        except TimeoutError as error:
            late = VoiceFailure(f"{self._opening}no speech within {self.seconds:g} s")
            self._limit = self._limit.after_failure()
            raise late from error
        self._limit = self._limit.after_success()
