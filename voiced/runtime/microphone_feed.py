"""Feeds the ears from the microphone for as long as the daemon runs, also when the microphone fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Protocol

from voiced.domain.doubling import Doubling
from voiced.errors import MicrophoneFailure
from voiced.hearing.frame import AudioFrame
from voiced.ports.conversation import Clock, MicrophoneBack, MicrophoneLost, Watcher
from voiced.ports.sound import Microphone

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 0.5
LONGEST_RETRY_SECONDS = 10.0
"""A restarted sound server is back in a second; a microphone that is plugged in is found within this time."""
SWITCHED_OFF = "it is switched off"
"""The reason for a microphone that is lost on purpose."""


class Listener(Protocol):
    """The receiver of frames."""

    @property
    def is_idle(self) -> bool:
        """Whether frames may come late."""
        ...

    async def hear(self, frame: AudioFrame) -> None:
        """Take the next frame."""
        ...

    def lose(self, reason: str) -> None:
        """The microphone delivers no sound any more."""
        ...


class MicrophoneFeed:
    """Passes frames on. A microphone that fails is reopened again and again; each loss and each return is reported once.

    One that is switched off is closed, so that no program hears the room, and counts as lost.
    """

    def __init__(self, microphone: Microphone, listener: Listener, watcher: Watcher, clock: Clock) -> None:
        self._microphone = microphone
        self._listener = listener
        self._watcher = watcher
        self._sleep: Callable[[float], Awaitable[None]] = clock.sleep
        self._is_lost = False
        self._pause = Doubling(FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS)
        self._progress = 0
        self._is_on = asyncio.Event()
        self._is_on.set()

    @property
    def is_on(self) -> bool:
        """Whether the microphone is wanted."""
        return self._is_on.is_set()

    def switch_on(self) -> None:
        """Open the microphone again."""
        self._is_on.set()

    def switch_off(self) -> None:
        """Close the microphone with the next frame, until it is switched on."""
        self._is_on.clear()

    @property
    def progress(self) -> int:
        """A count of frames heard and attempts failed. It stands still only if the microphone hangs."""
        return self._progress

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._hear()
                self._tell_lost("the microphone ended" if self.is_on else SWITCHED_OFF)
            except MicrophoneFailure as failure:
                self._tell_lost(str(failure))
            self._progress += 1
            if not self.is_on:
                await self._is_on.wait()
                continue
            await self._sleep(self._pause.seconds)
            self._pause = self._pause.after_failure()

    async def _hear(self) -> None:
        # The generator holds the device, so it is closed at once when this task is cancelled.
        async with aclosing(self._microphone.frames()) as frames:
            async for frame in frames:
                if not self.is_on:
                    return
                self._tell_back()
                await self._listener.hear(frame)
                self._progress += 1
                if self._listener.is_idle:
                    self._microphone.relax()
                else:
                    self._microphone.hurry()

    def _tell_lost(self, reason: str) -> None:
        if self._is_lost:
            log.debug("still no microphone: %s", reason)
            return
        self._is_lost = True
        log.warning("the microphone is lost: %s", reason)
        self._listener.lose(reason)
        self._watcher.tell(MicrophoneLost(reason))

    def _tell_back(self) -> None:
        self._pause = self._pause.after_success()
        if self._is_lost:
            self._is_lost = False
            log.warning("the microphone is back")
            self._watcher.tell(MicrophoneBack())
