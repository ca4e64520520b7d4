"""The rows of the ledger on PostgreSQL, one ledger for several devices, over one connection that is made anew when it is lost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import AbstractContextManager, contextmanager
from select import POLLIN, poll

import psycopg
from psycopg import AsyncConnection

from voiced.adapters.ledger.postgres_server import PostgresServer, answered
from voiced.adapters.ledger.sql_database import Parameters, Row, Step
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.errors import LedgerAway, LedgerFailure, LedgerRefusal, LedgerUnusable

_FETCH = b"FETCH 500 FROM read"
"""500 rows at a time: few calls to the server, and little memory."""

_NAMED = re.compile(r"(?<![:\w]):(\w+)")


class PostgresDatabase:
    """A `Database` on a server. It connects with the first statement, and again after the server was away.

    Statements are carried out in the order of the calls, each in a transaction of its own. If the calling task is
    cancelled, the connection is cut: the server then does the whole statement or nothing of it.
    """

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        self._is_closed = False

    def failing(self, doing: str) -> AbstractContextManager[None]:
        """Turn errors in the block into `LedgerFailure`s about this database."""
        return failing(doing, self._server.where)

    async def prepare(self) -> None:
        """Connect; a missing ledger is made.

        Raises:
            LedgerUnusable: there is no ledger for this program.
            LedgerAway: the server cannot be reached.
            LedgerFailure: the server does not let us create a ledger.
        """
        async with self._turn:
            with self.failing("opening the ledger"):
                await self._connected()

    async def run(self, doing: str, sql: str, parameters: Parameters | None = None) -> list[Row]:
        """Do one statement and return its rows; see `Database.run`."""
        async with self._turn:
            self._check_open()
            with self.failing(doing), _still_usable(doing):
                connection = await self._connected()
                return await answered(_done(connection, _in_psycopg(sql), parameters), connection)

    @property
    def holding(self) -> str:
        """Locks the rows; see `Database.holding`."""
        return " FOR UPDATE"

    async def run_together(self, doing: str, steps: Iterable[Step]) -> list[Row]:
        """Do several statements in one transaction; see `Database.run_together`."""
        async with self._turn:
            self._check_open()
            with self.failing(doing), _still_usable(doing):
                connection = await self._connected()
                return await answered(_done_together(connection, steps), connection)

    async def read(self, doing: str, sql: str, parameters: Parameters | None = None) -> list[Row]:
        """The rows of a long read; see `Database.read`. On a server, saves never wait for a reader."""
        return await self.run(doing, sql, parameters)

    async def stream(self, doing: str, sql: str, parameters: Parameters | None = None) -> AsyncGenerator[Row]:
        """The rows of a long read on a connection of its own, as they were when it began; see `Database.stream`."""
        self._check_open()
        with self.failing(doing), _still_usable(doing):
            async with await self._server.connect() as connection, connection.transaction():
                declare = b"DECLARE read NO SCROLL CURSOR FOR " + _in_psycopg(sql)
                await answered(_done(connection, declare, parameters), connection)
                while page := await answered(_done(connection, _FETCH), connection):
                    for row in page:
                        yield row

    async def wipe(self) -> None:
        """Nothing to do: the server's own VACUUM frees and overwrites what was deleted."""

    async def close(self) -> None:
        """Finish the pending statements and close the connection. A second call does nothing."""
        async with self._turn:
            self._is_closed = True
            connection, self._connection = self._connection, None
            if connection is not None:
                await connection.close()

    async def _connected(self) -> AsyncConnection:
        if self._connection is not None and not _is_usable(self._connection):
            await self._connection.close()
            self._connection = None
        if self._connection is None:
            self._connection = await self._server.connect()
        return self._connection

    def _check_open(self) -> None:
        if self._is_closed:
            raise LedgerFailure(f"the ledger {self._server.where} is closed; open it again")


class PostgresLedger(SqlLedger):
    """The rows of a ledger on a server. An `OutboxLedger` makes a whole `Ledger` of it: the draft stays on the device.

    Calls fail with `LedgerAway` while the server cannot be reached, and succeed again when it is back.
    """

    def __init__(self, server: PostgresServer) -> None:
        database = PostgresDatabase(server)
        super().__init__(database)
        self._server = database

    async def prepare(self) -> None:
        """Connect to the server; a missing ledger is made there.

        Raises:
            LedgerUnusable: it is of another version or another program's.
            LedgerAway: the server cannot be reached; it is tried again at each call.
            LedgerFailure: the server does not let us create a ledger.
        """
        await self._server.prepare()


@contextmanager
def _still_usable(doing: str) -> Generator[None]:
    """A ledger that another device brought to a newer version meanwhile is a failure: the dialogue goes on."""
    try:
        yield
    except LedgerUnusable as error:
        raise LedgerFailure(f"{doing} failed: {error}") from error


async def _done(
    connection: AsyncConnection, statement: bytes, parameters: Parameters | None = None
) -> list[Row]:
    cursor = await connection.execute(statement, parameters or {})
    return list(await cursor.fetchall()) if cursor.description else []


async def _done_together(connection: AsyncConnection, steps: Iterable[Step]) -> list[Row]:
    rows: list[Row] = []
    async with connection.transaction():
        for sql, parameters in steps:
            rows = await _done(connection, _in_psycopg(sql), parameters)
    return rows


def _in_psycopg(sql: str) -> bytes:
    """A statement with `:name` as psycopg writes it, `%(name)s`."""
    return _NAMED.sub(r"%(\1)s", sql.replace("%", "%%")).encode()


def _is_usable(connection: AsyncConnection) -> bool:
    """Whether the connection can be used. An idle server only sends data when it goes away."""
    if connection.closed:
        return False
    said = poll()
    said.register(connection.fileno(), POLLIN)
    return not said.poll(0)


_AWAY = ("08", "57P01", "57P02", "57P03", "53300")
"""SQLSTATEs or their beginnings: connection exceptions, a server that stops or starts, too many connections."""

_RAISED = "P0001"
"""A trigger's RAISE EXCEPTION: a rule of the database's owner."""


def describe(error: psycopg.Error, where: str) -> str:
    """One line: the database and PostgreSQL's message, which has no password: libpq names host, port and user."""
    said = " ".join((error.diag.message_primary or str(error)).split())
    return f"{where}: {said or type(error).__name__}"


@contextmanager
def failing(doing: str, where: str) -> Generator[None]:
    """Turn an error of PostgreSQL into a `LedgerFailure` that names the failed action.

    Raises:
        LedgerRefusal: a constraint forbids it, or the database cannot hold the value.
        LedgerAway: the server cannot be reached.
        LedgerFailure: it failed for another reason.
    """
    try:
        yield
    except psycopg.Error as error:
        raise _kind(error)(f"{doing} failed: {describe(error, where)}") from error
    except UnicodeEncodeError as error:
        # Half a character.
        raise LedgerRefusal(f"{doing} failed: {where}: {error}") from error


def _kind(error: psycopg.Error) -> type[LedgerFailure]:
    state = error.sqlstate
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError) or state == _RAISED:
        return LedgerRefusal
    if state is None or state.startswith(_AWAY):
        return LedgerAway
    return LedgerFailure
