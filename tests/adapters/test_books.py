"""Looking through a real ledger: searching, a month's report, budgets, and taking back one row."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import date

import pytest
from msgspec.structs import replace

from tests.support.ledger_rows import TODAY, a_row, a_transfer, batch_of
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.dialogue.sentences.pictures import card_answer
from voiced.domain.books import ROWS_A_PAGE, RowsChanged, RowSearch
from voiced.domain.budget import Budget, Recurrence
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Period, Subject
from voiced.domain.transaction import FieldChange, TransactionType
from voiced.errors import LedgerFailure, NotInLedger

NOVEMBER = Month(2026, 11)


@pytest.fixture
async def ledger(open_database: Callable[[], Awaitable[Database]]) -> AsyncGenerator[SqlLedger]:
    ledger = SqlLedger(await open_database())
    yield ledger
    await ledger.close()


@pytest.fixture
async def books(
    ledger: SqlLedger, open_database: Callable[[], Awaitable[Database]]
) -> AsyncGenerator[SqlBooks]:
    books = SqlBooks(await open_database())
    await ledger.save_batch(
        "b1",
        batch_of(
            "b1",
            a_row("35.5", day=date(2026, 11, 3)),
            a_row("30", "交通", day=date(2026, 11, 3), description="打车", account="微信"),
            a_row("20", day=date(2026, 11, 5), description="奶茶100%"),
            a_row("8000", "工资", TransactionType.INCOME, day=date(2026, 11, 5), description="工资"),
            a_row("12", day=date(2026, 10, 31), description="面"),
        ),
    )
    yield books
    await books.close()


class TestSearching:
    @pytest.mark.parametrize(
        ("search", "descriptions"),
        [
            (RowSearch(), ["工资", "奶茶100%", "打车", "午饭", "面"]),
            (RowSearch("打车"), ["打车"]),
            (RowSearch("交"), ["打车"]),
            (RowSearch("微信"), ["打车"]),
            (RowSearch("0%"), ["奶茶100%"]),
            (RowSearch("%"), ["奶茶100%"]),
            (RowSearch("_"), []),
            (RowSearch(first=date(2026, 11, 4)), ["工资", "奶茶100%"]),
            (RowSearch(last=date(2026, 10, 31)), ["面"]),
            (RowSearch(type=TransactionType.INCOME), ["工资"]),
            (RowSearch(category="餐饮"), ["奶茶100%", "午饭", "面"]),
            (RowSearch(account="微信", category="餐饮"), []),
            (RowSearch(page=2), []),
            (RowSearch(least=Money(20_00), most=Money(30_00)), ["奶茶100%", "打车"]),
            (RowSearch(least=Money(8000_01)), []),
        ],
    )
    async def test_finds_what_fits_latest_day_first(
        self, books: SqlBooks, search: RowSearch, descriptions: list[str]
    ):
        rows = (await books.search(search)).rows
        assert [row.description for row in rows] == descriptions

    async def test_gives_the_sums_of_all_that_fits(self, books: SqlBooks, ledger: SqlLedger):
        await ledger.save_batch("b2", batch_of("b2", a_transfer()))
        found = await books.search(RowSearch(first=date(2026, 11, 1)))
        assert (found.count, str(found.spent), str(found.earned)) == (5, "85.5", "8000")
        nothing = await books.search(RowSearch("没有"))
        assert (nothing.count, str(nothing.spent), str(nothing.earned)) == (0, "0", "0")

    async def test_gives_a_page_and_the_count_of_all(self, books: SqlBooks, ledger: SqlLedger):
        many = [a_row(description=str(number)) for number in range(ROWS_A_PAGE + 1)]
        await ledger.save_batch("b2", batch_of("b2", *many))
        first = await books.search(RowSearch(first=TODAY))
        second = await books.search(RowSearch(first=TODAY, page=2))
        assert first.count == second.count == ROWS_A_PAGE + 1
        assert first.rows[0].description == str(ROWS_A_PAGE)
        assert [row.description for row in second.rows] == ["0"]


THIS_AND_LAST = Period("", date(2026, 10, 1), date(2026, 11, 30))
ASKED = (
    AskedRows(None, THIS_AND_LAST),
    AskedRows(TransactionType.TRANSFER, THIS_AND_LAST, accounts=("支付宝",)),
    AskedRows(TransactionType.EXPENSE, THIS_AND_LAST, (Subject("", ("餐饮",), ("打车",)),)),
    AskedRows(None, THIS_AND_LAST, without=Subject("", words=("100%",)), at_most=Money(8000_00)),
)


class TestTheRowsBehindAnAnswer:
    @pytest.mark.parametrize("rows", ASKED)
    @pytest.mark.parametrize("measure", [measure for measure in Measure if measure is not Measure.BUDGET])
    async def test_are_found_and_add_up_to_the_figure_and_to_each_bar(
        self, books: SqlBooks, ledger: SqlLedger, measure: Measure, rows: AskedRows
    ):
        await ledger.save_batch("b2", batch_of("b2", a_transfer(), a_row("7", description="")))
        parts = 0
        # A question with series lists them; their rows are those of several questions.
        groupings = [one for one in Grouping if one is not Grouping.SERIES]
        for grouping in groupings if measure in (Measure.MOST, Measure.LEAST, Measure.EACH) else [None]:
            question = LedgerQuestion(measure, rows, grouping, against=replace(rows, accounts=()))
            answer = card_answer(await ledger.answer(question), TODAY)
            for behind, amount in (
                (answer.behind, answer.total),
                *((bar.behind, bar.amount) for bar in answer.bars),
            ):
                if behind is not None:
                    found = await books.search(RowSearch(behind=behind, pages=2))
                    parts += 1
                    assert found.spent + found.earned + found.moved == amount
                    assert len(found.rows) == found.count
        assert parts


class TestTheReport:
    async def test_has_totals_by_day_and_category_and_the_months_budgets(self, books: SqlBooks):
        await books.set_budget(Budget("餐饮", NOVEMBER, Money(50_00)))
        await books.set_budget(Budget("餐饮", NOVEMBER, Money(60_00)))
        await books.set_budget(Budget("交通", Month(2026, 12), Money(1_00)))
        report = await books.report(NOVEMBER)
        assert [(str(one.date), one.type, str(one.amount)) for one in report.days] == [
            ("2026-11-03", "EXPENSE", "65.5"),
            ("2026-11-05", "EXPENSE", "20"),
            ("2026-11-05", "INCOME", "8000"),
        ]
        assert [(one.category, one.type, str(one.amount), one.count) for one in report.categories] == [
            ("工资", "INCOME", "8000", 1),
            ("餐饮", "EXPENSE", "55.5", 2),
            ("交通", "EXPENSE", "30", 1),
        ]
        assert str(report.total(TransactionType.EXPENSE)) == "85.5"
        (budget,) = report.budgets
        assert budget.budget == Budget("餐饮", NOVEMBER, Money(60_00))
        assert (str(budget.spent), str(budget.left)) == ("55.5", "4.5")

    async def test_forgets_a_budget_that_is_dropped_once_or_twice(self, books: SqlBooks):
        await books.set_budget(Budget("餐饮", NOVEMBER, Money(50_00)))
        await books.drop_budget("餐饮", NOVEMBER)
        await books.drop_budget("餐饮", NOVEMBER)
        assert (await books.report(NOVEMBER)).budgets == ()

    async def test_holds_a_monthly_budget_until_it_is_ended(self, books: SqlBooks):
        await books.set_budget(Budget("餐饮", NOVEMBER, Money(50_00), Recurrence.MONTHLY))
        await books.set_budget(Budget("餐饮", NOVEMBER.later(1), Money(70_00)))
        limits = [
            [str(one.budget.limit) for one in (await books.report(NOVEMBER.later(months))).budgets]
            for months in range(-1, 3)
        ]
        assert limits == [[], ["50"], ["70"], ["50"]]
        await books.drop_budget("餐饮", NOVEMBER.later(2))
        assert (await books.report(NOVEMBER.later(1))).budgets != ()
        assert (await books.report(NOVEMBER.later(2))).budgets == ()

    async def test_adds_the_rest_of_the_months_before_to_a_budget_that_is_carried(self, books: SqlBooks):
        await books.set_budget(Budget("餐饮", Month(2026, 10), Money(50_00), Recurrence.CARRIED))
        (budget,) = (await books.report(NOVEMBER)).budgets
        assert [str(one) for one in (budget.carried, budget.available, budget.left)] == ["38", "88", "32.5"]

    async def test_has_the_totals_of_several_months(self, books: SqlBooks):
        totals = await books.month_totals(Month(2026, 1), NOVEMBER)
        assert [(str(one.month), one.type, str(one.amount)) for one in totals] == [
            ("2026-10", "EXPENSE", "12"),
            ("2026-11", "EXPENSE", "85.5"),
            ("2026-11", "INCOME", "8000"),
        ]

    async def test_refuses_a_budget_of_nothing(self, books: SqlBooks):
        with pytest.raises(LedgerFailure, match="keeping the budget failed"):
            await books.set_budget(Budget("餐饮", NOVEMBER, Money(0)))


class TestTakingBackOneRow:
    async def test_leaves_the_others_and_keeps_what_it_was(self, books: SqlBooks, ledger: SqlLedger):
        await books.amend("b1/1", FieldChange(amount=Money(31_00)))
        (undone,) = await books.undo_row("b1/1")
        assert undone.amount == Money(31_00)
        assert "打车" not in [row.description async for row in ledger.rows()]
        revisions = await books.revisions("b1/1")
        assert [(one.why, str(one.before.amount)) for one in revisions] == [
            ("undone", "31"),
            ("amended", "30"),
        ]

    async def test_twice_is_once(self, books: SqlBooks):
        await books.undo_row("b1/1")
        assert await books.undo_row("b1/1") == ()

    async def test_can_be_taken_back_itself(self, books: SqlBooks):
        (undone,) = await books.undo_row("b1/1")
        assert (await books.search(RowSearch(undone=True))).rows == (undone,)
        assert await books.restore_row("b1/1") == (undone,)
        assert await books.restore_row("b1/1") == ()
        assert (await books.search(RowSearch(undone=True))).rows == ()
        assert undone in (await books.search(RowSearch())).rows
        assert [one.why for one in await books.revisions("b1/1")] == ["restored", "undone"]

    async def test_leaves_the_rest_of_its_batch(self, books: SqlBooks):
        await books.undo_row("b1/1")
        assert [row.id for row in await books.batch_rows("b1")] == ["b1/0", "b1/2", "b1/3", "b1/4"]
        assert await books.batch_rows("b9") == ()

    async def test_that_was_never_written_is_refused(self, books: SqlBooks):
        for asking in (
            books.undo_row("b9/1"),
            books.restore_row("b9/1"),
            books.revisions("b9/1"),
            books.undo_batch("b9"),
            books.restore_batch("b9"),
        ):
            with pytest.raises(NotInLedger):
                await asking

    async def test_and_then_the_batch_can_be_brought_back_without_it(
        self, books: SqlBooks, open_database: Callable[[], Awaitable[Database]]
    ):
        (alone,) = await books.undo_row("b1/1")
        database = await open_database()
        yesterday = "UPDATE transactions SET undone_at = '2026-11-20T10:00:00.000Z' WHERE id = 'b1/1'"
        await database.run("setting the clock back", yesterday)
        await database.close()
        together = (await books.undo_batch("b1")).undone
        assert await books.restore_batch("b1") == RowsChanged(together)
        assert (await books.search(RowSearch(undone=True))).rows == (alone,)
        assert await books.restore_batch("b1") == RowsChanged((alone,))
        assert await books.restore_batch("b1") == RowsChanged()

    async def test_that_was_never_changed_has_no_revisions(self, books: SqlBooks):
        assert await books.revisions("b1/1") == ()


class TestAMonth:
    @pytest.mark.parametrize("text", ["2026-13", "2026-1", "", "x", "2026-11-01", "20261"])
    def test_is_none_of_these(self, text: str):
        assert Month.from_text(text) is None

    @pytest.mark.parametrize(("text", "last"), [("2026-12", 31), ("2024-02", 29), ("2026-11", 30)])
    def test_has_a_last_day(self, text: str, last: int):
        month = Month.from_text(text)
        assert month is not None
        assert (str(month), month.first.day, month.last.day) == (text, 1, last)


@pytest.mark.parametrize("search", [RowSearch(account="信用卡"), RowSearch(words="信用")])
async def test_a_transfer_is_found_by_the_account_that_it_goes_to(
    books: SqlBooks, ledger: SqlLedger, search: RowSearch
):
    (row,) = batch_of("b9", a_transfer("200", "微信", "信用卡"))
    await ledger.save_batch("b9", [row])
    assert (await books.search(search)).rows == (row,)
    await books.undo_row(row.id)
    assert (await books.search(replace(search, undone=True))).rows == (row,)
    assert await books.restore_row(row.id) == (row,)
    assert [one.before for one in await books.revisions(row.id)] == [row, row]
