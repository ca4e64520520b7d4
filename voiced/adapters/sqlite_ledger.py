"""The ledger in one SQLite file: each write is one statement (see `sqlite_schema`), so it is whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

from voiced.adapters import draft_journal
from voiced.adapters.sqlite_database import Database, Parameters
from voiced.adapters.sqlite_file import open_for_writing
from voiced.adapters.sqlite_memory import read_memory
from voiced.adapters.sqlite_questions import answer_question
from voiced.adapters.sqlite_refusals import check_batch, why_change_refused, why_refused
from voiced.adapters.sqlite_rows import digest, from_entry, new_rows, to_json
from voiced.adapters.sqlite_vocabulary import read_vocabulary
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import LedgerMemory
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.transaction import FieldChange, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import BatchConflict, LedgerFailure, NotInLedger

BUSY_SECONDS = 5.0
"""How long to wait for another program that is writing; a backup or a migration takes less."""

_SAVE = """
INSERT INTO new_batches (id, created_at, digest, rows) VALUES (:id, :created_at, :digest, :rows)
"""
_DIGEST = "SELECT digest FROM batches WHERE id = :id"
_ROWS = "SELECT * FROM entries ORDER BY seq"
_ROWS_OF_BATCH = "SELECT * FROM entries WHERE batch_id = :id ORDER BY seq"
_ROW = "SELECT * FROM entries WHERE id = :id"
_AMEND = """
UPDATE entries SET
  amount_fen = coalesce(:amount_fen, amount_fen), type = coalesce(:type, type),
  category = coalesce(:category, category), account = coalesce(:account, account),
  description = coalesce(:description, description), date = coalesce(:date, date)
