"""Backups of the ledger as time goes by, beside the conversation."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Protocol

from voiced.errors import VoicedError
from voiced.ports import Clock

log = logging.getLogger(__name__)

SETTLING_SECONDS = 60.0
"""After the start the machine has enough to do."""
RETRY_SECONDS = 900.0
"""A full disk or a stick that is pulled out is put right by a person, or not at all."""


class BackupShelf(Protocol):
    """Where backups of the ledger are kept, the newest ones only."""

    async def newest(self) -> datetime | None:
        """When the newest backup was made; None where there is none."""
        ...

    async def back_up(self, now: datetime) -> None:
        """Keep the ledger as it is now, and let the oldest backups go.

        Nobody waits for it who writes to the ledger. Where it fails, no backup is let go.

        Raises:
            LedgerFailure: the ledger is damaged or cannot be read.
            WrongInput: the place cannot be written.
        """
        ...


class Backups:
    """Makes a backup whenever the newest one is old enough, restarts or not. A failure is told and tried again."""

    def __init__(self, shelf: BackupShelf, clock: Clock, every: timedelta) -> None:
        self._shelf = shelf
        self._clock = clock
        self._every = every

    async def run(self) -> None:
        """Make backups until cancelled."""
        await self._clock.sleep(SETTLING_SECONDS)
        while True:
            await self._clock.sleep(await self._due_in())
            try:
                await self._shelf.back_up(self._clock.now())
            except VoicedError as failure:
                log.error("the ledger is not backed up: %s", failure)  # noqa: TRY400 - the message says it all
                await self._clock.sleep(RETRY_SECONDS)

    async def _due_in(self) -> float:
        """Seconds until the next backup is due."""
        newest = await self._shelf.newest()
        if newest is None:
            return 0.0
        # A clock that was put back must not put the next backup off for years.
        left = newest + self._every - self._clock.now()
        return min(max(left, timedelta()), self._every).total_seconds()
