"""The rows of the ledger on PostgreSQL: one ledger for several devices."""

from __future__ import annotations

from voiced.adapters.ledger.postgres_database import PostgresDatabase
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.adapters.ledger.sql_ledger import SqlLedger


class PostgresLedger(SqlLedger):
    """The rows of a ledger on a server. An `OutboxLedger` makes a whole `Ledger` of it: the draft stays on the device.

    Calls fail with `LedgerAway` while the server cannot be reached, and succeed again when it is back.
    """

    def __init__(self, server: PostgresServer) -> None:
        database = PostgresDatabase(server)
        super().__init__(database)
        self._server = database

    async def prepare(self) -> None:
        """Connect to the server; a missing ledger is made there, an older one migrated.

        Raises:
            LedgerUnusable: it is of a newer version or another program's.
            LedgerAway: the server cannot be reached; it is tried again at each call.
            LedgerFailure: it does not let us make a ledger.
        """
        await self._server.prepare()
