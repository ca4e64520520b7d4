"""Recurring entries in a real ledger: what is kept, and which rows settle a due day."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from tests.support.ledger_rows import a_row, batch_of
from tests.support.recurring import RENT, monthly, rent
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

DUE = date(2026, 11, 15)


@pytest.fixture
def ledger(database: Database) -> SqlLedger:
    return SqlLedger(database)


async def test_an_entry_is_kept_changed_and_removed(ledger: SqlLedger):
    course = rent(id="course", days=monthly(31), account="微信", to_account=None, since=date(2026, 2, 1))
    await ledger.recurring.keep(RENT)
    await ledger.recurring.keep(course)
    assert await ledger.recurring.all() == (RENT, course)
    await ledger.recurring.note("rent", offered=DUE, settled=DUE)
    dearer = replace(RENT, amount=Money(3200_00), days=monthly(16))
    await ledger.recurring.keep(dearer)
    changed, _ = await ledger.recurring.all()
    assert changed == replace(dearer, offered=DUE, settled=DUE)
    assert await ledger.recurring.remove("rent")
    assert not await ledger.recurring.remove("rent")
    assert await ledger.recurring.all() == (course,)


def row_of_rent(**fields: object) -> Transaction:
    return replace(a_row("3000"), **{"category": "住房", "description": "房租", "date": DUE, **fields})


async def test_the_latest_row_of_the_same_thing_is_known(ledger: SqlLedger):
    await ledger.recurring.keep(RENT)
    rows = [
        row_of_rent(),
        row_of_rent(date=date(2025, 12, 15)),
        row_of_rent(description="水费", date=date(2026, 11, 20)),
    ]
    await ledger.save_batch("b", batch_of("b", *rows))
    assert [one.recorded for one in await ledger.recurring.all()] == [DUE]
    await ledger.undo_batch("b")
    assert [one.recorded for one in await ledger.recurring.all()] == [None]


async def test_a_row_of_another_type_or_from_before_is_of_another_thing(ledger: SqlLedger):
    await ledger.recurring.keep(RENT)
    income = row_of_rent(type=TransactionType.INCOME)
    await ledger.save_batch("b", batch_of("b", income, row_of_rent(date=date(2025, 12, 15))))
    assert [one.recorded for one in await ledger.recurring.all()] == [None]


async def test_without_a_description_the_category_tells_the_thing(ledger: SqlLedger):
    await ledger.recurring.keep(rent(description=""))
    await ledger.save_batch("b", batch_of("b", row_of_rent(description="十一月")))
    assert [one.recorded for one in await ledger.recurring.all()] == [DUE]
