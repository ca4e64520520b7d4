"""The file of the ledger: looked at before it is touched, created for its owner alone, opened for writing."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import aiosqlite

from voiced.adapters.sqlite_errors import refusing
from voiced.adapters.sqlite_schema import APPLICATION_ID, VERSION, migrate
from voiced.errors import LedgerUnusable

# FULL: a save that was answered survives a power cut. Each statement commits by itself unless told otherwise.
_PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")


async def open_for_writing(path: Path, busy_seconds: float) -> aiosqlite.Connection:
    """Open the ledger at `path`, created or migrated as needed.

    Raises:
        LedgerUnusable: it cannot be used. It is as it was, and a file that was created is gone again.
    """
    with refusing(path):
        created = await asyncio.to_thread(_prepare, path)
        try:
            return await _connect(path, busy_seconds)
        except BaseException:
            if created:
                await asyncio.to_thread(_remove, path)
            raise


def connect_for_reading(path: Path, busy_seconds: float) -> aiosqlite.Connection:
    """A connection of its own for a long read; it sees the ledger as it is when the read begins."""
    return aiosqlite.connect(_uri(path, "mode=ro"), uri=True, timeout=busy_seconds)


async def _connect(path: Path, busy_seconds: float) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(
        _uri(path, "mode=rw"), uri=True, timeout=busy_seconds, isolation_level=None
    )
    try:
        for pragma in _PRAGMAS:
            await connection.execute(pragma)
        await migrate(connection)
    except BaseException:
        await connection.close()
        raise
    return connection


def _prepare(path: Path) -> bool:
    """See that there is a file that may become or is a ledger; says whether it was created."""
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        # What somebody spends is nobody else's business; the write-ahead log takes the same mode.
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        os.close(file)
        return True
    os.close(file)
    if not os.access(path.parent, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        raise LedgerUnusable(
            f"the ledger cannot be opened: {path}: its directory is read-only, and the log of what is being "
            "written belongs there; make the directory writable"
        )
    _look(path)
    return False


def _look(path: Path) -> None:
    """Refuse what is no ledger, or a newer one, before anything of it changes."""
    if _beside(path, "-journal").exists():
        # A crash of a program that does not use write-ahead logging: only a writer can put it right.
        return
    # SQLite keeps its hands off the disk for an immutable file, but then it does not see the log either.
    wal = _beside(path, "-wal")
    access = "mode=ro" if wal.exists() and wal.stat().st_size else "mode=ro&immutable=1"
    with closing(sqlite3.connect(_uri(path, access), uri=True)) as connection:
        ((owner,),) = connection.execute("PRAGMA application_id")
        ((version,),) = connection.execute("PRAGMA user_version")
        ((things,),) = connection.execute("SELECT count(*) FROM sqlite_schema")
    # An empty database is what a crash leaves that came before the first step.
    if things and owner != APPLICATION_ID:
        raise LedgerUnusable(
            f"{path} is a database of another program; name another file with --db or ledger.path"
        )
    if version > VERSION:
        raise LedgerUnusable(
            f"{path} was written by a newer voiced (ledger version {version}, this one knows up to {VERSION}); "
            "update voiced or name another file with --db or ledger.path"
        )


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        _beside(path, suffix).unlink(missing_ok=True)


def _uri(path: Path, access: str) -> str:
    return f"{path.absolute().as_uri()}?{access}"


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
