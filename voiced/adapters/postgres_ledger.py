"""The rows of the ledger on PostgreSQL: one ledger for several devices."""

from __future__ import annotations

import logging

import psycopg

from voiced.adapters.postgres_database import PostgresDatabase
from voiced.adapters.postgres_errors import describe
from voiced.adapters.postgres_server import PostgresServer
from voiced.adapters.sql_ledger import SqlLedger

log = logging.getLogger(__name__)


class PostgresLedger(SqlLedger):
    """The rows of a ledger on a server. A `Ledger` of it is made by an `OutboxLedger`, which keeps the draft here.

    Calls fail with `LedgerAway` while the server cannot be reached.
    """

    @classmethod
    async def open(cls, server: PostgresServer) -> PostgresLedger:
        """The ledger on `server`, made or migrated as needed; of a server that is away, when it is back.

        Raises:
            LedgerUnusable: it is of a newer version or another program's.
        """
        database = PostgresDatabase(server)
        try:
            await database.prepare()
        except psycopg.Error as error:
            log.warning("the ledger's server cannot be reached yet: %s", describe(error, server.where))
        return cls(database)
