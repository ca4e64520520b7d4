"""A database as the statements of the ledger see it: SQLite and PostgreSQL take the same ones.

What differs is behind the tables: both have the views `entries` and `new_batches`, whose triggers make each write
of the ledger one statement (see `sqlite_schema` and `postgres_schema`).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Parameters = Mapping[str, str | int | None]
"""Values by name; a statement names them `:name`."""

Step = tuple[str, Parameters]
"""A statement and its values."""

Row = Sequence[Any]
"""The columns of a row: text, whole numbers and None. Days and times come as ISO 8601."""


class Database(Protocol):
    """One connection. Each `run` is a transaction of its own, done in the order they are asked for."""

    def failing(self, doing: str) -> AbstractContextManager[None]:
        """Errors inside are `LedgerFailure`s about this database that begin with what was being done."""
        ...

    async def run(self, doing: str, sql: str, parameters: Parameters | None = None) -> Sequence[Row]:
        """Do one statement and return its rows.

        Args:
            doing: what it is for, to begin the message of a failure.
            sql: the statement, with named parameters.
            parameters: their values.

        Raises:
            LedgerRefusal: a rule of the database forbids it.
            LedgerAway: the database cannot be reached.
            LedgerFailure: it was not done for another reason.
        """
        ...

    async def run_together(self, doing: str, steps: Sequence[Step]) -> Sequence[Row]:
        """Do several statements in one transaction, all or none, and return the rows of the last one.

        Raises:
            LedgerFailure: as `run`.
        """
        ...

    async def read(self, doing: str, sql: str, parameters: Parameters | None = None) -> Sequence[Row]:
        """The rows of a statement that only reads and may take long: it stands before nobody's save.

        Raises:
            LedgerFailure: as `run`.
        """
        ...

    def stream(self, doing: str, sql: str, parameters: Parameters | None = None) -> AsyncGenerator[Row]:
        """The rows of a long read, as they were when it began; writing goes on meanwhile.

        Raises:
            LedgerFailure: as `run`.
        """
        ...

    async def close(self) -> None:
        """Finish what was asked for and close the connection. Closing twice is once."""
        ...
