"""A database as the ledger's statements use it: the same statements for SQLite and PostgreSQL.

The differences are behind the tables: both have the views `entries` and `new_batches`, whose triggers make each write
of the ledger one statement (see `sqlite_schema` and `postgres_schema`).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from voiced.errors import LedgerUnusable

Parameters = Mapping[str, str | int | None]
"""Values by name; a statement names them `:name`."""

Step = tuple[str, Parameters]
"""A statement and its values."""

Row = Sequence[Any]
"""The columns of a row: text, whole numbers and None. Days and times come as ISO 8601."""


def check_version(where: object, version: int, ours: int, *, if_newer: str, if_earlier: str) -> None:
    """Refuse a database of another version than `ours`; one of version 0 has no tables yet.

    Args:
        where: names it.
        version: that of its tables.
        ours: the version that this program reads and writes.
        if_newer: what helps if a newer program wrote it.
        if_earlier: what helps if an earlier one did.

    Raises:
        LedgerUnusable: a newer program or an earlier one wrote it.
    """
    if version > ours:
        raise LedgerUnusable(
            f"{where} was written by a newer voiced (ledger version {version}, this one knows up to {ours}); {if_newer}"
        )
    if 0 < version < ours:
        raise LedgerUnusable(
            f"{where} was written by an earlier voiced (ledger version {version}, this one reads {ours}); {if_earlier}"
        )


class Database(Protocol):
    """One connection. Each `run` is a transaction of its own; they are carried out in the order of the calls."""

    @property
    def holding(self) -> str:
        """The end of a SELECT that keeps other connections from changing its rows before the transaction is over."""
        ...

    def failing(self, doing: str) -> AbstractContextManager[None]:
        """Turn errors in the block into `LedgerFailure`s about this database whose messages begin with `doing`."""
        ...

    async def run(self, doing: str, sql: str, parameters: Parameters | None = None) -> Sequence[Row]:
        """Do one statement and return its rows.

        Args:
            doing: the purpose, with which the message of a failure begins.
            sql: the statement, with named parameters.
            parameters: their values.

        Raises:
            LedgerRefusal: a rule of the database forbids it.
            LedgerAway: the database cannot be reached.
            LedgerFailure: it failed for another reason.
        """
        ...

    async def run_together(self, doing: str, steps: Iterable[Step]) -> Sequence[Row]:
        """Do several statements in one transaction and return the rows of the last one. If one fails, all are undone.

        Raises:
            LedgerFailure: as `run`.
        """
        ...

    async def read(self, doing: str, sql: str, parameters: Parameters | None = None) -> Sequence[Row]:
        """The rows of a statement that only reads and may take long; saves do not wait for it.

        Raises:
            LedgerFailure: as `run`.
        """
        ...

    def stream(self, doing: str, sql: str, parameters: Parameters | None = None) -> AsyncGenerator[Row]:
        """The rows of a long read, as they were when it began; saves do not wait for it.

        Raises:
            LedgerFailure: as `run`.
        """
        ...

    async def wipe(self) -> None:
        """Leave no copy of deleted values in the database's files, as far as the database lets its clients.

        Raises:
            LedgerFailure: as `run`.
        """
        ...

    async def close(self) -> None:
        """Finish the pending statements and close the connection. A second call does nothing."""
        ...


class SqlTables:
    """A kind of the ledger's tables in a database, which is closed with them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def close(self) -> None:
        """Finish the pending writes and close the database. A second call does nothing."""
        await self._database.close()
