"""The rows, names and memory of a ledger in SQL. Each write is one statement (see `sql_database`), whole or not at all."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from datetime import date
from functools import lru_cache

from voiced.adapters.ledger.ledger_refusals import (
    check_batch,
    conflict_of,
    refusal_of_change,
    refusal_of_rows,
)
from voiced.adapters.ledger.sql_balances import read_balances
from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_database import Database, Parameters, Row, SqlTables, Step
from voiced.adapters.ledger.sql_habits import SETTLE_LESSONS, SqlHabits, lessons_to_json
from voiced.adapters.ledger.sql_months import read_month_budgets
from voiced.adapters.ledger.sql_questions import answer_question
from voiced.adapters.ledger.sql_recurring import SqlRecurring
from voiced.adapters.ledger.sql_rows import (
    CHANGES,
    ENTRY,
    ENTRY_OF_ID,
    changed_columns,
    digest,
    from_entries,
    from_entry,
    having,
    to_json,
)
from voiced.domain.bills.standing import BillStanding
from voiced.domain.books import RowsChanged
from voiced.domain.budget import MonthBudget
from voiced.domain.habits import Habit, Lesson
from voiced.domain.memory import LedgerMemory, Usual
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.transaction import FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import Account, Category, Vocabulary
from voiced.errors import LedgerRefusal, NotInLedger

_SAVE = """
INSERT INTO new_batches (id, created_at, digest, rows, lessons)
VALUES (:id, :created_at, :digest, :rows, :lessons)
"""
_DIGEST = "SELECT digest FROM batches WHERE id = :id"
# Put together from constants.
_ROWS = f"SELECT {ENTRY} FROM entries ORDER BY seq"  # noqa: S608
_ROWS_OF_BATCH = f"SELECT {ENTRY} FROM entries WHERE batch_id = :id ORDER BY seq"  # noqa: S608
_ROWS_SINCE = f"SELECT {ENTRY} FROM entries WHERE date >= :first ORDER BY seq"  # noqa: S608
_AMEND = f"UPDATE entries SET {CHANGES} WHERE id = :id"  # noqa: S608
_ROW = "SELECT id FROM transactions WHERE id = :id"
_UNDO = f"DELETE FROM entries WHERE batch_id = :id RETURNING {ENTRY}"  # noqa: S608

_RECENT_ROWS = 50
"""Some days of an ordinary user, and more than a person confirms while equal entries are remarked on."""

_CATEGORIES = """
SELECT name, type, keywords, is_custom FROM categories WHERE is_hidden = 0 ORDER BY is_custom DESC, position, id
"""
_ACCOUNTS = "SELECT name, keywords FROM accounts WHERE is_hidden = 0 ORDER BY position, id"
_RECENT_CATEGORIES = "SELECT category FROM entries ORDER BY seq DESC LIMIT :rows"

_USUAL_ROWS = 1000
"""About a year of an ordinary user: prices are of today, and reading them stays a matter of 5 ms."""

_RECENT = f"SELECT {ENTRY} FROM entries ORDER BY seq DESC LIMIT :rows"  # noqa: S608 - a constant

_SAID_ROWS, _MOST_SAID = 500, 100
_SAID = """
WITH late AS (SELECT description, seq FROM entries ORDER BY seq DESC LIMIT :rows)
SELECT description FROM late WHERE description <> '' GROUP BY description ORDER BY count(*) DESC, max(seq) DESC LIMIT :most
"""

# The lower of two middle amounts: a median that a person really paid, and a whole number of fen.
_USUAL = """
WITH late AS (SELECT type, category, amount_fen FROM entries ORDER BY seq DESC LIMIT :rows),
ranked AS (
  SELECT type, category, amount_fen,
         row_number() OVER (PARTITION BY type, category ORDER BY amount_fen) AS place,
         count(*) OVER (PARTITION BY type, category) AS count
  FROM late
)
SELECT type, category, amount_fen, count FROM ranked WHERE place = (count + 1) / 2 ORDER BY type, category
"""


class SqlLedger(SqlTables):
    """The rows of a ledger in a database of SQL: all of the port `Ledger` but the kept drafts.

    Calls may overlap and are done in the order they were made. One that is cancelled is done whole or not at
    all; saving the batch again tells.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.recurring = SqlRecurring(database)
        self._habits = SqlHabits(database)
        self._bills = SqlBills(database)

    async def vocabulary(self) -> Vocabulary:
        """Categories, accounts and recently used categories, read anew at each call."""
        doing = "reading categories and accounts"
        categories = _one_object(
            tuple(
                Category(name, TransactionType(type_), tuple(keywords.split()), is_custom=bool(is_custom))
                for name, type_, keywords, is_custom in await self._database.run(doing, _CATEGORIES)
            )
        )
        accounts = tuple(
            Account(name, tuple(keywords.split()))
            for name, keywords in await self._database.run(doing, _ACCOUNTS)
        )
        recent = await self._database.run(doing, _RECENT_CATEGORIES, {"rows": _RECENT_ROWS})
        names = tuple(dict.fromkeys(name for (name,) in recent))
        if not accounts:
            return Vocabulary(categories, accounts, names)
        return Vocabulary(categories, accounts, names, default_account=accounts[0].name)

    async def memory(self) -> LedgerMemory:
        """The 50 rows saved last, the usual amounts (among the latest 1000 rows), the habits, the words of rows and the balances."""
        doing = "reading the latest rows"
        recent = await self._database.run(doing, _RECENT, {"rows": _RECENT_ROWS})
        usual = await self._database.run(doing, _USUAL, {"rows": _USUAL_ROWS})
        said = await self._database.run(doing, _SAID, {"rows": _SAID_ROWS, "most": _MOST_SAID})
        return LedgerMemory(
            recent=tuple(from_entry(row) for row in recent),
            usual=tuple(
                Usual(TransactionType(type_), category, Money(median_fen), count)
                for type_, category, median_fen, count in usual
            ),
            habits=await self._habits.habits(),
            words_of_rows=await self._habits.words_of_rows(),
            said=tuple(description for (description,) in said),
            balances=await read_balances(self._database),
        )

    async def teach(self, habits: Sequence[Habit]) -> None:
        """Take habits over that no row taught; see `Ledger.teach`."""
        await self._habits.teach(habits)

    async def forget(self, words: str) -> tuple[Habit, ...]:
        """Forget the habits of these words; see `Ledger.forget`."""
        return await self._habits.forget(words)

    async def forget_all(self) -> tuple[Habit, ...]:
        """Forget all habits; see `Ledger.forget_all`."""
        return await self._habits.forget_all()

    async def save_batch(
        self, batch_id: str, rows: Sequence[Transaction], lessons: Sequence[Lesson] = ()
    ) -> tuple[Transaction, ...]:
        """Write the rows of a batch in one statement; see `Ledger.save_batch`."""
        check_batch(batch_id, rows)
        doing = "saving the batch"
        with self._database.failing(doing):
            batch = {
                "id": batch_id,
                "created_at": rows[0].created_at.isoformat(),
                "digest": digest(rows),
                "rows": to_json(rows),
                "lessons": lessons_to_json(lessons),
            }
        try:
            await self._database.run(doing, _SAVE, batch)
        except LedgerRefusal as refusal:
            return await self._saved_before(batch, rows, refusal)
        return tuple(rows)

    async def month_budgets(self, month: Month) -> tuple[MonthBudget, ...]:
        """The budgets of a month; see `Ledger.month_budgets`."""
        return await read_month_budgets(self._database, month)

    async def bill_standings(self) -> tuple[BillStanding, ...]:
        """How far the bills are settled; see `Ledger.bill_standings`."""
        return await self._bills.standings()

    async def rows_since(self, first: date) -> tuple[Transaction, ...]:
        """The rows from a day on; see `Ledger.rows_since`."""
        found = await self._database.read(
            "reading the latest months", _ROWS_SINCE, {"first": first.isoformat()}
        )
        return tuple(from_entry(row) for row in found)

    async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
        """Answer a question from the rows that are not undone; see `Ledger.answer`.

        The largest row comes alone, its amount is the total. Rows of the same day come last recorded first.
        """
        return await answer_question(self._database, question)

    async def undo_batch(self, batch_id: str) -> RowsChanged:
        """Undo the rows of a batch that are not yet undone; see `Ledger.undo_batch`."""
        of_bill = await self._bills.undo(batch_id)
        if of_bill is not None:
            return of_bill
        undone = await self._database.run("undoing the batch", _UNDO, {"id": batch_id})
        if not undone and not await self._database.run("undoing the batch", _DIGEST, {"id": batch_id}):
            raise NotInLedger(f"undoing the batch failed: no batch {batch_id} is in the ledger")
        return RowsChanged(undone=await from_entries(sorted(undone, key=_seq)))

    async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
        """The rows of a batch that are not undone, in order; empty for an unknown batch."""
        entries = await self._database.run("reading the batch", _ROWS_OF_BATCH, {"id": batch_id})
        return await from_entries(entries)

    async def amend(self, transaction_id: str, change: FieldChange, *, is_once: bool = False) -> Transaction:
        """Change a saved row that is not undone; see `Ledger.amend`."""
        if not change.is_empty:
            row = {"id": transaction_id}
            before = [(sql, row) for sql in SETTLE_LESSONS] if is_once else []
            await self._amend(change, [*before, (_AMEND, row | changed_columns(change))])
        for row in await self._database.run("amending the row", ENTRY_OF_ID, {"id": transaction_id}):
            return from_entry(row)
        raise NotInLedger(f"amending the row failed: no row {transaction_id} is in the ledger")

    async def amend_as_seen(
        self, transaction_id: str, was: FieldChange, change: FieldChange
    ) -> tuple[Transaction, ...]:
        """Change a row that has the values of `was`; see `Ledger.amend_as_seen`."""
        row = {"id": transaction_id}
        condition, seen = having(was)
        # On a server the statement that follows sees what another device changed until the row was held.
        held = (_ROW + self._database.holding, row)
        amending = (f"{_AMEND}{condition} RETURNING id", row | changed_columns(change) | seen)
        if not await self._amend(change, [held, amending]):
            return ()
        return tuple(map(from_entry, await self._database.run("amending the row", ENTRY_OF_ID, row)))

    async def rows(self) -> AsyncGenerator[Transaction]:
        """Every row that is not undone in the order of recording, as of now; see `Ledger.rows`.

        A caller that stops before the end must close the generator (`contextlib.aclosing`).
        """
        async with aclosing(self._database.stream("reading the rows", _ROWS)) as found:
            async for row in found:
                yield from_entry(row)

    async def _saved_before(
        self, batch: Parameters, rows: Sequence[Transaction], refusal: LedgerRefusal
    ) -> tuple[Transaction, ...]:
        """The stored rows if a refused save repeats an earlier one; else raises the fitting failure."""
        doing = "saving the batch"
        for (stored,) in await self._database.run(doing, _DIGEST, {"id": batch["id"]}):
            if stored != batch["digest"]:
                raise conflict_of(str(batch["id"]), "are in the ledger") from refusal
            return await self.batch_rows(str(batch["id"]))
        if explained := refusal_of_rows(rows, await self.vocabulary()):
            raise explained from refusal
        raise refusal

    async def _amend(self, change: FieldChange, steps: Sequence[Step]) -> Sequence[Row]:
        """Change a row by these statements, in one transaction; returns the rows of the last one."""
        try:
            return await self._database.run_together("amending the row", steps)
        except LedgerRefusal as refusal:
            if explained := refusal_of_change(change, await self.vocabulary()):
                raise explained from refusal
            raise


def _seq(entry: Row) -> int:
    return entry[0]


@lru_cache(maxsize=8)
def _one_object(categories: tuple[Category, ...]) -> tuple[Category, ...]:
    """The same object for equal categories. The language derives its tables from it, which takes a tenth of a second."""
    return categories
