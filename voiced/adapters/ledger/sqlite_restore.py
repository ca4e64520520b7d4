"""Puts a backup in the ledger's place and keeps the old ledger beside it."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from voiced.adapters.ledger.sqlite_backup import copy, force
from voiced.adapters.ledger.sqlite_file import beside, remove, touch, unfinished, uri
from voiced.errors import LedgerUnusable, WrongInput

_OPEN_BYTE = 128
"""The byte of `ledger.db-shm` that every open connection locks ("dead man switch", os_unix.c of SQLite)."""


def restore(backup: Path, ledger: Path, now: datetime) -> Path | None:
    """Put a checked copy of a backup in the place of a ledger that no program has open.

    Args:
        backup: a ledger's file; it stays as it is.
        ledger: the file to replace; it may be damaged or missing.
        now: becomes part of the old ledger's new name.

    Returns:
        The new name of the old ledger; None if there was no ledger.

    Raises:
        LedgerUnusable: the backup is not a ledger, or the ledger is in use. Nothing was changed.
        LedgerFailure: the backup is damaged. Nothing was changed.
        WrongInput: the place cannot be written. Nothing was changed.
    """
    if ledger.exists() and backup.exists() and backup.samefile(ledger):
        raise WrongInput(f"{backup}: is the ledger itself; name a backup of it")
    new = copy(backup, ledger)
    try:
        _give_to_owner(new, ledger)
        with _alone(ledger):
            kept = _keep(ledger, _free(beside(ledger, f".replaced-{now:%Y%m%d-%H%M%S}")))
            _end_log(ledger)
            new.replace(ledger)
            force(ledger.parent)
    except OSError as error:
        raise WrongInput(f"{ledger}: {error.strerror}; make its directory writable") from error
    finally:
        remove(new)
    return kept


def _give_to_owner(new: Path, ledger: Path) -> None:
    """Give a file that root restores to the owner of the ledger."""
    if ledger.exists() and os.geteuid() == 0:
        owner = ledger.stat()
        os.chown(new, owner.st_uid, owner.st_gid)


@contextmanager
def _alone(ledger: Path) -> Generator[None]:
    """Keep other programs from opening the ledger until the block is left.

    Raises:
        LedgerUnusable: another program has it open.
    """
    shared = beside(ledger, "-shm")
    descriptor = os.open(shared, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _OPEN_BYTE)
        except OSError as error:
            raise LedgerUnusable(
                f"{ledger}: is in use; stop voiced first (systemctl --user stop voiced) and try again"
            ) from error
        yield
        # This index belongs to the log of the old ledger.
        shared.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _free(name: Path) -> Path:
    """The name, or one with a number if it is taken: a restore in the same second may have used it."""
    names = chain((name,), (beside(name, f"-{number}") for number in count(2)))
    return next(free for free in names if not free.exists())


def _keep(ledger: Path, kept: Path) -> Path | None:
    """Give the ledger a second name, and so the log that a crash left. Returns that name; None without a ledger."""
    if not ledger.exists():
        return None
    log = beside(ledger, "-wal")
    if log.exists():
        _also(log, beside(kept, "-wal"))
    _also(ledger, kept)
    force(ledger.parent)
    return kept


def _also(file: Path, name: Path) -> None:
    try:
        # The place is never empty, since a starting daemon would create a new ledger there.
        name.hardlink_to(file)
    except OSError:
        # A file system without hard links, as on most memory sticks.
        touch(name)
        shutil.copyfile(file, name)
        force(name)


def _end_log(ledger: Path) -> None:
    """Remove the log, which SQLite would read into the new ledger.

    First the old ledger is replaced, in one step, by itself with the content of its log: a power cut at any moment leaves
    the complete old ledger or the new one.
    """
    log = beside(ledger, "-wal")
    if not log.exists():
        return
    whole = unfinished(ledger)
    try:
        if _taken_in(ledger, log, whole):
            _give_to_owner(whole, ledger)
            whole.replace(ledger)
            force(ledger.parent)
    finally:
        remove(whole)
    log.unlink()
    force(ledger.parent)


def _taken_in(ledger: Path, log: Path, whole: Path) -> bool:
    """Make `whole` the ledger with the content of its log. Returns False if a damaged file prevents it."""
    touch(whole)
    shutil.copyfile(ledger, whole)
    shutil.copyfile(log, beside(whole, "-wal"))
    try:
        with closing(sqlite3.connect(uri(whole, "mode=rw"), uri=True)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error:
        return False
    force(whole)
    return True
