"""Waiting in tests: until all tasks wait, and for posted events."""

from __future__ import annotations

import asyncio

from voiced.dialogue.values import events as ev
from voiced.runtime.inbox import Inbox

_TURNS = 20
"""Turns of the event loop after which each task that could go on has done so."""


async def turns() -> None:
    """Let each task run until it waits. Takes no time."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)


async def is_waiting(task: asyncio.Task[None]) -> bool:
    """Whether the task still waits after all others have run until they wait."""
    await turns()
    return not task.done()


class Reader:
    """Reads an inbox in place of a dialogue, and keeps the events."""

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
        """The events that were posted since the last call, after all tasks have run until they wait."""
        await self._inbox.settled()
        return self.posted()

    def posted(self) -> list[ev.Event]:
        """The events that were posted and read since the last call."""
        posted, self._posted = self._posted, []
        return posted
