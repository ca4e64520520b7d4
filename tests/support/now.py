"""The time of a conversation in a test."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone

from voiced.adapters.machine.clocks import SystemClock

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=8)))
"""A Saturday morning in Shanghai."""

TODAY = NOW.date()


class VirtualClock:
    """A clock that begins at NOW and goes with the event loop's time."""

    def now(self) -> datetime:
        """NOW and the seconds of the loop, which begins at 0 in virtual time."""
        return NOW + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Seconds of the loop."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds of the loop."""
        await asyncio.sleep(seconds)


class MorningClock(SystemClock):
    """A clock at which it is always NOW, for tests that wait for other programs in real time."""

    def now(self) -> datetime:
        """NOW."""
        return NOW
