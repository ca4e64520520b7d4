"""How long a voice may take to speak a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from voiced.domain.doubling import Doubling
from voiced.errors import VoiceFailure

_LONGEST = 4
"""The limit grows to so many times what it was at first."""


class SentenceLimit:
    """A limit that doubles after each sentence that took longer, and is what it was at first after one in time."""

    def __init__(self, seconds: float, speaker: str = "") -> None:
        """Prepare.

        Args:
            seconds: for one sentence, at first.
            speaker: the voice as a failure names it; empty where the caller does.
        """
        self._limit = Doubling(seconds, _LONGEST * seconds)
        self._opening = f"{speaker}: " if speaker else ""

    @property
    def seconds(self) -> float:
        """The seconds that the next sentence may take."""
        return self._limit.seconds

    @asynccontextmanager
    async def held(self) -> AsyncGenerator[asyncio.Timeout]:
        """Make sure that the block, which speaks a sentence, ends in time.

        Raises:
            VoiceFailure: it took longer.
        """
        try:
            async with asyncio.timeout(self.seconds) as deadline:
                yield deadline
        except TimeoutError as error:
            late = VoiceFailure(f"{self._opening}no speech within {self.seconds:g} s")
            self._limit = self._limit.after_failure()
            raise late from error
        self._limit = self._limit.after_success()
