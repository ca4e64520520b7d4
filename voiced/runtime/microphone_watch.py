"""Feeds the ears from the microphone, for as long as the daemon runs and whatever becomes of the microphone."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Protocol

from voiced.domain.doubling import Doubling
from voiced.errors import MicrophoneFailure
from voiced.hearing.frame import AudioFrame
from voiced.ports import Clock, Microphone, MicrophoneBack, MicrophoneLost, Watcher

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 0.5
LONGEST_RETRY_SECONDS = 10.0
"""A sound server that is restarted is back in a second; a microphone that is plugged in waits no longer than this."""


class Listener(Protocol):
    """Who hears the frames."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for what is heard."""
        ...

    async def hear(self, frame: AudioFrame) -> None:
        """The next frame."""
        ...

    def lose(self, reason: str) -> None:
        """No sound comes in any more."""
        ...


class MicrophoneWatch:
    """Hears, and where the microphone fails, opens it again and again. Each loss and each return is told once."""

    def __init__(self, microphone: Microphone, listener: Listener, watcher: Watcher, clock: Clock) -> None:
        self._microphone = microphone
        self._listener = listener
        self._watcher = watcher
        self._sleep: Callable[[float], Awaitable[None]] = clock.sleep
        self._is_lost = False
        self._pause = Doubling(FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS)
        self._progress = 0

    @property
    def progress(self) -> int:
        """Grows with each frame that was heard and each attempt that failed: while it does, nothing hangs here."""
        return self._progress

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._hear()
                self._tell_lost("the microphone ended")
            except MicrophoneFailure as failure:
                self._tell_lost(str(failure))
            self._progress += 1
            await self._sleep(self._pause.seconds)
            self._pause = self._pause.after_failure()

    async def _hear(self) -> None:
        # The generator is closed at once when we are cancelled: it holds the device.
        async with aclosing(self._microphone.frames()) as frames:
            async for frame in frames:
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
