"""Categories and accounts are arranged the same way in a file and on a server."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.domain.bills.households import a_line
from tests.domain.bills.households import a_row as said_row
from tests.support.bills import Household, as_file
from tests.support.ledger_rows import NOW, a_row, a_transfer, batch_of
from tests.support.postgres_rig import PostgresRig
from voiced.adapters.ledger.postgres_ledger import PostgresDatabase
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_habits import SqlHabits
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.domain.balances import Opening
from voiced.domain.budget import Budget
from voiced.domain.habits import Habit, HabitField
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import OTHER, Category, NameInUse
from voiced.errors import LedgerRefusal, WrongInput

EXPENSE = TransactionType.EXPENSE
NOVEMBER = Month(2026, 11)


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Database]:
    """A ledger with a row under 餐饮, another that was taken back, and a budget."""
    if request.param == "sqlite":
        opened: Database = await SqliteDatabase.open(tmp_path / "ledger.db")
    else:
        rig: PostgresRig = request.getfixturevalue("postgres")
        opened = PostgresDatabase(PostgresServer.at(rig.new_database()))
    ledger = SqlLedger(opened)
    await ledger.save_batch("b", batch_of("b", a_row()))
    await ledger.save_batch("c", batch_of("c", a_row()))
    await ledger.undo_batch("c")
    await SqlBooks(opened).set_budget(Budget("餐饮", NOVEMBER, Money(100)))
    yield opened
    await opened.close()


async def called(database: Database, name: str) -> NameInUse:
    names = SqlNames(database)
    (one,) = (one for one in (*await names.categories(), *await names.accounts()) if one.name == name)
    return one


async def test_a_category_is_added_with_its_words(database: Database):
    await SqlNames(database).add_category("溪降", EXPENSE, ("绳降", "瀑降"))
    first = (await SqlLedger(database).vocabulary()).categories[0]
    assert first == Category("溪降", EXPENSE, ("绳降", "瀑降"), is_custom=True)


async def test_what_is_derived_from_the_categories_outlives_a_save(database: Database):
    ledger = SqlLedger(database)
    before = (await ledger.vocabulary()).categories
    await ledger.save_batch("d", batch_of("d", a_row()))
    assert (await ledger.vocabulary()).categories is before
    await SqlNames(database).add_category("溪降", EXPENSE, ())
    assert (await ledger.vocabulary()).categories != before


async def test_a_new_name_goes_for_rows_budgets_and_what_is_said(database: Database):
    await SqlNames(database).rename_category(await called(database, "餐饮"), "吃喝")
    renamed = await called(database, "吃喝")
    assert (renamed.rows, renamed.words[-1]) == (2, "餐饮")
    assert [row.category async for row in SqlLedger(database).rows()] == ["吃喝"]
    assert (await SqlBooks(database).report(NOVEMBER)).budgets[0].budget.category == "吃喝"


async def test_rows_and_habits_of_what_is_removed_move_and_keep_what_they_were(database: Database):
    names, habits = SqlNames(database), SqlHabits(database)
    fields = (HabitField.CATEGORY, "餐饮"), (HabitField.ACCOUNT, "现金")
    await habits.teach([Habit("烤鱼", EXPENSE, field, name, 1, NOW) for field, name in fields])
    with pytest.raises(WrongInput, match="2 rows are filed under 餐饮; say where they go"):
        await names.remove_category(await called(database, "餐饮"), None)
    await names.remove_category(await called(database, "餐饮"), await called(database, "饮品"))
    await names.remove_account(await called(database, "现金"), await called(database, "微信"))
    assert [(row.category, row.account) async for row in SqlLedger(database).rows()] == [("饮品", "微信")]
    assert {habit.value for habit in await habits.stated()} == {"饮品", "微信"}
    books = SqlBooks(database)
    assert [one.before.category for one in await books.revisions("b/0")] == ["饮品", "餐饮"]
    assert (await books.report(NOVEMBER)).budgets == ()


async def test_the_account_that_a_transfer_goes_to_is_moved_with_it(database: Database):
    names, ledger = SqlNames(database), SqlLedger(database)
    await ledger.save_batch("t", batch_of("t", a_transfer("200", "微信", "支付宝")))
    with pytest.raises(WrongInput, match="1 rows are filed under 支付宝; say where they go"):
        await names.remove_account(await called(database, "支付宝"), None)
    await names.remove_account(await called(database, "支付宝"), await called(database, "银行卡"))
    (row,) = await ledger.batch_rows("t")
    assert (row.account, row.to_account) == ("微信", "银行卡")


async def test_an_account_that_was_named_aloud_and_has_an_opening_balance_is_removed(database: Database):
    names, ledger, books = SqlNames(database), SqlLedger(database), SqlBooks(database)
    moved = replace(a_row(account="微信"), said_account="支付宝")
    await ledger.save_batch("t", batch_of("t", replace(a_row(account="微信"), said_account="微信"), moved))
    for account in ("微信", "支付宝"):
        await books.set_opening(Opening(account, Money(100), moved.date))
    await names.remove_account(await called(database, "微信"), await called(database, "银行卡"))
    await names.remove_account(await called(database, "支付宝"), None)
    rows = await ledger.batch_rows("t")
    assert [(row.account, row.said_account) for row in rows] == [("银行卡", "银行卡"), ("银行卡", None)]
    assert (await books.balances()).openings == ()


async def test_a_name_is_given_once(database: Database):
    names = SqlNames(database)
    with pytest.raises(WrongInput, match="there is a 微信 already"):
        await names.add_account("微信", ())
    with pytest.raises(WrongInput, match="there is a 饮品 already"):
        await names.rename_category(await called(database, "餐饮"), "饮品")


async def test_a_failed_rename_leaves_the_name_and_its_budgets_unchanged(database: Database):
    names, books = SqlNames(database), SqlBooks(database)
    # Of the two budgets of one month only one could have the name.
    await books.set_budget(Budget("吃喝", NOVEMBER, Money(200)))
    old = await called(database, "餐饮")
    with pytest.raises(WrongInput, match="there is a 吃喝 already"):
        await names.rename_category(old, "吃喝")
    with pytest.raises(LedgerRefusal):
        await names.remove_category(old, replace(old, id=-1, name="nowhere"))
    assert await called(database, "餐饮") == old
    budgets = (await books.report(NOVEMBER)).budgets
    assert {one.budget.category: one.budget.limit for one in budgets} == {
        "餐饮": Money(100),
        "吃喝": Money(200),
    }


async def test_a_hidden_name_keeps_its_rows_and_comes_back_when_it_is_added_again(database: Database):
    names, ledger = SqlNames(database), SqlLedger(database)
    food, *_ = [one for one in await names.categories() if one.name == "餐饮"]
    card, *_ = [one for one in await names.accounts() if one.name == "信用卡"]
    await names.hide_category(food)
    await names.hide_account(card)
    known = await ledger.vocabulary()
    assert "餐饮" not in [one.name for one in known.categories]
    assert known.account_called("信用卡") is None
    assert [one.rows for one in await names.categories() if one.is_hidden] == [food.rows]

    await names.add_category("餐饮", TransactionType.EXPENSE, ())
    await names.add_account("信用卡", ())
    assert not [one for one in (*await names.categories(), *await names.accounts()) if one.is_hidden]


async def test_a_name_of_a_new_ledger_has_its_words_again_when_it_is_added_again(database: Database):
    names = SqlNames(database)
    category, account = await called(database, "饮品"), await called(database, "银行卡")
    await names.remove_category(category, None)
    await names.remove_account(account, None)

    await names.add_category("饮品", EXPENSE, ("续命水",))
    await names.add_account("银行卡", ("薪水卡",))
    assert (await called(database, "饮品")).words == (*category.words, "续命水")
    assert (await called(database, "银行卡")).words == (*account.words, "薪水卡")


async def test_the_ledger_hides_neither_its_last_account_nor_the_category_of_everything_else(
    database: Database,
):
    names = SqlNames(database)
    first, *others = await names.accounts()
    for one in others:
        await names.hide_account(one)
    with pytest.raises(WrongInput, match="is the only account"):
        await names.hide_account(first)
    other = next(one for one in await names.categories() if one.name == OTHER)
    with pytest.raises(WrongInput, match="keeps its name"):
        await names.hide_category(other)


async def test_names_that_changed_go_along_into_kept_lines_of_bills(database: Database) -> None:
    home, names = Household.over(database), SqlNames(database)
    await home.says(replace(said_row("s1", 3980, 9, category="日用").row, said_account=None))
    lines = a_line("1", 3980, 9), a_line("2", 1800, 10, item="牛肉面", category="餐饮")
    view = await home.desk.take(as_file(*lines))
    assert view.bill is not None
    before = await home.rows()
    await names.rename_account(await called(database, "现金"), "钱包")
    await names.rename_category(await called(database, "餐饮"), "吃喝")
    await names.remove_account(await called(database, "支付宝"), await called(database, "微信"))
    kept = {line.ref: line for line in await home.bills.lines_of_bill(view.bill.batch_id)}
    made = kept["alipay:2"].links[0].billed
    assert (made.category, made.account) == ("吃喝", "微信")
    assert len(await home.rows()) == len(before)
    await home.ledger.undo_batch(view.bill.batch_id)
    assert "9 日用 39.8 钱包" in await home.told()
