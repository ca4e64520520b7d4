"""The ledger for browsing, in SQL: search, a month, budgets and earlier versions of rows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import date

import msgspec

from voiced.adapters.ledger.sql_balances import SqlBalances
from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_habits import SqlHabits
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.ledger.sql_questions import conditions_behind, literal
from voiced.adapters.ledger.sql_rows import ENTRY, ENTRY_OF_ID, from_columns, from_entry
from voiced.domain.books import (
    ROWS_A_PAGE,
    ROWS_IN_BRIEF,
    FoundRows,
    Revision,
    RowsChanged,
    RowSearch,
    WrittenTogether,
)
from voiced.domain.habits import HabitKey
from voiced.domain.money import MAX_FEN, Money
from voiced.domain.transaction import FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import LedgerAway, NotInLedger
from voiced.ports.ledger import Ledger

_MATCHING = """
FROM transactions AS t
WHERE {behind} AND t.undone_at {is_null} AND t.type IN (:expense, :income, :transfer)
  AND t.date BETWEEN :first AND :last AND t.amount_fen BETWEEN :least AND :most
  AND (:category IS NULL OR t.category_id IN (SELECT id FROM categories WHERE name = :category))
  AND (:account IS NULL OR t.account_id IN (SELECT id FROM accounts WHERE name = :account)
       OR t.to_account_id IN (SELECT id FROM accounts WHERE name = :account))
  AND (:words IS NULL OR lower(t.description) LIKE lower(:words) ESCAPE '\\'
       OR t.category_id IN (SELECT id FROM categories WHERE lower(name) LIKE lower(:words) ESCAPE '\\')
       OR t.account_id IN (SELECT id FROM accounts WHERE lower(name) LIKE lower(:words) ESCAPE '\\')
       OR t.to_account_id IN (SELECT id FROM accounts WHERE lower(name) LIKE lower(:words) ESCAPE '\\'))
