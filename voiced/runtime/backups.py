"""Regular backups of the ledger, beside the conversation."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Protocol

from voiced.errors import VoicedError
from voiced.ports.conversation import Clock

log = logging.getLogger(__name__)

SETTLING_SECONDS = 60.0
"""The wait after a start, when the machine is busy with other work."""
RETRY_SECONDS = 900.0
"""The wait after a failed backup. Only a person can repair a full disk or put a stick back in."""


class BackupShelf(Protocol):
    """The place that keeps the newest backups of the ledger."""

    async def newest(self) -> datetime | None:
        """When the newest backup was made; None before the first one."""
        ...

    async def back_up(self, now: datetime) -> None:
        """Make a backup, and delete the oldest ones.

        Writes to the ledger go on meanwhile. When the backup fails, the old ones stay.

        Raises:
            LedgerFailure: the ledger is damaged or cannot be read.
            WrongInput: the place cannot be written.
        """
        ...


class Backups:
    """Makes a backup whenever the newest one is old enough, also across restarts. A failed backup is logged and repeated."""

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
        """The seconds until the next backup is due."""
        newest = await self._shelf.newest()
        if newest is None:
            return 0.0
        # A clock that was set back must not delay the next backup by years.
        left = newest + self._every - self._clock.now()
        return min(max(left, timedelta()), self._every).total_seconds()
