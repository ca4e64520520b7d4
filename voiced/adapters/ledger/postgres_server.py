"""The address of the ledger's PostgreSQL, connections to it with libpq's rules and time limits, and its schema.

The first connection to a database makes the ledger there, in one transaction.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncClientCursor, AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.string import TextLoader

from voiced.adapters.ledger.postgres_schema import SCHEMA, STATEMENTS
from voiced.adapters.ledger.sql_database import check_version
from voiced.adapters.ledger.sql_names import FIRST_ACCOUNTS, FIRST_CATEGORIES
from voiced.adapters.ledger.sql_schema import VERSION
from voiced.errors import ConfigWrong, LedgerUnusable

_MAKING = 0x766F6963
"""The advisory lock of a new ledger, `voic` in ASCII: if several devices start at once, one of them makes the tables."""


async def make(connection: AsyncConnection, where: str) -> None:
    """Make the tables of a new ledger in one transaction; a ledger that is there stays as it is.

    Args:
        connection: one in autocommit mode whose search path is `SCHEMA`.
        where: the database, for messages.

    Raises:
        LedgerUnusable: the schema is of another version or another program's.
        psycopg.Error: the server failed.
    """
    if await _is_there(connection, where):
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        # Asked again behind the lock: another device may have made the ledger meanwhile.
        if not await _is_there(connection, where):
            for statement in STATEMENTS:
                await connection.execute(statement.encode())
            await _fill(connection)


async def _is_there(connection: AsyncConnection, where: str) -> bool:
    """Whether the database has a ledger of our version."""
    # `to_regclass` would not do: its cache lacks tables that another device created while we waited for the lock.
    found = await connection.execute(
        """SELECT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = %s),
                  EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = %s AND tablename = 'version')""",
        (SCHEMA, SCHEMA),
    )
    has_schema, has_version = await found.fetchone() or (False, False)
    if not has_schema:
        return False
    if not has_version:
        raise LedgerUnusable(
            f"{where}: its schema {SCHEMA} is of another program; name another database in ledger.url"
        )
    found = await connection.execute("SELECT number FROM version")
    (number,) = await found.fetchone() or (0,)
    earlier = "docs/several-devices.md says how to bring it up to date"
    check_version(where, number, VERSION, if_newer="update voiced", if_earlier=earlier)
    return True


async def _fill(connection: AsyncConnection) -> None:
    async with connection.cursor() as cursor:
        await cursor.executemany(
            "INSERT INTO categories (name, type, keywords, position, is_custom) VALUES (%s, %s, %s, %s, 0)",
            FIRST_CATEGORIES,
        )
        await cursor.executemany(
            "INSERT INTO accounts (name, keywords, position) VALUES (%s, %s, %s)", FIRST_ACCOUNTS
        )


# A server that vanished silently (a pulled cable) is given up after five to ten seconds instead of the kernel's quarter
# of an hour. A URL may set other values.
_DEFAULTS = {
    "application_name": "voiced",
    "connect_timeout": "5",
    "tcp_user_timeout": "5000",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
}
ANSWER_SECONDS = 12.0
"""After it a statement is given up that the server itself does not end, as when its disk hangs. Longer than
`statement_timeout`."""
_SESSION = f"-c search_path={SCHEMA} -c statement_timeout=10s -c lock_timeout=5s"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """A database on a server.

    Attributes:
        where: the database for messages: without user and password.
    """

    where: str
    _conninfo: str = field(repr=False)

    @classmethod
    def at(cls, url: str, password: str | None = None) -> PostgresServer:
        """The database that `url` names.

        Args:
            url: `postgresql://user@host:port/database?sslmode=…`. Missing parts come from libpq's own
                places, such as PGHOST and `~/.pgpass`.
            password: replaces the one in the URL.

        Raises:
            ConfigWrong: the URL is not of this form.
        """
        try:
            given = {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
        except psycopg.Error:
            # libpq repeats the URL, which may hold a password.
            raise ConfigWrong(
                "ledger.url: is no address of a database; write it as postgresql://user@host/database"
            ) from None
        if password:
            given["password"] = password
        given["client_encoding"] = "UTF8"
        given["options"] = f"{_SESSION} {given.get('options', '')}".strip()
        host, port = given.get("host", ""), given.get("port", "")
        where = f"postgresql://{host}{f':{port}' if port else ''}/{given.get('dbname', '')}"
        return cls(where, make_conninfo("", **{**_DEFAULTS, **given}))

    async def connect(self) -> AsyncConnection:
        """A new connection to a ledger that is up to date, each statement a transaction of its own.

        Raises:
            LedgerUnusable: there is no ledger for this program.
            psycopg.Error: the server cannot be reached, or does not let us in.
        """
        connection = await AsyncConnection.connect(
            self._conninfo,
            autocommit=True,
            # Values are quoted here instead of sent beside the statement: PostgreSQL cannot tell the type of a value
            # that is only compared with NULL.
            cursor_factory=AsyncClientCursor,
        )
        try:
            # Days as ISO 8601, as SQLite has them.
            connection.adapters.register_loader("date", TextLoader)
            await answered(self._check(connection), connection)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _check(self, connection: AsyncConnection) -> None:
        await self._check_encoding(connection)
        await make(connection, self.where)

    async def _check_encoding(self, connection: AsyncConnection) -> None:
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise LedgerUnusable(
                f"{self.where}: keeps text as {encoding}, which has no Chinese; make it with createdb --encoding UTF8"
            )


async def answered(work: Coroutine[Any, Any, T], connection: AsyncConnection) -> T:
    """The server's answer to `work`. After `ANSWER_SECONDS` the connection is cut, and the work fails as if the server were away.

    The connection is also cut if the task is cancelled: psycopg itself would ask the server to stop and wait for its
    answer, five seconds with a silent server. The server does a whole statement or nothing of it.
    """
    task = asyncio.ensure_future(work)
    timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, _cut, connection)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        _cut(connection)
        await asyncio.wait([task])
        if not task.cancelled():
            # The result has no reader any more; this marks it as seen.
            task.exception()
        raise
    finally:
        timer.cancel()


def _cut(connection: AsyncConnection) -> None:
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as ours:
        ours.shutdown(socket.SHUT_RDWR)
