"""A group of tasks: none outlives its block, and none fails in silence."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.waiting import turns
from voiced.runtime.tasks import Tasks


class Work:
    """Something that goes on until it is cancelled."""

    def __init__(self) -> None:
        self.ended = False

    async def run(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True


CAUSE = OSError("the disk is full")


async def fail() -> None:
    raise RuntimeError("a mistake of the program")


async def test_leaving_the_block_ends_every_task() -> None:
    works = [Work() for _ in range(3)]
    async with Tasks() as tasks:
        started = [tasks.start(work.run()) for work in works]
        await turns()
    assert all(task.cancelled() for task in started)
    assert all(work.ended for work in works)


async def test_a_task_that_is_done_leaves_the_others_running() -> None:
    work = Work()
    async with Tasks() as tasks:
        going = tasks.start(work.run())
        done = tasks.start(asyncio.sleep(0))
        await done
        assert not going.done()
    assert work.ended


async def test_a_task_may_be_cancelled_by_itself() -> None:
    async with Tasks() as tasks:
        one, other = tasks.start(Work().run()), tasks.start(Work().run())
        await turns()
        one.cancel()
        await turns()
        assert one.cancelled()
        assert not other.done()


async def test_a_failure_ends_the_whole_group_and_is_raised() -> None:
    work = Work()

    async def own() -> None:
        async with Tasks() as tasks:
            tasks.start(work.run())
            tasks.start(fail())
            await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="a mistake of the program"):
        await own()
    assert work.ended


async def test_a_failure_in_the_block_ends_the_tasks_and_is_raised() -> None:
    work = Work()

    async def own() -> None:
        async with Tasks() as tasks:
            tasks.start(work.run())
            await turns()
            raise ValueError("the owner failed") from CAUSE

    with pytest.raises(ValueError, match="the owner failed") as raised:
        await own()
    assert raised.value.__cause__ is CAUSE
    assert work.ended


async def test_failures_at_the_same_time_are_all_raised() -> None:
    async def own() -> None:
        async with Tasks() as tasks:
            tasks.start(fail())
            tasks.start(fail())
            await asyncio.Event().wait()

    with pytest.raises(ExceptionGroup) as raised:
        await own()
    assert len(raised.value.exceptions) == 2


async def test_cancelling_the_owner_ends_the_tasks() -> None:
    work = Work()

    async def own() -> None:
        async with Tasks() as tasks:
            tasks.start(work.run())
            await asyncio.Event().wait()

    async with Tasks() as outer:
        owner = outer.start(own())
        await turns()
        owner.cancel()
        await turns()
        assert owner.cancelled()
        assert work.ended
