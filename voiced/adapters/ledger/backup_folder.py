"""A folder of backups of one ledger: each named by its time, the oldest making room for the newest."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from voiced.adapters.ledger.sqlite_backup import back_up
from voiced.errors import WrongInput

log = logging.getLogger(__name__)

_TIME = "%Y%m%dT%H%M%SZ"


class BackupFolder:
    """`BackupShelf` in a folder. Files that were not named here are left alone."""

    def __init__(self, ledger: Path, folder: Path, keep: int) -> None:
        """`keep` is how many backups stay, at least 1."""
        self._ledger = ledger
        self._folder = folder
        self._keep = keep
        self._name = re.compile(rf"{re.escape(ledger.stem)}-(\d{{8}}T\d{{6}}Z)\.db")

    def place_for(self, now: datetime) -> Path:
        """Where a backup of this moment belongs: `ledger-20261121T023000Z.db`, in UTC, so that names are in order."""
        return self._folder / f"{self._ledger.stem}-{now.astimezone(UTC):{_TIME}}.db"

    async def newest(self) -> datetime | None:
        """When the newest backup was made; None where there is none."""
        kept = await asyncio.to_thread(self._kept)
        return kept[-1][0] if kept else None

    async def back_up(self, now: datetime) -> None:
        """Make a backup, then remove the oldest that are too many; see `BackupShelf.back_up`."""
        stop = Event()
        try:
            await asyncio.to_thread(self._make, now, stop)
        except asyncio.CancelledError:
            # The thread cannot be cancelled; it is asked to give up, and leaves nothing behind.
            stop.set()
            raise

    def _make(self, now: datetime, stop: Event) -> None:
        try:
            back_up(self._ledger, self.place_for(now), stop.is_set)
        except OSError as error:
            raise WrongInput(f"{self._folder}: {error.strerror}; check ledger.backup_dir") from error
        for _, old in self._kept()[: -self._keep]:
            try:
                old.unlink(missing_ok=True)
            except OSError as error:
                log.warning("%s: an old backup cannot be removed: %s", old, error.strerror)

    def _kept(self) -> list[tuple[datetime, Path]]:
        """The backups with their times, the oldest first."""
        try:
            files = list(self._folder.iterdir())
        except OSError:
            return []
        return sorted((time, file) for file in files if (time := self._time_of(file)))

    def _time_of(self, file: Path) -> datetime | None:
        named = self._name.fullmatch(file.name)
        try:
            return datetime.strptime(named[1], _TIME).replace(tzinfo=UTC) if named else None
        except ValueError:
            return None
