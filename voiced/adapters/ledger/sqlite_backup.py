"""Backups of a ledger that is in use: single copies, and a folder that keeps the newest."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from voiced.adapters.ledger.sqlite_check import damage
from voiced.adapters.ledger.sqlite_errors import failing, refusing
from voiced.adapters.ledger.sqlite_file import (
    check_owner_and_version,
    reading_uri,
    remove,
    touch,
    unfinished,
)
from voiced.errors import LedgerFailure, LedgerUnusable, WrongInput

_PAGES_A_STEP = 256
"""One megabyte; `is_stopped` is asked after each step."""


class BackupStopped(Exception):  # noqa: N818 - it is no error
    """A copy was abandoned because its caller is stopping."""


def back_up(ledger: Path, to: Path, is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Copy a ledger as it is now to a new file. Programs that write to the ledger need not wait.

    The copy has no write-ahead log beside it, is checked, and forced to the disk before it gets its name.

    Args:
        ledger: the ledger; a daemon may be using it.
        to: a file that does not exist yet; missing directories are created.
        is_stopped: asked now and then.

    Raises:
        WrongInput: the file exists already, or cannot be written.
        LedgerUnusable: the file cannot be read, or is not a ledger.
        LedgerFailure: the ledger is damaged, and so is its copy. No copy was kept.
        BackupStopped: `is_stopped` returned True; no backup was kept.
    """
    if to.exists():
        raise WrongInput(f"{to}: is there already and is not overwritten; name another file")
    new = copy(ledger, to, is_stopped)
    try:
        _name(new, to)
    finally:
        remove(new)


def copy(ledger: Path, beside_file: Path, is_stopped: Callable[[], bool] = lambda: False) -> Path:
    """A checked copy of a ledger beside a file, under a name of its own, forced to the disk; see `back_up`."""
    if not ledger.is_file():
        raise LedgerUnusable(f"{ledger}: there is no such ledger; name another file")
    with refusing(ledger):
        check_owner_and_version(ledger)
    new = unfinished(beside_file)
    try:
        touch(new)
        with failing("the backup", ledger):
            _copy_pages(ledger, new, is_stopped)
        _check(new, ledger)
        force(new)
    except OSError as error:
        remove(new)
        raise WrongInput(f"{new.parent}: {error.strerror}; name another place") from error
    except BaseException:
        remove(new)
        raise
    return new


def _copy_pages(ledger: Path, new: Path, is_stopped: Callable[[], bool]) -> None:
    def go_on(_status: int, _remaining: int, _total: int) -> None:
        if is_stopped():
            raise BackupStopped

    with (
        closing(sqlite3.connect(reading_uri(ledger), uri=True, isolation_level=None)) as source,
        closing(sqlite3.connect(new, isolation_level=None)) as target,
    ):
        # The transaction keeps the state of now; without it each save would restart the copy.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        source.backup(target, pages=_PAGES_A_STEP, progress=go_on)
        # Without a log the file can be read from a read-only medium.
        target.execute("PRAGMA journal_mode = DELETE")


def _check(new: Path, ledger: Path) -> None:
    if found := damage(new):
        raise LedgerFailure(f"{ledger} is not copied, for it is damaged: {found[0]}; restore an older backup")


def force(path: Path) -> None:
    """Force a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _name(new: Path, to: Path) -> None:
    try:
        try:
            to.hardlink_to(new)
        except FileExistsError:
            raise WrongInput(f"{to}: is there already and is not overwritten; name another file") from None
        except OSError:
            # A file system without hard links, as on most memory sticks.
            new.rename(to)
        force(to.parent)
    except OSError as error:
        raise WrongInput(f"{to}: {error.strerror}; name another place") from error


log = logging.getLogger(__name__)

_TIME = "%Y%m%dT%H%M%SZ"


class BackupFolder:
    """`BackupShelf` in a folder. Files with other names are left alone."""

    def __init__(self, ledger: Path, folder: Path, keep: int) -> None:
        """`keep` is the number of backups that stay, at least 1."""
        self._ledger = ledger
        self._folder = folder
        self._keep = keep
        self._name = re.compile(rf"{re.escape(ledger.stem)}-(\d{{8}}T\d{{6}}Z)\.db")

    def place_for(self, now: datetime) -> Path:
        """The path of a backup of this moment: `ledger-20261121T023000Z.db`, in UTC, so that names are in order."""
        return self._folder / f"{self._ledger.stem}-{now.astimezone(UTC):{_TIME}}.db"

    async def newest(self) -> datetime | None:
        """The time of the newest backup; None without a backup."""
        kept = await asyncio.to_thread(self._kept)
        return kept[-1][0] if kept else None

    async def back_up(self, now: datetime) -> None:
        """Make a backup, then remove the oldest ones beyond the limit; see `BackupShelf.back_up`."""
        stop = Event()
        try:
            await asyncio.to_thread(self._make, now, stop)
        except asyncio.CancelledError:
            # The thread cannot be cancelled, so it is told to stop; it removes its copy.
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
