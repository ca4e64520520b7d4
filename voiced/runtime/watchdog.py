"""The sign of life for systemd. It is given while the daemon works, which is more than running.

The daemon works if it hears sound and the ledger answers. A lost microphone is not a hang: a restart would not find it
either, and the daemon keeps looking for it. So progress means a frame heard or an attempt to open the microphone; without
either, that part of the daemon hangs. A removed ledger file is not a hang either: a restart would make an empty ledger in
its place, which would block the way back for the old one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from voiced.errors import LedgerFailure, LedgerMoved
from voiced.ports.conversation import Clock

log = logging.getLogger(__name__)

CHECKS = 3
"""Checks within the time after which systemd kills the daemon: one may come late, and one may fail."""


class Supervisor(Protocol):
    """The service manager, which kills the daemon when the sign of life is missing."""

    @property
    def watchdog_seconds(self) -> float | None:
        """The time that it waits for a sign of life; None if it never kills."""
        ...

    def alive(self) -> None:
        """Give the sign of life."""
        ...


class Watchdog:
    """Gives the sign of life, or logs once why it withholds it."""

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
            supervisor: expects the sign of life.
            progress: a count that grows with each frame heard and each attempt to open the microphone.
            ledger_answers: returns when the ledger could be read.
            clock: the time.
            is_patient: whether the daemon waits for a device or the recogniser, which have limits of their own.
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
        """Watch until cancelled; return at once if the supervisor never kills."""
        if self._supervisor.watchdog_seconds is None:
            return
        seconds = self._supervisor.watchdog_seconds / CHECKS
        while True:
            await self._clock.sleep(seconds)
            illness = self._hears_nothing(seconds) or await self._ledger_is_silent(seconds)
            if not illness:
                self._supervisor.alive()
            elif illness != self._illness:
                log.error("the sign of life is withheld: %s", illness)
            self._illness = illness

    def _hears_nothing(self, seconds: float) -> str:
        before, self._seen = self._seen, self._progress()
        if self._seen != before or self._is_patient():
            return ""
        return f"for {seconds:g} s the daemon neither heard sound nor looked for a microphone"

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
