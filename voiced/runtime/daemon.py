"""The daemon at work: it listens until it is asked to stop, then ends in good order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import TYPE_CHECKING

from voiced.dialogue.values import events as ev
from voiced.runtime.tasks import Tasks

if TYPE_CHECKING:
    from voiced.runtime.conversation import Conversation

log = logging.getLogger(__name__)

STOP_SECONDS = 1.5
"""How long a stop waits for a save in flight and the last sentence. The service manager allows two seconds."""


class DaemonEnding(Enum):
    """The reason for which the daemon ended: it was asked to stop, or to make way for a daemon with new settings."""

    STOPPED = "stopped"
    MADE_WAY = "made way"


class Daemon:
    """A conversation and its feeders: ears at a microphone, pages of a card, and so on."""

    def __init__(self, conversation: Conversation, *feeders: Callable[[], Awaitable[None]]) -> None:
        """Prepare.

        Args:
            conversation: the running conversation.
            feeders: each runs until it is cancelled; one that fails ends the daemon.
        """
        self._conversation = conversation
        self._feeders = feeders
        self._asked_to_make_way = asyncio.Event()
        self._over = asyncio.Event()
        self._ending = DaemonEnding.MADE_WAY

    def wake(self) -> None:
        """Begin a session, as the button does."""
        self._conversation.post(ev.Pressed(ev.Button.WAKE))

    def ask_to_stop(self) -> None:
        """End in good order, soon."""
        self._ending = DaemonEnding.STOPPED
        self._over.set()

    def ask_to_make_way(self) -> None:
        """End as soon as no session is open. A draft that a crash left behind is kept for the next daemon."""
        self._asked_to_make_way.set()

    async def run(self, *, begin: ev.Event | None = None) -> DaemonEnding:
        """Listen until asked to end.

        Args:
            begin: the first event, `AT_ONCE` to begin a session; None to wait in IDLE.

        Raises:
            Failure: a feeder failed.
        """
        async with Tasks() as tasks:
            for feeder in self._feeders:
                tasks.start(_feed(feeder))
            if begin is not None:
                self._conversation.post(begin)
            tasks.start(self._make_way())
            await self._over.wait()
            if self._ending is DaemonEnding.STOPPED:
                await self._stop()
        return self._ending

    async def _stop(self) -> None:
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._conversation.stop()
        except TimeoutError:
            log.warning("stopped before all work was finished")

    async def _make_way(self) -> None:
        await self._asked_to_make_way.wait()
        await self._conversation.idle()
        self._over.set()


AT_ONCE = ev.Woken()
"""Begins a session without a wake phrase."""


async def _feed(feeder: Callable[[], Awaitable[None]]) -> None:
    await feeder()
