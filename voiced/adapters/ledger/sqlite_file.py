"""The file of the ledger: looked at before it is touched, created whole and for its owner alone."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from errno import EACCES, EISDIR, ENOTDIR, EROFS
from pathlib import Path
from uuid import uuid4

import aiosqlite

from voiced.adapters.ledger.sql_database import check_version
from voiced.adapters.ledger.sqlite_errors import refusing
from voiced.adapters.ledger.sqlite_schema import LEDGER, FileTables, make, version
from voiced.errors import LedgerUnusable

WRITE_SAFELY = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON")
"""Set on each connection that writes: a save that was answered survives a power cut, no row lacks its batch, and deleted
values are overwritten with zeros."""
KEEP_LOG = "PRAGMA journal_mode = WAL"
"""Writes go to a log, so that readers never wait; set once for a file."""
_SMALLEST_BYTES = 512


async def open_for_writing(
    path: Path, busy_seconds: float, tables: FileTables = LEDGER
) -> aiosqlite.Connection:
    """Open the ledger at `path`, or another file with such tables; a missing one is created.

    Raises:
        LedgerFailure: it cannot be used now, and is as it was.
        LedgerUnusable: it cannot be used, and is as it was.
    """
    with refusing(path):
        if not await asyncio.to_thread(is_usable, path, tables):
            await create(path, lambda new: _connect(new, busy_seconds, tables))
        return await _connect(path, busy_seconds, tables)


def check_place(path: Path) -> None:
    """Check that a ledger could be opened or created here, without changing anything.

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


async def _connect(path: Path, busy_seconds: float, tables: FileTables) -> aiosqlite.Connection:
    connection = await connect_for_changing(path, busy_seconds)
    try:
        found = await version(connection)
        _check_version(path, found, tables)
        for pragma in (KEEP_LOG, *WRITE_SAFELY):
            await connection.execute(pragma)
        if found == 0:
            await make(connection, tables)
    except BaseException:
        await connection.close()
        raise
    return connection


async def create(path: Path, connect: Callable[[Path], Awaitable[aiosqlite.Connection]]) -> None:
    """Create a new database beside its place and move it there when it is complete, unless another program was first.

    So no program finds half a database, and a failure leaves no file.

    Args:
        path: its place.
        connect: opens an empty file and fills it.
    """
    new = unfinished(path)
    try:
        await asyncio.to_thread(touch, new)
        await (await connect(new)).close()
        await asyncio.to_thread(_put, new, path)
    finally:
        await asyncio.to_thread(remove, new)


def is_usable(path: Path, tables: FileTables = LEDGER) -> bool:
    """Whether there is a file with these tables, or an empty one. The file stays unchanged.

    Raises:
        LedgerUnusable: it is another file, of another version, or read-only.
    """
    # Only SQLite opens the file: closing it here would drop the locks of all connections of this process, and the next
    # program that opens the ledger would delete the log in use.
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return False
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if not _may(path, os.R_OK | os.W_OK):
        _check_file_system(path)
        raise PermissionError(EACCES, os.strerror(EACCES))
    # SQLite would overwrite a file that is shorter than a page, as a new database.
    if 0 < size < _SMALLEST_BYTES:
        raise LedgerUnusable(f"{path} is no SQLite database; name another file with --db or ledger.path")
    if not _may(path.parent, os.W_OK | os.X_OK):
        _check_file_system(path.parent)
        raise LedgerUnusable(
            f"the ledger cannot be opened: {path}: its directory is read-only, and the log of "
            "writes belongs there; make the directory writable"
        )
    check_owner_and_version(path, tables)
    return True


def _check_folder(path: Path) -> None:
    """Check that a file could be created: the nearest existing folder is writable.

    Raises:
        OSError: it is not.
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
    """Raise an error of its own for a read-only disk: it may be writable soon, after a check or a late mount."""
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        raise OSError(EROFS, os.strerror(EROFS))


def check_owner_and_version(path: Path, tables: FileTables = LEDGER) -> None:
    """Refuse another program's database and one of another version. The file is only read; its medium may be read-only.

    Raises:
        LedgerUnusable: it is such a database.
    """
    if beside(path, "-journal").exists():
        # A program without write-ahead logging crashed; only a writing connection can repair the file.
        return
    has_log = _has_log(path)
    with closing(sqlite3.connect(_untouched_uri(path, has_log=has_log), uri=True)) as connection:
        ((page_bytes,),) = connection.execute("PRAGMA page_size")
        # SQLite would read a missing part of the last page as zeros, and so its rows or its tables. A log that was half
        # written back leaves such a file, too, and repairs it.
        if not has_log and path.stat().st_size % page_bytes:
            raise LedgerUnusable(
                f"the ledger cannot be opened: {path}: its end is missing; restore a backup that is whole"
            )
        ((owner,),) = connection.execute("PRAGMA application_id")
        ((found,),) = connection.execute("PRAGMA user_version")
        ((things,),) = connection.execute("SELECT count(*) FROM sqlite_schema")
    if things and owner != tables.application_id:
        raise LedgerUnusable(
            f"{path} is a database of another program; name another file with --db or ledger.path"
        )
    _check_version(path, found, tables)


def _check_version(path: Path, found: int, tables: FileTables) -> None:
    check_version(
        path,
        found,
        tables.version,
        if_newer="update voiced or name another file with --db or ledger.path",
        if_earlier=f"bring it over into a new file with scripts/renew-ledger {path} NEW",
    )


def touch(path: Path) -> None:
    """Make an empty file that only its owner can read.

    Raises:
        OSError: the file exists already, or cannot be created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Spending is private; the write-ahead log takes the same mode.
    path.touch(mode=0o600, exist_ok=False)


def _put(new: Path, path: Path) -> None:
    try:
        path.hardlink_to(new)
    except FileExistsError:
        return
    except OSError:
        # A file system without hard links (a memory stick): there two daemons that start at once can collide.
        new.rename(path)


def remove(path: Path) -> None:
    """Remove a database and SQLite's files beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        beside(path, suffix).unlink(missing_ok=True)


def uri(path: Path, access: str) -> str:
    """The URI of a database for SQLite; `access` is such as `mode=ro`."""
    return f"{path.absolute().as_uri()}?{access}"


def reading_uri(path: Path) -> str:
    """The URI for reading a database that may be on a read-only medium, without leaving files beside it.

    The last connection to close removes the write-ahead log, which a read-only connection may not.
    """
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK):
        return uri(path, "mode=rw")
    return _untouched_uri(path, has_log=_has_log(path))


def _untouched_uri(path: Path, *, has_log: bool) -> str:
    # For an immutable file SQLite writes nothing to the disk, but it ignores the log as well.
    return uri(path, "mode=ro" if has_log else "mode=ro&immutable=1")


def _has_log(path: Path) -> bool:
    wal = beside(path, "-wal")
    return wal.exists() and wal.stat().st_size > 0


def beside(path: Path, suffix: str) -> Path:
    """The file in the same folder whose name is longer by `suffix`."""
    return path.with_name(path.name + suffix)


def unfinished(path: Path) -> Path:
    """A place of its own for a file that is moved to `path` when it is complete."""
    return beside(path, f".{uuid4().hex}.new")
