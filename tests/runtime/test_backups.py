"""When backups are made, in time that is not waited for."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from voiced.adapters.machine.clocks import SampleClock
from voiced.errors import LedgerFailure
from voiced.runtime.backups import RETRY_SECONDS, SETTLING_SECONDS, Backups
from voiced.runtime.tasks import Tasks

START = datetime.fromisoformat("2026-11-21T10:00:00+08:00")
DAY = timedelta(days=1)


class Shelf:
    """Remembers when it was asked for a backup."""

    def __init__(self, *made: datetime) -> None:
        self.made = list(made)
        self.failures = 0

    async def newest(self) -> datetime | None:
        return max(self.made, default=None)

    async def back_up(self, now: datetime) -> None:
        if self.failures:
            self.failures -= 1
            raise LedgerFailure("the disk is full")
        self.made.append(now)


async def pass_time(clock: SampleClock, seconds: float) -> None:
    for _ in range(5):
        await asyncio.sleep(0)
    await clock.advance(seconds)
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_first_backup_comes_when_the_start_is_over_and_then_one_a_day():
    clock, shelf = SampleClock(START), Shelf()
    async with Tasks() as tasks:
        tasks.start(Backups(shelf, clock, DAY).run())
        await pass_time(clock, SETTLING_SECONDS - 1)
        assert shelf.made == []
        await pass_time(clock, 1)
        first = START + timedelta(seconds=SETTLING_SECONDS)
        assert shelf.made == [first]
        await pass_time(clock, DAY.total_seconds() - 1)
        assert shelf.made == [first]
        await pass_time(clock, 1)
        assert shelf.made == [first, first + DAY]


async def test_a_restart_does_not_make_one_more():
    clock, shelf = SampleClock(START), Shelf(START - timedelta(hours=23))
    async with Tasks() as tasks:
        tasks.start(Backups(shelf, clock, DAY).run())
        await pass_time(clock, SETTLING_SECONDS)
        await pass_time(clock, 3500 - SETTLING_SECONDS)
        assert len(shelf.made) == 1
        await pass_time(clock, 101)
        assert len(shelf.made) == 2


async def test_a_clock_that_was_put_back_puts_it_off_by_one_interval_at_most():
    clock, shelf = SampleClock(START), Shelf(START + timedelta(days=4000))
    async with Tasks() as tasks:
        tasks.start(Backups(shelf, clock, DAY).run())
        await pass_time(clock, SETTLING_SECONDS)
        await pass_time(clock, DAY.total_seconds())
        assert len(shelf.made) == 2


async def test_a_failure_is_told_and_tried_again(caplog: pytest.LogCaptureFixture):
    clock, shelf = SampleClock(START), Shelf()
    shelf.failures = 1
    async with Tasks() as tasks:
        tasks.start(Backups(shelf, clock, DAY).run())
        await pass_time(clock, SETTLING_SECONDS)
        assert "the ledger is not backed up: the disk is full" in caplog.text
        assert shelf.made == []
        await pass_time(clock, RETRY_SECONDS)
        assert len(shelf.made) == 1
