"""The queue of events, with a count of the work that will still post one."""

from __future__ import annotations

import asyncio

from voiced.dialogue.values import events as ev


class Inbox:
    """Events in the order they happened. Owned by the event loop.

    It counts the work under way: events to handle, sentences to speak, requests to answer. So a replay knows when the
    daemon has finished answering.
    """

    def __init__(self) -> None:
        self._events: asyncio.Queue[ev.Event] = asyncio.Queue()
        self._under_way = 0
        self._settled = asyncio.Event()
        self._settled.set()

    def post(self, event: ev.Event) -> None:
        """Add an event; it is under way until its receiver calls `end_event`."""
        self.begin()
        self._events.put_nowait(event)

    async def get(self) -> ev.Event:
        """The oldest waiting event."""
        return await self._events.get()

    def begin(self) -> None:
        """Count a piece of work that will post its outcome."""
        self._under_way += 1
        self._settled.clear()

    def end_event(self) -> None:
        """The event taken last is handled."""
        self._events.task_done()
        self.end()

    async def handled(self) -> None:
        """Return when every event posted so far is handled; sentences and requests may still be under way."""
        await self._events.join()

    def end(self) -> None:
        """The work is done. Its outcome was posted before this call."""
        self._under_way -= 1
        if self._under_way == 0:
            self._settled.set()

    @property
    def is_settled(self) -> bool:
        """Whether all work is done."""
        return self._under_way == 0

    async def settled(self) -> None:
        """Return when all work is done and the daemon waits for the speaker."""
        # New work may have begun between the end of the last work and this task's turn.
        while self._under_way:
            await self._settled.wait()
