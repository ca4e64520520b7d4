"""The ledger in one SQLite file: its rows, and the draft, which must survive a crash."""

from __future__ import annotations

from pathlib import Path

from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.ledger.sqlite_database import BUSY_SECONDS, SqliteDatabase
from voiced.adapters.ledger.sqlite_draft import SqliteDraft
from voiced.domain.batch import DraftBatch


class SqliteLedger(SqlLedger):
    """A `Ledger` in a SQLite file: write-ahead log, each commit forced to the disk.

    A save clears the kept draft in its own transaction. A write is completed even if the calling task is
    cancelled.
    """

    def __init__(self, database: SqliteDatabase) -> None:
        super().__init__(database)
        self._draft = SqliteDraft(database)

    @classmethod
    async def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> SqliteLedger:
        """Open the ledger at `path`; a missing one is created, an older one migrated.

        Args:
            path: the database file; missing directories are made.
            busy_seconds: how long a call waits for another program that is writing.

        Raises:
            LedgerUnusable: it cannot be read or written, is no ledger, or is of a newer version. It was not
                changed.
        """
        return cls(await SqliteDatabase.open(path, busy_seconds=busy_seconds))

    async def keep_draft(self, draft: DraftBatch) -> None:
        """Journal the open draft; see `Ledger.keep_draft`."""
        await self._draft.keep(draft)

    async def drop_draft(self) -> None:
        """Forget the kept draft; see `Ledger.drop_draft`."""
        await self._draft.drop()

    async def kept_draft(self) -> DraftBatch | None:
        """The draft that a crash left behind; see `SqliteDraft.kept`."""
        return await self._draft.kept()
