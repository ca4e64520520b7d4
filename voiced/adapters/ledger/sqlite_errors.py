"""SQLite's errors as ours, with the failed action, the file and the remedy."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from voiced.errors import LedgerFailure, LedgerRefusal, LedgerUnusable

_ADVICE = {
    sqlite3.SQLITE_BUSY: "another program is writing to it; try again",
    sqlite3.SQLITE_LOCKED: "another program is writing to it; try again",
    sqlite3.SQLITE_FULL: "make room on the disk and try again",
    sqlite3.SQLITE_IOERR: "check the disk, and that it may be written",
    sqlite3.SQLITE_READONLY: "make the file and its directory writable",
    sqlite3.SQLITE_CANTOPEN: "check that the file and its directory exist and may be written",
    sqlite3.SQLITE_NOTADB: "name another file with --db or ledger.path",
    sqlite3.SQLITE_CORRUPT: "restore a backup that is whole",
}

_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
    }
)
"""Troubles with other programs or the disk, which may be over at the next attempt."""
_PASSING_OF_SYSTEM = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EIO,
        errno.ENODEV,
        errno.EROFS,
        errno.ESTALE,
        errno.ETIMEDOUT,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
    }
)
"""The same troubles as errors of the operating system: a full, failing, missing or read-only disk."""

_READ_A_COPY = "make the disk writable and try again, or name a copy on another disk with --db"
"""The remedy for a read-only disk."""

_NO_ROOM = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE})
"""The last two are about the index of the log, which is needed for reading as well."""


def is_passing(error: sqlite3.Error) -> bool:
    """Whether the file may be sound, and another attempt may succeed: no room, or another program writes to it."""
    return _extended_code(error) in _NO_ROOM or _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def describe(error: sqlite3.Error, path: Path) -> str:
    """One line: the database, SQLite's message and the remedy."""
    advice = _ADVICE.get(sqlite3.SQLITE_FULL if _extended_code(error) in _NO_ROOM else _code(error))
    return f"{path}: {error}" + (f"; {advice}" if advice else "")


def _extended_code(error: sqlite3.Error) -> int:
    # Errors of the Python module lack it.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)


def _code(error: sqlite3.Error) -> int:
    # The low byte of an extended code is its primary code.
    return _extended_code(error) & 0xFF


@contextmanager
def failing(doing: str, path: Path) -> Generator[None]:
    """Turn an error of SQLite into a `LedgerFailure` that names the failed action.

    Raises:
        LedgerRefusal: a constraint forbids it, or SQLite cannot hold the value.
        LedgerFailure: it failed for another reason.
    """
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise LedgerRefusal(f"{doing} failed: {describe(error, path)}") from error
    except sqlite3.Error as error:
        raise LedgerFailure(f"{doing} failed: {describe(error, path)}") from error
    except (OverflowError, UnicodeEncodeError) as error:
        # A value that SQLite cannot hold: beyond 64 bits, or half a character.
        raise LedgerRefusal(f"{doing} failed: {path}: {error}") from error


@contextmanager
def refusing(path: Path) -> Generator[None]:
    """Turn an error while a database is opened into one that tells whether another attempt may help.

    Raises:
        LedgerFailure: the database cannot be opened now.
        LedgerUnusable: the database cannot be opened until it is repaired.
    """
    try:
        yield
    except sqlite3.Error as error:
        kind = LedgerFailure if _code(error) in _PASSING else LedgerUnusable
        raise kind(f"the ledger cannot be opened: {describe(error, path)}") from error
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _PASSING_OF_SYSTEM:
            remedy = _READ_A_COPY if error.errno == errno.EROFS else "try again"
            raise LedgerFailure(f"the ledger cannot be opened: {path}: {reason}; {remedy}") from error
        raise LedgerUnusable(f"the ledger cannot be opened: {path}: {reason}; name another file") from error
