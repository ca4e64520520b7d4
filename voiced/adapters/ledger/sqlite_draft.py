"""The open draft in the table `draft` of a SQLite file: at most one, always on the device that heard it."""

from __future__ import annotations

import msgspec

from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.domain.batch import DraftBatch

_KEEP = """
INSERT INTO draft (id, version, body) VALUES (1, :version, :body)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body
"""
_DROP = "DELETE FROM draft"
_KEPT = "SELECT version, body FROM draft"

DRAFT_VERSION = 1
"""The version of the text's form; raise it when the fields of a draft change their meaning."""


class SqliteDraft:
    """The draft that is kept for a restart."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    async def keep(self, draft: DraftBatch) -> None:
        """Journal the open draft; see `Ledger.keep_draft`."""
        doing = "keeping the draft"
        with self._database.failing(doing):
            kept = {"version": DRAFT_VERSION, "body": encode_draft(draft)}
        await self._database.run(doing, _KEEP, kept)

    async def drop(self) -> None:
        """Forget the kept draft; see `Ledger.drop_draft`."""
        await self._database.run("dropping the draft", _DROP)

    async def kept(self) -> DraftBatch | None:
        """The draft that a crash left. A draft that cannot be read is dropped."""
        found = await self._database.run("reading the kept draft", _KEPT)
        draft = None
        for version, body in found:
            draft = decode_draft(version, body)
        if found and draft is None:
            await self.drop()
        return draft


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
