"""One SQLite connection, asked one statement at a time, with errors that say what was being done."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractContextManager, aclosing, suppress
from pathlib import Path

import aiosqlite

from voiced.adapters.ledger.sql_database import Parameters, Step
from voiced.adapters.ledger.sqlite_errors import failing
from voiced.adapters.ledger.sqlite_file import connect_for_changing, connect_for_reading, open_for_writing
from voiced.errors import LedgerFailure, LedgerMoved

BUSY_SECONDS = 5.0
"""How long to wait for another program that is writing; a backup or a migration takes less."""

_PAGE = 500
"""Rows fetched per visit to the reading thread: few visits, and little in memory."""


class SqliteDatabase:
    """A `Database` in a SQLite file, with one writing connection.

    Statements are done in the order they are asked for, on the connection's own thread, each in a transaction
    of its own. Once asked for, a statement is done whole even if the task that asked is cancelled.

    A file that is removed or replaced under us is written to no more, for nobody would find it there. Put back in its
    place, it is used again.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path, busy_seconds: float) -> None:
        self._connection: aiosqlite.Connection | None = connection
        self._path = path
        self._busy_seconds = busy_seconds
        self._file = _file_at(path)

    @classmethod
    async def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> SqliteDatabase:
        """The database of the ledger at `path`; see `SqliteLedger.open`.

        Raises:
            LedgerFailure: it cannot be used now, and is as it was.
            LedgerUnusable: it cannot be used, and is as it was.
        """
        return cls(await open_for_writing(path, busy_seconds), path, busy_seconds)

    def failing(self, doing: str) -> AbstractContextManager[None]:
        """Errors inside are `LedgerFailure`s about this database."""
        return failing(doing, self._path)

    async def run(self, doing: str, sql: str, parameters: Parameters | None = None) -> list[sqlite3.Row]:
        """Do one statement and return its rows; see `Database.run`."""
        with self.failing(doing):
            await self._check_place(doing)
            # The driver hands a mapping on to SQLite as it is; only its annotation asks for a sequence.
            rows = list(await self._open().execute_fetchall(sql, parameters or {}))
            await self._check_place(doing)
            return rows

    async def run_together(self, doing: str, steps: Sequence[Step]) -> list[sqlite3.Row]:
        """Do several statements in one transaction, on a connection of its own; see `Database.run_together`.

        On the one that all share, somebody else's statement could come between. Left early, nothing is done.
        """
        self._open()
        with self.failing(doing):
            await self._check_place(doing)
            async with connect_for_changing(self._path, self._busy_seconds) as connection:
                await connection.execute("PRAGMA foreign_keys = ON")
                await connection.execute("PRAGMA synchronous = FULL")
                await connection.execute("BEGIN IMMEDIATE")
                rows: list[sqlite3.Row] = []
                for sql, parameters in steps:
                    rows = list(await connection.execute_fetchall(sql, parameters))
                await connection.commit()
                return rows

    async def read(self, doing: str, sql: str, parameters: Parameters | None = None) -> list[sqlite3.Row]:
        """The rows of a long read, on a connection of its own; see `Database.read`."""
        async with aclosing(self.stream(doing, sql, parameters)) as rows:
            return [row async for row in rows]

    async def stream(
        self, doing: str, sql: str, parameters: Parameters | None = None
    ) -> AsyncGenerator[sqlite3.Row]:
        """The rows of a long read, as they were when it began; see `Database.stream`."""
        self._open()
        with self.failing(doing):
            async with (
                connect_for_reading(self._path, self._busy_seconds) as connection,
                connection.execute(sql, parameters or {}) as cursor,
            ):
                while page := list(await cursor.fetchmany(_PAGE)):
                    for row in page:
                        yield row

    async def close(self) -> None:
        """Finish what was asked for and close the file. Closing twice is once."""
        # Everything that was answered is on the disk already; what fails here is tidying up.
        with suppress(sqlite3.Error):
            if self._connection is not None and not self._is_in_place:
                await self._take_in_log(self._connection)
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                await connection.close()

    def _open(self) -> aiosqlite.Connection:
        if self._connection is None:
            raise LedgerFailure(f"the ledger {self._path} is closed; open it again")
        return self._connection

    @property
    def _is_in_place(self) -> bool:
        return _file_at(self._path) == self._file

    async def _check_place(self, doing: str) -> None:
        if not self._is_in_place:
            await self._take_in_log(self._open())
            raise LedgerMoved(
                f"{doing} failed: the ledger {self._path} was removed or replaced while it was open; put it back, or "
                "stop voiced and restore a backup"
            )

    async def _take_in_log(self, connection: aiosqlite.Connection) -> None:
        """Write the log into our file, wherever it is now; SQLite would read it into the file in its place."""
        await connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file is there, whatever it is called; None for none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
