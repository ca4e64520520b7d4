"""Opening balances in a real ledger: kept, replaced, dropped, in no total, and written to each format that has a place for them."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.exchange import beancount
from voiced.adapters.exchange.file_formats import FileFormat, exported, readings_of
from voiced.adapters.exchange.importing import plan_import
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.domain.balances import Opening
from voiced.domain.books import RowSearch
from voiced.domain.money import Money
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.errors import NotInLedger


async def test_an_opening_balance_is_kept_replaced_and_dropped(database: Database):
    ledger = SqlLedger(database)
    books = SqlBooks(database, ledger)
    row = a_row()
    await ledger.save_batch("b1", batch_of("b1", row))
    assert (await books.balances()).openings == ()

    await books.set_opening(Opening("现金", Money(100), row.date))
    await books.set_opening(Opening("现金", Money(10000), row.date))
    known = (await ledger.memory()).balances
    assert known == await books.balances()
    assert known.of("现金") == Money(10000 - row.amount.fen)
    with pytest.raises(NotInLedger, match="no account 海外账户"):
        await books.set_opening(Opening("海外账户", Money(1), row.date))
    assert (await books.search(RowSearch())).count == 1, "it is no row"

    written = "".join([part async for part in beancount.write(ledger.rows(), known.openings)])
    assert written.count("open Assets:Cash-现金") == 1
    assert f'{row.date} * "期初余额" ^voiced-opening\n  Assets:Cash-现金  100.00 CNY\n' in written

    for form in (FileFormat.JSONL, FileFormat.CSV, FileFormat.BEANCOUNT):
        file = "".join([part async for part in exported(ledger.rows(), form, openings=known.openings)])
        plan = plan_import(
            readings_of(file.removeprefix("\ufeff"), form), form, DEFAULT_VOCABULARY, adds_names=False
        )
        assert (len(plan.rows), [one.opening for one in plan.openings]) == (1, list(known.openings))

    await books.set_opening(Opening("现金", Money(10000), date(2099, 1, 1)))
    assert (await books.balances()).of("现金") == Money(10000), "rows before its day are in it already"
    await books.drop_opening("现金")
    assert (await books.balances()).of("现金") is None
