"""The books of a SQLite file, on a connection of their own: a long search never stands before a save."""

from __future__ import annotations

from pathlib import Path

from voiced.adapters.sql_books import SqlBooks
from voiced.adapters.sqlite_database import SqliteDatabase
from voiced.adapters.sqlite_file import open_for_writing
from voiced.adapters.sqlite_ledger import BUSY_SECONDS


class SqliteBooks(SqlBooks):
    """`Books` in the file of a `SqliteLedger`."""

    @classmethod
    async def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> SqliteBooks:
        """Open the ledger at `path` a second time; see `SqliteLedger.open`.

        Raises:
            LedgerUnusable: it cannot be read or written.
        """
        return cls(SqliteDatabase(await open_for_writing(path, busy_seconds), path, busy_seconds))
