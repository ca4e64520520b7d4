"""The books of a ledger on PostgreSQL, on a connection of their own."""

from __future__ import annotations

from voiced.adapters.postgres_database import PostgresDatabase
from voiced.adapters.postgres_server import PostgresServer
from voiced.adapters.sql_books import SqlBooks


class PostgresBooks(SqlBooks):
    """`Books` of the ledger that a `PostgresLedger` writes. The server is connected to when something is asked."""

    def __init__(self, server: PostgresServer) -> None:
        super().__init__(PostgresDatabase(server))
