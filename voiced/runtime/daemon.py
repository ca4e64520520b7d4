"""The daemon at work: it listens until it is asked to stop, then ends in good order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from voiced.dialogue.events import Button, Event, Pressed, Woken
from voiced.runtime.conversation import Conversation
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

STOP_SECONDS = 1.5
"""A stop waits so long for a save in flight and a last word; whoever stops us waits two seconds."""


class Daemon:
    """A conversation, and whatever feeds it for as long as it runs: ears at a microphone, pages of a card."""

    def __init__(self, conversation: Conversation, *feeders: Callable[[], Awaitable[None]]) -> None:
        """Prepare.

        Args:
            conversation: the running conversation.
            feeders: each runs until it is cancelled; one that fails ends the daemon.
        """
        self._conversation = conversation
        self._feeders = feeders
        self._asked_to_stop = asyncio.Event()

    def wake(self) -> None:
        """Begin a session, as the button does."""
        self._post(Pressed(Button.WAKE))

    def ask_to_stop(self) -> None:
        """End in good order, soon."""
        self._asked_to_stop.set()

    async def run(self, *, begin: Event | None = None) -> None:
        """Listen until asked to stop.

        Args:
            begin: what the daemon begins with, `AT_ONCE` for a session; None to wait in IDLE.

        Raises:
            Failure: a feeder failed.
        """
        async with Tasks() as tasks:
            for feeder in self._feeders:
                tasks.start(_feed(feeder))
            if begin is not None:
                self._post(begin)
            await self._asked_to_stop.wait()
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await self._conversation.stop()
            except TimeoutError:
                log.warning("stopped while something was still under way")

    def _post(self, event: Event) -> None:
        self._conversation.post(event)


AT_ONCE = Woken()
"""Begins a session without a wake phrase."""


async def _feed(feeder: Callable[[], Awaitable[None]]) -> None:
    await feeder()
