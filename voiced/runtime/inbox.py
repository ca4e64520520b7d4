"""The one queue of events, and the knowledge of whether anything is still going to arrive."""

from __future__ import annotations

import asyncio

from voiced.dialogue.events import Event


class Inbox:
    """Events in the order they happened. Owned by the event loop.

    It counts what is under way (events not yet handled, sentences not yet spoken, requests not yet answered), so
    that a replay knows when the daemon has finished answering.
    """

    def __init__(self) -> None:
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._under_way = 0
        self._settled = asyncio.Event()
        self._settled.set()

    def post(self, event: Event) -> None:
        """Add an event; it is under way until whoever gets it calls `end`."""
        self.begin()
        self._events.put_nowait(event)

    async def get(self) -> Event:
        """The oldest event that was not handled."""
        return await self._events.get()

    def begin(self) -> None:
        """Something is under way whose outcome will be posted."""
        self._under_way += 1
        self._settled.clear()

    def end(self) -> None:
        """It is done, and its outcome was posted before this call."""
        self._under_way -= 1
        if self._under_way == 0:
            self._settled.set()

    async def settled(self) -> None:
        """Return when nothing is under way: the daemon waits for the speaker."""
        # Between the end of the last thing and this task's turn, the next one may have begun.
        while self._under_way:
            await self._settled.wait()
