"""Waiting in tests: for nothing, and for what is posted."""

from __future__ import annotations

import asyncio

from voiced.dialogue import events as ev
from voiced.runtime.inbox import Inbox

_TURNS = 20
"""Turns of the event loop after which whatever could go on has gone on."""


async def turns() -> None:
    """Let everything that can go on go on. Takes no time."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)


async def is_waiting(task: asyncio.Task[None]) -> bool:
    """Whether the task is still not done when nothing else goes on."""
    await turns()
    return not task.done()


class Reader:
    """Reads an inbox in place of a dialogue, and keeps what was posted."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._posted: list[ev.Event] = []

    async def read(self) -> None:
        """Read until cancelled."""
        while True:
            event = await self._inbox.get()
            self._posted.append(event)
            self._inbox.end()

    async def all_posted(self) -> list[ev.Event]:
        """What was posted since the last call, once nothing is under way."""
        await self._inbox.settled()
        return self.posted()

    def posted(self) -> list[ev.Event]:
        """What was posted and read since the last call."""
        posted, self._posted = self._posted, []
        return posted
