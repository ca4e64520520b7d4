"""The address of the ledger's PostgreSQL, and connections to it: libpq's rules, with time limits."""

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

from voiced.adapters.ledger.postgres_migration import migrate
from voiced.adapters.ledger.postgres_schema import SCHEMA
from voiced.errors import ConfigWrong, LedgerUnusable

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
        await migrate(connection, self.where)

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
