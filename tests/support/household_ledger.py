"""A ledger of a household whose writer asked labelled questions."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.labelled_questions import Household
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.budget import Budget, Recurrence
from voiced.domain.money import Money
from voiced.domain.month import Month


@asynccontextmanager
async def ledger_of(household: Household, path: Path) -> AsyncGenerator[SqliteLedger]:
    """A ledger with the household's rows, its categories and its budgets of this month."""
    ledger = await SqliteLedger.open(path)
    known = {(one.name, one.type) for one in (await ledger.vocabulary()).categories}
    names = SqlNames(await SqliteDatabase.open(path))
    for name, of_type in dict.fromkeys((row.category, row.type) for row in household.rows):
        if (name, of_type) not in known:
            await names.add_category(name, of_type, ())
    await names.close()
    books = SqlBooks(await SqliteDatabase.open(path))
    for category, fen in household.limits.items():
        await books.set_budget(Budget(category, Month(2024, 11), Money(fen), Recurrence.MONTHLY))
    await books.close()
    await ledger.save_batch("household", household.rows)
    yield ledger
    await ledger.close()
