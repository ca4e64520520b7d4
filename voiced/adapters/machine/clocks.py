"""Two clocks: the machine's, and one that advances with the samples heard."""

from __future__ import annotations

import asyncio
import heapq
import time
from datetime import datetime, timedelta

from voiced.hearing.frame import samples as in_samples
from voiced.hearing.frame import seconds as in_seconds


class SystemClock:
    """The machine's own time and time zone."""

    def now(self) -> datetime:
        """Local time with time zone."""
        return datetime.now().astimezone()  # noqa: TID251 - this is the Clock adapter

    def monotonic(self) -> float:
        """Seconds since a fixed moment in the past."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds of real time."""
        await asyncio.sleep(seconds)


class SampleClock:
    """A clock that advances only with the sound heard, so a replay is exact at any speed."""

    def __init__(self, start: datetime) -> None:
        """`start` is the local time of the first sample."""
        self._start = start
        self._heard_samples = 0
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0

    @property
    def heard_seconds(self) -> float:
        """Seconds of sound heard so far."""
        return in_seconds(self._heard_samples)

    def now(self) -> datetime:
        """The start plus the length of the sound heard since."""
        return self._start + timedelta(seconds=self.heard_seconds)

    def monotonic(self) -> float:
        """Seconds of sound heard so far."""
        return self.heard_seconds

    async def sleep(self, seconds: float) -> None:
        """Return once so many seconds of sound were heard."""
        due = self._heard_samples + in_samples(seconds)
        sleeper = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._sleepers, (due, self._count, sleeper))
        await sleeper

    async def advance(self, seconds: float) -> None:
        """Advance by so many seconds of sound; the sleepers that are due have gone on when this returns.

        Each sleeper wakes at its own time, in order, also if several are due in one step.
        """
        end = self._heard_samples + in_samples(seconds)
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, sleeper = heapq.heappop(self._sleepers)
            if not sleeper.done():
                self._heard_samples = due
                sleeper.set_result(None)
                await asyncio.sleep(0)
        self._heard_samples = end
