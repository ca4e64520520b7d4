"""The inbox hands events out in order, and knows when nothing more is going to arrive."""

from __future__ import annotations

import asyncio

from tests.support.waiting import is_waiting
from voiced.dialogue.values import events as ev
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks


async def test_events_come_out_in_the_order_they_happened() -> None:
    inbox = Inbox()
    inbox.post(ev.Woken())
    inbox.post(ev.Heard("吃饭花了60"))
    assert await inbox.get() == ev.Woken()
    assert await inbox.get() == ev.Heard("吃饭花了60")


async def test_a_new_inbox_is_settled() -> None:
    await Inbox().settled()


async def test_is_settled_once_every_event_is_handled_and_everything_begun_has_ended() -> None:
    inbox = Inbox()
    async with Tasks() as tasks:
        inbox.begin()
        inbox.post(ev.Woken())
        waiting = tasks.start(inbox.settled())
        await inbox.get()
        inbox.end()
        assert await is_waiting(waiting)
        inbox.end()
        assert not await is_waiting(waiting)


async def test_getting_an_event_is_not_handling_it() -> None:
    inbox = Inbox()
    inbox.post(ev.Woken())
    await inbox.get()
    async with Tasks() as tasks:
        assert await is_waiting(tasks.start(inbox.settled()))


async def test_work_that_begins_before_the_waiter_wakes_keeps_it_waiting() -> None:
    inbox = Inbox()
    inbox.begin()
    async with Tasks() as tasks:
        waiting = tasks.start(inbox.settled())
        await asyncio.sleep(0)
        inbox.end()
        inbox.begin()
        assert await is_waiting(waiting)
        inbox.end()
        assert not await is_waiting(waiting)
