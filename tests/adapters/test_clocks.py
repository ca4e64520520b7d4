"""The sample clock: time is what was heard, and sleepers wake exactly when it has come."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone

import pytest

from voiced.adapters.machine.clocks import SampleClock, SystemClock
from voiced.runtime.tasks import Tasks

START = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=8)))


class Sleepers:
    """Tasks that sleep on a clock and note when they woke."""

    def __init__(self, clock: SampleClock, tasks: Tasks) -> None:
        self._clock = clock
        self._tasks = tasks
        self.woke: list[tuple[str, float]] = []

    def start(self, name: str, *naps: float) -> asyncio.Task[None]:
        return self._tasks.start(self._sleep(name, naps))

    async def _sleep(self, name: str, naps: tuple[float, ...]) -> None:
        for seconds in naps:
            await self._clock.sleep(seconds)
            self.woke.append((name, self._clock.heard_seconds))


async def test_time_is_the_start_and_what_was_heard_since() -> None:
    clock = SampleClock(START)
    assert clock.now() == START
    await clock.advance(90.5)
    assert clock.now() == START + timedelta(seconds=90.5)
    assert clock.heard_seconds == 90.5


async def test_an_hour_in_frames_of_twenty_milliseconds_is_an_hour() -> None:
    clock = SampleClock(START)
    for _ in range(3600 * 50):
        await clock.advance(0.02)
    assert clock.heard_seconds == 3600.0


async def test_a_sleeper_wakes_with_the_frame_that_completes_its_time() -> None:
    clock = SampleClock(START)
    async with Tasks() as tasks:
        sleepers = Sleepers(clock, tasks)
        sleepers.start("inactivity", 60.0)
        await asyncio.sleep(0)
        for _ in range(2999):
            await clock.advance(0.02)
        assert sleepers.woke == []
        await clock.advance(0.02)
        assert sleepers.woke == [("inactivity", 60.0)]


async def test_sleepers_wake_in_order_and_each_at_its_own_time() -> None:
    clock = SampleClock(START)
    async with Tasks() as tasks:
        sleepers = Sleepers(clock, tasks)
        for name, seconds in (("late", 3.0), ("soon", 1.0), ("also late", 3.0)):
            sleepers.start(name, seconds)
        await asyncio.sleep(0)
        await clock.advance(10.0)
        assert sleepers.woke == [("soon", 1.0), ("late", 3.0), ("also late", 3.0)]
        assert clock.heard_seconds == 10.0


async def test_a_second_sleep_counts_from_the_waking() -> None:
    clock = SampleClock(START)
    async with Tasks() as tasks:
        sleepers = Sleepers(clock, tasks)
        sleepers.start("pulse", 1.0, 1.0, 1.0)
        await asyncio.sleep(0)
        await clock.advance(2.5)
        assert sleepers.woke == [("pulse", 1.0), ("pulse", 2.0)]
        await clock.advance(0.5)
        assert sleepers.woke[2:] == [("pulse", 3.0)]


async def test_a_cancelled_sleeper_is_forgotten() -> None:
    clock = SampleClock(START)
    async with Tasks() as tasks:
        sleepers = Sleepers(clock, tasks)
        cancelled = sleepers.start("cancelled", 1.0)
        sleepers.start("other", 2.0)
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.sleep(0)
        await clock.advance(5.0)
        assert sleepers.woke == [("other", 2.0)]


async def test_the_machines_clock_has_a_time_zone() -> None:
    before = datetime.now().astimezone()  # noqa: TID251 - what the clock is compared with
    now = SystemClock().now()
    assert now.tzinfo is not None
    assert timedelta(0) <= now - before < timedelta(minutes=1)


@pytest.mark.looptime
async def test_the_machines_clock_sleeps_in_the_loops_time() -> None:
    loop = asyncio.get_running_loop()
    before = loop.time()
    await SystemClock().sleep(60.0)
    assert loop.time() - before == pytest.approx(60.0)
