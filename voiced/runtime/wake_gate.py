"""A gate before the recogniser outside a session: speech is recognised only once a spotter heard the wake phrase in it.

The spotter has a thread of its own. One that fails or hangs is abandoned, and all speech is recognised from then on, as without it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from voiced.errors import VoicedError
from voiced.hearing.frame import AudioFrame
from voiced.runtime.recognizer import WorkerThread

log = logging.getLogger(__name__)

DEADLINE_SECONDS = 15.0
"""For one call, as for the recogniser."""


class Spotter(Protocol):
    """Looks for one phrase. Blocking: it runs on a thread of its own."""

    def restart(self) -> None:
        """Forget the sound so far."""
        ...

    def hears(self, frames: Sequence[AudioFrame]) -> bool:
        """Whether the phrase ended in the sound since `restart`.

        Raises:
            RecognizerFailure: the engine failed.
        """
        ...


class WakeGate:
    """A spotter with awaitable calls."""

    def __init__(self, load: Callable[[], Spotter], deadline_seconds: float = DEADLINE_SECONDS) -> None:
        """Own a spotter; `load` makes it on its thread."""
        self._load = load
        self._deadline_seconds = deadline_seconds
        self._thread: WorkerThread | None = WorkerThread("wake-gate")
        self._spotter: Spotter | None = None

    async def begins(self) -> None:
        """An utterance begins."""
        await self._call(lambda spotter: spotter.restart())

    async def lets_in(self, frames: Sequence[AudioFrame]) -> bool:
        """Whether the utterance may hold the phrase, by its next frames. Always, once the spotter was abandoned."""
        return await self._call(lambda spotter: spotter.hears(frames)) is not False

    def close(self) -> None:
        """End the thread."""
        if self._thread is not None:
            self._thread.end()
            self._thread = None

    async def _call(self, work: Callable[[Spotter], bool | None]) -> bool | None:
        thread = self._thread
        if thread is None:
            return None
        try:
            async with asyncio.timeout(self._deadline_seconds):
                return await thread.call(lambda: work(self._loaded()))
        except (VoicedError, TimeoutError) as error:
            log.warning(
                "the wake phrase is looked for in all speech: its spotter failed (%s)",
                str(error) or "it hangs",
            )
            self.close()
            return None

    def _loaded(self) -> Spotter:
        if self._spotter is None:
            self._spotter = self._load()
        return self._spotter
