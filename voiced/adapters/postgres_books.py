"""The books of a ledger on PostgreSQL, on a connection of their own."""

from __future__ import annotations

from voiced.adapters.postgres_database import PostgresDatabase
from voiced.adapters.postgres_server import PostgresServer
from voiced.adapters.sql_books import SqlBooks


class PostgresBooks(SqlBooks):
    """`Books` of the ledger that a `PostgresLedger` writes."""

    @classmethod
    def of(cls, server: PostgresServer) -> PostgresBooks:
        """The books of the ledger on `server`, which is connected to when something is asked."""
        return cls(PostgresDatabase(server))
