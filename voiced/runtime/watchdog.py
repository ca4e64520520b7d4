"""The sign of life that systemd waits for: given while the daemon does its work, not while it merely runs.

Its work is that sound is heard and the ledger answers. A lost microphone is no hang: another start would not find it
either, and it is looked for all the time. So what counts is progress, a frame that was heard or an attempt to open
the microphone; if neither comes, the part of us that should see to it hangs. A ledger whose file was taken away is no
hang either: another start would make an empty one in its place, and then nobody could put the old one back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from voiced.errors import LedgerFailure, LedgerMoved
from voiced.ports import Clock

log = logging.getLogger(__name__)

CHECKS = 3
"""In the time after which we are killed: one that comes late, and one that fails for once, do no harm."""


class Supervisor(Protocol):
    """Who kills us when we give no sign of life."""

    @property
    def watchdog_seconds(self) -> float | None:
        """How long it waits for one; None for ever."""
        ...

    def alive(self) -> None:
        """All is well."""
        ...


class Watchdog:
    """Gives the sign of life, or says in the log why it does not, once."""

    def __init__(
        self,
        supervisor: Supervisor,
        progress: Callable[[], int],
        ledger_answers: Callable[[], Awaitable[None]],
        clock: Clock,
        is_patient: Callable[[], bool] = lambda: False,
    ) -> None:
        """Watch.

        Args:
            supervisor: waits for the sign of life.
            progress: a count that grows with each frame heard and each attempt to open the microphone.
            ledger_answers: returns when the ledger could be read.
            clock: time.
            is_patient: whether a device or the recogniser is awaited with a limit of its own, which is not a hang.
        """
        self._supervisor = supervisor
        self._progress = progress
        self._ledger_answers = ledger_answers
        self._clock = clock
        self._is_patient = is_patient
        self._seen = progress()
        self._illness = ""
        self._told = ""

    async def run(self) -> None:
        """Watch until cancelled, where there is somebody to tell."""
        if self._supervisor.watchdog_seconds is None:
            return
        seconds = self._supervisor.watchdog_seconds / CHECKS
        while True:
            await self._clock.sleep(seconds)
            illness = self._hears_nothing(seconds) or await self._ledger_is_silent(seconds)
            if not illness:
                self._supervisor.alive()
            elif illness != self._illness:
                log.error("no sign of life is given: %s", illness)
            self._illness = illness

    def _hears_nothing(self, seconds: float) -> str:
        before, self._seen = self._seen, self._progress()
        if self._seen != before or self._is_patient():
            return ""
        return f"for {seconds:g} s no sound was heard, nor a microphone looked for"

    async def _ledger_is_silent(self, seconds: float) -> str:
        try:
            async with asyncio.timeout(seconds):
                await self._ledger_answers()
        except TimeoutError:
            return f"the ledger does not answer within {seconds:g} s"
        except LedgerMoved as moved:
            self._tell(str(moved))
            return ""
        except LedgerFailure as failure:
            return str(failure)
        self._told = ""
        return ""

    def _tell(self, trouble: str) -> None:
        if trouble != self._told:
            log.error("%s", trouble)
        self._told = trouble
