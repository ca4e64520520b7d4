"""The file of the ledger: looked at before it is touched, created whole and for its owner alone."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from errno import EACCES, EISDIR, ENOTDIR, EROFS
from pathlib import Path
from uuid import uuid4

import aiosqlite

from voiced.adapters.ledger.sqlite_errors import refusing
from voiced.adapters.ledger.sqlite_schema import APPLICATION_ID, VERSION, migrate
from voiced.errors import LedgerUnusable

# FULL: a save that was answered survives a power cut. Each statement commits by itself unless told otherwise.
_PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
_SMALLEST_BYTES = 512


async def open_for_writing(path: Path, busy_seconds: float) -> aiosqlite.Connection:
    """Open the ledger at `path`, created or migrated as needed.

    Raises:
        LedgerFailure: it cannot be used now, and is as it was.
        LedgerUnusable: it cannot be used, and is as it was.
    """
    with refusing(path):
        if not await asyncio.to_thread(is_usable, path):
            await _create(path, busy_seconds)
        return await _connect(path, busy_seconds)


def check_place(path: Path) -> None:
    """Tell what would keep a ledger from being opened or made here. Nothing changes.

    Raises:
        LedgerFailure: it cannot be used now.
        LedgerUnusable: it cannot be used.
    """
    with refusing(path):
        if not is_usable(path):
            _check_folder(path)


def connect_for_reading(path: Path, busy_seconds: float) -> aiosqlite.Connection:
    """A connection of its own for a long read; it sees the ledger as it is when the read begins."""
    return aiosqlite.connect(uri(path, "mode=ro"), uri=True, timeout=busy_seconds)


def connect_for_changing(path: Path, busy_seconds: float) -> aiosqlite.Connection:
    """A connection of its own for a transaction of several statements, to a ledger that is open already."""
    return aiosqlite.connect(uri(path, "mode=rw"), uri=True, timeout=busy_seconds, isolation_level=None)


async def _connect(path: Path, busy_seconds: float) -> aiosqlite.Connection:
    connection = await connect_for_changing(path, busy_seconds)
    try:
        for pragma in _PRAGMAS:
            await connection.execute(pragma)
        await migrate(connection)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _create(path: Path, busy_seconds: float) -> None:
    """Make a new ledger beside its place and put it there when it is whole, unless somebody else was first.

    So nobody ever finds half a ledger, and what fails leaves nothing behind.
    """
    new = beside(path, f".{uuid4().hex}.new")
    try:
        await asyncio.to_thread(touch, new)
        await (await _connect(new, busy_seconds)).close()
        await asyncio.to_thread(_put, new, path)
    finally:
        await asyncio.to_thread(remove, new)


def is_usable(path: Path) -> bool:
    """Whether there is a file that is a ledger, or empty. Nothing of it changes.

    Raises:
        LedgerUnusable: there is one that is neither, or is newer, or may not be written.
    """
    # Never opened here but by SQLite: closing a file drops the locks of every connection of this process to it, and the
    # next program that looks at the ledger would delete the log that is being written.
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return False
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if not _may(path, os.R_OK | os.W_OK):
        _check_file_system(path)
        raise PermissionError(EACCES, os.strerror(EACCES))
    # SQLite takes a file of less than a page for a new database, and would write over it.
    if 0 < size < _SMALLEST_BYTES:
        raise LedgerUnusable(f"{path} is no SQLite database; name another file with --db or ledger.path")
    if not _may(path.parent, os.W_OK | os.X_OK):
        _check_file_system(path.parent)
        raise LedgerUnusable(
            f"the ledger cannot be opened: {path}: its directory is read-only, and the log of what is being "
            "written belongs there; make the directory writable"
        )
    check_owner_and_version(path)
    return True


def _check_folder(path: Path) -> None:
    """Whether a file could be made: the nearest folder that is there takes new ones.

    Raises:
        OSError: it does not.
    """
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    if not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
    if not _may(folder, os.W_OK | os.X_OK):
        _check_file_system(folder)
        raise PermissionError(EACCES, os.strerror(EACCES))


def _may(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _check_file_system(path: Path) -> None:
    """Tell what nobody may write at all from what we may not: a disk that is checked, or mounted late, is writable soon."""
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        raise OSError(EROFS, os.strerror(EROFS))


def check_owner_and_version(path: Path) -> None:
    """Refuse another program's database, and one that is newer. Only read, also on a medium that cannot be written.

    Raises:
        LedgerUnusable: it is such a one.
    """
    if beside(path, "-journal").exists():
        # A crash of a program that does not use write-ahead logging: only a writer can put it right.
        return
    has_log = _has_log(path)
    with closing(sqlite3.connect(_untouched_uri(path, has_log=has_log), uri=True)) as connection:
        ((owner,),) = connection.execute("PRAGMA application_id")
        ((version,),) = connection.execute("PRAGMA user_version")
        ((things,),) = connection.execute("SELECT count(*) FROM sqlite_schema")
        ((page_bytes,),) = connection.execute("PRAGMA page_size")
    # SQLite would read zeros for what is missing of the last page, and rows of zeros for what stood there. A log that
    # was half taken in leaves such a file, too, and mends it.
    if not has_log and path.stat().st_size % page_bytes:
        raise LedgerUnusable(
            f"the ledger cannot be opened: {path}: its end is missing; restore it from a backup"
        )
    if things and owner != APPLICATION_ID:
        raise LedgerUnusable(
            f"{path} is a database of another program; name another file with --db or ledger.path"
        )
    if version > VERSION:
        raise LedgerUnusable(
            f"{path} was written by a newer voiced (ledger version {version}, this one knows up to {VERSION}); "
            "update voiced or name another file with --db or ledger.path"
        )


def touch(path: Path) -> None:
    """Make an empty file that only its owner can read.

    Raises:
        OSError: it is there already, or cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # What somebody spends is nobody else's business; the write-ahead log takes the same mode.
    path.touch(mode=0o600, exist_ok=False)


def _put(new: Path, path: Path) -> None:
    try:
        path.hardlink_to(new)
    except FileExistsError:
        return
    except OSError:
        # A file system without hard links (a memory stick): then two that start at once are not told apart.
        new.rename(path)


def remove(path: Path) -> None:
    """Remove a database with all that SQLite kept beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        beside(path, suffix).unlink(missing_ok=True)


def uri(path: Path, access: str) -> str:
    """A database as SQLite is asked for it; `access` as `mode=ro`."""
    return f"{path.absolute().as_uri()}?{access}"


def reading_uri(path: Path) -> str:
    """A database to be read as it is, also on a medium that cannot be written, and nothing left beside it.

    The last to close a write-ahead log removes it, which a connection that only reads may not.
    """
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK):
        return uri(path, "mode=rw")
    return _untouched_uri(path, has_log=_has_log(path))


def _untouched_uri(path: Path, *, has_log: bool) -> str:
    # SQLite keeps its hands off the disk for an immutable file, but then it does not see the log either.
    return uri(path, "mode=ro" if has_log else "mode=ro&immutable=1")


def _has_log(path: Path) -> bool:
    wal = beside(path, "-wal")
    return wal.exists() and wal.stat().st_size > 0


def beside(path: Path, suffix: str) -> Path:
    """The file of a longer name in the same folder."""
    return path.with_name(path.name + suffix)