WHERE id = :id
"""
_UNDO = "DELETE FROM entries WHERE batch_id = :id RETURNING *"
_KEEP_DRAFT = """
INSERT INTO draft (id, version, body) VALUES (1, :version, :body)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body
"""
_DROP_DRAFT = "DELETE FROM draft"
_KEPT_DRAFT = "SELECT version, body FROM draft"


class SqliteLedger:
    """A `Ledger` in a SQLite file: write-ahead log, each commit forced to the disk.

    Calls may overlap and are done in the order they were made. One that is cancelled is still done whole if
    it was begun; saving the batch again tells.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writes = 0
        self._known: tuple[int, Vocabulary] | None = None

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
        return cls(Database(await open_for_writing(path, busy_seconds), path, busy_seconds))

    async def vocabulary(self) -> Vocabulary:
        """Categories, accounts and recently used categories, read anew after each write."""
        if self._known is None or self._known[0] != self._writes:
            seen = self._writes
            self._known = (seen, await read_vocabulary(self._database))
        return self._known[1]

    async def memory(self) -> LedgerMemory:
        """The 50 rows saved last, and what each category cost of late (the latest 1000 rows)."""
        return await read_memory(self._database)

    async def save_batch(self, batch_id: str, rows: Sequence[Transaction]) -> tuple[Transaction, ...]:
        """Write the rows of a batch and clear the kept draft; see `Ledger.save_batch`."""
        check_batch(batch_id, rows)
        doing = "saving the batch"
        with self._database.failing(doing):
            new = new_rows(rows)
            batch = {
                "id": batch_id,
                "created_at": new[0].created_at,
                "digest": digest(new),
                "rows": to_json(new),
            }
        self._writes += 1
        try:
            await self._database.run(doing, _SAVE, batch)
        except LedgerFailure as failure:
            if not isinstance(failure.__cause__, sqlite3.IntegrityError):
                raise
            return await self._saved_before(batch, rows, failure)
        return tuple(rows)

    async def keep_draft(self, draft: DraftBatch) -> None:
        """Journal the open draft; see `Ledger.keep_draft`."""
        doing = "keeping the draft"
        with self._database.failing(doing):
            kept = {"version": draft_journal.VERSION, "body": draft_journal.encode(draft)}
        await self._database.run(doing, _KEEP_DRAFT, kept)

    async def drop_draft(self) -> None:
        """Forget the kept draft; see `Ledger.drop_draft`."""
        await self._database.run("dropping the draft", _DROP_DRAFT)

    async def kept_draft(self) -> DraftBatch | None:
        """The draft that a crash left behind; one that cannot be read is dropped, for nothing can be done with it."""
        found = await self._database.run("reading the kept draft", _KEPT_DRAFT)
        draft = None
        for version, body in found:
            draft = draft_journal.decode(version, body)
        if found and draft is None:
            await self.drop_draft()
        return draft

    async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
        """Answer a question from the rows that are not undone; see `Ledger.answer`.

        The largest row comes alone, its amount is the total. Rows of the same day come last recorded first.
        """
        return await answer_question(self._database, question)

    async def undo_batch(self, batch_id: str) -> tuple[Transaction, ...]:
        """Take back the rows of a batch that are not yet taken back; see `Ledger.undo_batch`."""
        self._writes += 1
        undone = await self._database.run("undoing the batch", _UNDO, {"id": batch_id})
        if not undone and not await self._database.run("undoing the batch", _DIGEST, {"id": batch_id}):
            raise NotInLedger(f"undoing the batch failed: no batch {batch_id} is in the ledger")
        return tuple(from_entry(row) for row in sorted(undone))

    async def amend(self, transaction_id: str, change: FieldChange) -> Transaction:
        """Change a saved row that is not undone; see `Ledger.amend`."""
        if not change.is_empty:
            self._writes += 1
            await self._amend(transaction_id, change)
        for row in await self._database.run("amending the row", _ROW, {"id": transaction_id}):
            return from_entry(row)
        raise NotInLedger(f"amending the row failed: no row {transaction_id} is in the ledger")

    async def rows(self) -> AsyncGenerator[Transaction]:
        """Every row that is not undone in the order of recording, as of now; see `Ledger.rows`.

        Who stops before the end closes the generator (`contextlib.aclosing`).
        """
        async with aclosing(self._database.stream("reading the rows", _ROWS)) as found:
            async for row in found:
                yield from_entry(row)

    async def close(self) -> None:
        """Finish what is being written and close the database. Closing twice is once."""
        await self._database.close()

    async def _saved_before(
        self, batch: Parameters, rows: Sequence[Transaction], refusal: LedgerFailure
    ) -> tuple[Transaction, ...]:
        """The stored rows where a refused save is a repeated one; raises what fits otherwise."""
        doing = "saving the batch"
        for (stored,) in await self._database.run(doing, _DIGEST, {"id": batch["id"]}):
            if stored != batch["digest"]:
                raise BatchConflict(
                    f"saving the batch failed: other rows are in the ledger as batch {batch['id']}; nothing was "
                    "written; give the batch another id"
                ) from refusal
            entries = await self._database.run(doing, _ROWS_OF_BATCH, {"id": batch["id"]})
            return tuple(from_entry(entry) for entry in entries)
        if reason := why_refused(rows, await read_vocabulary(self._database)):
            raise LedgerFailure(f"saving the batch failed: {reason}; nothing was written") from refusal
        raise refusal

    async def _amend(self, transaction_id: str, change: FieldChange) -> None:
        values = {
            "id": transaction_id,
            "amount_fen": None if change.amount is None else change.amount.fen,
            "type": None if change.type is None else change.type.value,
            "category": change.category,
            "account": change.account,
            "description": change.description,
            "date": None if change.date is None else change.date.isoformat(),
        }
        try:
            await self._database.run("amending the row", _AMEND, values)
        except LedgerFailure as refusal:
            # An amount beyond 64 bits does not even get as far as the database.
            if not isinstance(refusal.__cause__, sqlite3.IntegrityError | OverflowError):
                raise
            if reason := why_change_refused(change, await read_vocabulary(self._database)):
                raise LedgerFailure(f"amending the row failed: {reason}; nothing was changed") from refusal
            raise
