"""The ledger in one SQLite file: its rows, and the open draft of each source, which must survive a crash."""

from __future__ import annotations

from pathlib import Path

import msgspec

from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.ledger.sqlite_database import BUSY_SECONDS, SqliteDatabase
from voiced.domain.batch import DraftBatch
from voiced.ports.ledger import ROOM

# A new row takes the place of the old one, so that the rows stand in the order of their last changes.
_KEEP = """
INSERT OR REPLACE INTO drafts (source, batch_id, version, body) VALUES (:source, :batch_id, :version, :body)
"""
_DROP = "DELETE FROM drafts WHERE source = :source"
_KEPT = "SELECT version, body FROM drafts WHERE source = :source"

DRAFT_VERSION = 1
"""The version of the text's form; raise it when the fields of a draft change their meaning."""


class SqliteDrafts:
    """`KeptDrafts` in a SQLite file."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    async def keep(self, draft: DraftBatch, source: str = ROOM) -> None:
        """Journal the open draft; see `KeptDrafts.keep`."""
        doing = "keeping the draft"
        with self._database.failing(doing):
            body = encode_draft(draft)
        kept = {"source": source, "batch_id": draft.id, "version": DRAFT_VERSION, "body": body}
        await self._database.run(doing, _KEEP, kept)

    async def drop(self, source: str = ROOM) -> None:
        """Forget the kept draft; see `KeptDrafts.drop`."""
        await self._database.run("dropping the draft", _DROP, {"source": source})

    async def kept(self, source: str = ROOM) -> DraftBatch | None:
        """The draft that a crash left. A draft that cannot be read is dropped."""
        found = await self._database.run("reading the kept draft", _KEPT, {"source": source})
        draft = None
        for version, body in found:
            draft = decode_draft(version, body)
        if found and draft is None:
            await self.drop(source)
        return draft


class SqliteLedger(SqlLedger):
    """A `Ledger` in a SQLite file: write-ahead log, each commit forced to the disk.

    A save deletes the draft of its batch in its own transaction. A write is completed even if the calling task is
    cancelled.
    """

    def __init__(self, database: SqliteDatabase) -> None:
        super().__init__(database)
        self.drafts = SqliteDrafts(database)

    @classmethod
    async def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> SqliteLedger:
        """Open the ledger at `path`; a missing one is created.

        Args:
            path: the database file; missing directories are made.
            busy_seconds: how long a call waits for another program that is writing.

        Raises:
            LedgerUnusable: it cannot be read or written, is no ledger, or is of another version. It was not
                changed.
        """
        return cls(await SqliteDatabase.open(path, busy_seconds=busy_seconds))


def encode_draft(draft: DraftBatch) -> str:
    """The draft as JSON."""
    return msgspec.json.encode(draft).decode()


def decode_draft(version: int, text: str) -> DraftBatch | None:
    """The draft in `text`; None if it is of another version or cannot be read."""
    if version != DRAFT_VERSION:
        return None
    try:
        return msgspec.json.decode(text, type=DraftBatch)
    except (msgspec.DecodeError, RecursionError):
        return None
