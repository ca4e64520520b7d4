"""One SQLite connection that carries out one statement at a time. Its errors name the failed action."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Iterable
from contextlib import AbstractContextManager, aclosing, suppress
from pathlib import Path

import aiosqlite

from voiced.adapters.ledger.sql_database import Parameters, Step
from voiced.adapters.ledger.sqlite_errors import failing
from voiced.adapters.ledger.sqlite_file import (
    WRITE_SAFELY,
    connect_for_changing,
    connect_for_reading,
    open_for_writing,
)
from voiced.errors import LedgerFailure, LedgerMoved

BUSY_SECONDS = 5.0
"""The longest wait for another program that is writing; a backup takes less."""

_PAGE = 500
"""Rows fetched at a time from the reading thread: few calls, and little memory."""

_EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"


class SqliteDatabase:
    """A `Database` in a SQLite file, with one writing connection.

    Statements are carried out in the order of the calls, on the connection's own thread, each in a transaction of its own.
    A statement is completed even if the calling task is cancelled.

    A file that was removed or replaced while it was open is no longer written to, since its rows would be lost. After it is
    put back, it is used again.
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
            LedgerFailure: it cannot be used now; it is unchanged.
            LedgerUnusable: it cannot be used; it is unchanged.
        """
        return cls(await open_for_writing(path, busy_seconds), path, busy_seconds)

    def failing(self, doing: str) -> AbstractContextManager[None]:
        """Turn errors in the block into `LedgerFailure`s about this database."""
        return failing(doing, self._path)

    async def run(self, doing: str, sql: str, parameters: Parameters | None = None) -> list[sqlite3.Row]:
        """Do one statement and return its rows; see `Database.run`."""
        with self.failing(doing):
            await self._check_place(doing)
            # The driver accepts a mapping as well; only its annotation demands a sequence.
            rows = list(await self._open().execute_fetchall(sql, parameters or {}))
            await self._check_place(doing)
            return rows

    @property
    def holding(self) -> str:
        """Nothing: a writing transaction keeps every other one out; see `Database.holding`."""
        return ""

    async def run_together(self, doing: str, steps: Iterable[Step]) -> list[sqlite3.Row]:
        """Do several statements in one transaction, on a connection of its own; see `Database.run_together`.

        On the shared connection another caller's statement could come between. If the block is left early, all is undone.
        """
        self._open()
        with self.failing(doing):
            await self._check_place(doing)
            async with connect_for_changing(self._path, self._busy_seconds) as connection:
                for pragma in WRITE_SAFELY:
                    await connection.execute(pragma)
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

    async def wipe(self) -> None:
        """Rewrite the log into the file and empty it: the file itself has zeros in the place of deleted values."""
        await self.run("wiping deleted values", _EMPTY_LOG)

    async def close(self) -> None:
        """Finish the pending statements and close the file. A second call does nothing."""
        # All answered statements are on the disk already; only the tidying up can fail here.
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
        await connection.execute(_EMPTY_LOG)


def _file_at(path: Path) -> tuple[int, int] | None:
    """The identity of the file at a path; None without a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
