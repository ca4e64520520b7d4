"""Brings a ledger on PostgreSQL to this program's schema: the missing steps, in one transaction."""

from __future__ import annotations

from psycopg import AsyncConnection

from voiced.adapters.ledger.postgres_schema import SCHEMA, STEPS, VERSION
from voiced.adapters.ledger.sql_database import newer_version
from voiced.adapters.ledger.sql_names import FIRST_ACCOUNTS, FIRST_CATEGORIES
from voiced.errors import LedgerUnusable

_MIGRATING = 0x766F6963
"""The advisory lock of a migration, `voic` in ASCII: if several devices start at once, one of them takes the step."""


async def migrate(connection: AsyncConnection, where: str) -> None:
    """Take the missing steps in one transaction.

    Args:
        connection: one in autocommit mode whose search path is `SCHEMA`.
        where: the database, for messages.

    Raises:
        LedgerUnusable: the schema is of a newer version or another program's.
        psycopg.Error: the server failed.
    """
    if await _version(connection, where) == VERSION:
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
        # Read again behind the lock: another device may have taken the steps meanwhile.
        taken = await _version(connection, where)
        for statement in (statement for step in STEPS[taken:] for statement in step):
            await connection.execute(statement.encode())
        if taken == 0:
            await _fill(connection)
        await connection.execute("UPDATE version SET number = %s", (VERSION,))


async def _version(connection: AsyncConnection, where: str) -> int:
    """How many steps the database has taken; 0 where there is no ledger."""
    # `to_regclass` would not do: its cache lacks tables that another device created while we waited for the lock.
    found = await connection.execute(
        """SELECT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = %s),
                  EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = %s AND tablename = 'version')""",
        (SCHEMA, SCHEMA),
    )
    has_schema, has_version = await found.fetchone() or (False, False)
    if not has_schema:
        return 0
    if not has_version:
        raise LedgerUnusable(
            f"{where}: its schema {SCHEMA} is of another program; name another database in ledger.url"
        )
    found = await connection.execute("SELECT number FROM version")
    (number,) = await found.fetchone() or (0,)
    if number > VERSION:
        raise newer_version(where, number, VERSION, "update voiced")
    return number


async def _fill(connection: AsyncConnection) -> None:
    async with connection.cursor() as cursor:
        await cursor.executemany(
            "INSERT INTO categories (name, type, keywords, position, is_custom) VALUES (%s, %s, %s, %s, 0)",
            FIRST_CATEGORIES,
        )
        await cursor.executemany(
            "INSERT INTO accounts (name, keywords, position) VALUES (%s, %s, %s)", FIRST_ACCOUNTS
        )