"""
_PAGE = f"""
SELECT {ENTRY} FROM recorded
WHERE seq IN (SELECT t.seq {_MATCHING} ORDER BY t.date DESC, t.seq DESC LIMIT :size OFFSET :skipped)
ORDER BY date DESC, seq DESC
"""  # noqa: S608 - put together from constants
_SUM = "CAST(coalesce(sum(CASE WHEN t.type = '{type}' THEN t.amount_fen END), 0) AS BIGINT)"
_TOTALS = f"SELECT count(*), {_SUM.format(type='EXPENSE')}, {_SUM.format(type='INCOME')}, {_SUM.format(type='TRANSFER')} {_MATCHING}"

_UNDO_ROW = f"DELETE FROM entries WHERE id = :id RETURNING {ENTRY}"  # noqa: S608 - a constant
_RESTORE_ROW = """
UPDATE transactions SET undone_at = NULL WHERE id = :id AND undone_at IS NOT NULL RETURNING id
"""
# The rows of one statement were undone at one moment, so those undone alone before stay undone.
_RESTORE_BATCH = """
UPDATE transactions SET undone_at = NULL
WHERE batch_id = :id AND undone_at = (SELECT max(undone_at) FROM transactions WHERE batch_id = :id) RETURNING id
"""
_IS_BATCH = "SELECT 1 FROM batches WHERE id = :id"
_TOGETHER = "SELECT count(*), min(date), max(date) FROM entries WHERE batch_id = :id"
_FIRST_OF_BATCH = f"SELECT {ENTRY} FROM entries WHERE batch_id = :id ORDER BY seq LIMIT {ROWS_IN_BRIEF}"  # noqa: S608 - a constant
_IS_KNOWN = "SELECT 1 FROM transactions WHERE id = :id"
_REVISIONS = "SELECT changed_at, why, old_row FROM revisions WHERE transaction_id = :id ORDER BY id DESC"


class SqlBooks(SqlBalances):
    """`Books` over a database: the same rows as the ledger's, and the same way of writing."""

    def __init__(self, database: Database, ledger: Ledger | SqlLedger | None = None) -> None:
        """Open the books.

        Args:
            database: where the rows are.
            ledger: changes saved rows, which may still wait on this device; without it, one over the same database.
        """
        super().__init__(database)
        self._ledger = ledger or SqlLedger(database)

    async def vocabulary(self) -> Vocabulary:
        """Categories, accounts and recently used categories."""
        return await self._ledger.vocabulary()

    async def search(self, search: RowSearch) -> FoundRows:
        """Pages of the rows that fit; see `Books.search`. Read beside everything else."""
        words = search.words.strip()
        wanted = {search.type} if search.type is not None else set(TransactionType)
        asked = {
            **{type_.name.lower(): type_.value if type_ in wanted else None for type_ in TransactionType},
            "first": (search.first or date.min).isoformat(),
            "last": (search.last or date.max).isoformat(),
            "category": search.category,
            "account": search.account,
            "least": search.least.fen if search.least else 0,
            "most": search.most.fen if search.most else MAX_FEN,
            "words": f"%{literal(words)}%" if words else None,
            "size": ROWS_A_PAGE * search.pages,
            "skipped": (search.page - 1) * ROWS_A_PAGE,
        }
        behind, values = ("true", {}) if search.behind is None else conditions_behind(search.behind)
        where = {"behind": behind, "is_null": "IS NOT NULL" if search.undone else "IS NULL"}
        doing, asked = "searching the ledger", {**asked, **values}
        ((count, *sums),) = await self._database.read(doing, _TOTALS.format(**where), asked)
        found = await self._database.read(doing, _PAGE.format(**where), asked)
        spent, earned, moved = map(Money, sums)
        return FoundRows(tuple(from_entry(row) for row in found), count, spent, earned, moved)

    async def revisions(self, transaction_id: str) -> tuple[Revision, ...]:
        """The earlier versions of a row, latest first; see `Books.revisions`."""
        doing = "reading the row's earlier versions"
        found = await self._database.run(doing, _REVISIONS, {"id": transaction_id})
        if not found:
            await self._check_known(doing, transaction_id)
        return tuple(_revision(changed_at, why, old_row) for changed_at, why, old_row in found)

    async def rows_that_taught(self) -> dict[HabitKey, Transaction]:
        """The row that taught each habit last; none of them while the server is away."""
        try:
            return await SqlHabits(self._database).rows()
        except LedgerAway:
            return {}

    async def amend(self, transaction_id: str, change: FieldChange, *, is_once: bool = False) -> Transaction:
        """Change a saved row; see `Ledger.amend`."""
        return await self._ledger.amend(transaction_id, change, is_once=is_once)

    async def amend_as_seen(
        self, transaction_id: str, was: FieldChange, change: FieldChange
    ) -> tuple[Transaction, ...]:
        """Change a row that has the values of `was`; see `Ledger.amend_as_seen`."""
        return await self._ledger.amend_as_seen(transaction_id, was, change)

    async def undo_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Undo one row; see `Books.undo_row`."""
        doing = "undoing the row"
        undone = await self._database.run(doing, _UNDO_ROW, {"id": transaction_id})
        if not undone:
            await self._check_known(doing, transaction_id)
        return tuple(from_entry(row) for row in undone)

    async def undo_batch(self, batch_id: str) -> RowsChanged:
        """Undo the rows of a batch; see `Ledger.undo_batch`."""
        return await self._ledger.undo_batch(batch_id)

    async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
        """The rows of a batch; see `Books.batch_rows`."""
        return await self._ledger.batch_rows(batch_id)

    async def together(self, batch_id: str) -> WrittenTogether:
        """A batch in brief; see `Books.together`. Read beside everything else, but for one that waits on this device."""
        doing, named = "reading the batch", {"id": batch_id}
        with suppress(LedgerAway):
            ((count, first, last),) = await self._database.read(doing, _TOGETHER, named)
            rows = await self._database.read(doing, _FIRST_OF_BATCH, named)
            if count:
                first_day, last_day = date.fromisoformat(first), date.fromisoformat(last)
                return WrittenTogether(count, first_day, last_day, tuple(from_entry(row) for row in rows))
        return WrittenTogether.of(await self._ledger.batch_rows(batch_id))

    async def restore_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Bring back a row; see `Books.restore_row`."""
        doing, named = "restoring the row", {"id": transaction_id}
        if not await self._database.run(doing, _RESTORE_ROW, named):
            await self._check_known(doing, transaction_id)
            return ()
        return tuple(from_entry(row) for row in await self._database.run(doing, ENTRY_OF_ID, named))

    async def restore_batch(self, batch_id: str) -> RowsChanged:
        """Bring back the rows of a batch that were undone last; see `Books.restore_batch`."""
        of_bill = await SqlBills(self._database).restore(batch_id)
        if of_bill is not None:
            return of_bill
        doing, named = "restoring the batch", {"id": batch_id}
        restored = {id_ for (id_,) in await self._database.run(doing, _RESTORE_BATCH, named)}
        if not restored and not await self._database.run(doing, _IS_BATCH, named):
            raise NotInLedger(f"{doing} failed: no batch {batch_id} is in the ledger")
        return RowsChanged(tuple(row for row in await self.batch_rows(batch_id) if row.id in restored))

    def rows(self) -> AsyncIterator[Transaction]:
        """Every row that is not undone, oldest first."""
        return self._ledger.rows()

    async def _check_known(self, doing: str, transaction_id: str) -> None:
        if not await self._database.run(doing, _IS_KNOWN, {"id": transaction_id}):
            raise NotInLedger(f"{doing} failed: no row {transaction_id} is in the ledger")


def _revision(changed_at: str, why: str, old_row: str) -> Revision:
    # As the trigger `keep_revision` writes it.
    old = msgspec.json.decode(old_row, type=dict[str, str | int | None])
    # The trigger knows two reasons; that a row was undone before it changed is the third.
    return Revision(changed_at, why if old["undone_at"] is None else "restored", from_columns(old))
