"""One SQLite connection, asked one statement at a time, with errors that say what was being done."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager, aclosing, suppress
from pathlib import Path

import aiosqlite

from voiced.adapters.sql_database import Parameters
from voiced.adapters.sqlite_errors import failing
from voiced.adapters.sqlite_file import connect_for_reading
from voiced.errors import LedgerFailure

_PAGE = 500
"""Rows fetched per visit to the reading thread: few visits, and little in memory."""


class SqliteDatabase:
    """A `Database` in a SQLite file, with one writing connection.

    Statements are done in the order they are asked for, on the connection's own thread, each in a transaction
    of its own. Once asked for, a statement is done whole even if the task that asked is cancelled.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path, busy_seconds: float) -> None:
        self._connection: aiosqlite.Connection | None = connection
        self._path = path
        self._busy_seconds = busy_seconds

    def failing(self, doing: str) -> AbstractContextManager[None]:
        """Errors inside are `LedgerFailure`s about this database."""
        return failing(doing, self._path)

    async def run(self, doing: str, sql: str, parameters: Parameters | None = None) -> list[sqlite3.Row]:
        """Do one statement and return its rows; see `Database.run`."""
        with self.failing(doing):
            # The driver hands a mapping on to SQLite as it is; only its annotation asks for a sequence.
            return list(await self._open().execute_fetchall(sql, parameters or {}))

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
        connection, self._connection = self._connection, None
        if connection is not None:
            # Everything that was answered is on the disk already; what fails here is tidying up.
            with suppress(sqlite3.Error):
                await connection.close()

    def _open(self) -> aiosqlite.Connection:
        if self._connection is None:
            raise LedgerFailure(f"the ledger {self._path} is closed; open it again")
        return self._connection
