"""Months in SQL: their totals and their budgets."""

from __future__ import annotations

from datetime import date

from voiced.adapters.ledger.sql_database import Database, SqlTables
from voiced.domain.books import CategoryTotal, DayTotal, MonthReport, MonthTotal
from voiced.domain.budget import Budget, MonthBudget, Recurrence, Spending, carrying_since, month_budgets
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.transaction import TransactionType

_SUMS = """
SELECT '{type}' AS type, date, category_id, sum(amount_fen) AS fen, count(*) AS rows FROM transactions
WHERE undone_at IS NULL AND type = '{type}' AND date BETWEEN :first AND :last
GROUP BY date, category_id
"""
# The rows are read once, from the index `transactions_by_day` alone and in its order; a type at a time is quicker than
# both. Only sums come out: a month has sixty or so, of which all else is made. Those by category have no date.
_REPORT = f"""
WITH sums AS MATERIALIZED ({_SUMS.format(type="EXPENSE")} UNION ALL {_SUMS.format(type="INCOME")})
SELECT date, type, NULL AS category, CAST(sum(fen) AS BIGINT), CAST(sum(rows) AS BIGINT)
FROM sums GROUP BY date, type
UNION ALL
SELECT NULL, sums.type, categories.name, CAST(sum(fen) AS BIGINT), CAST(sum(rows) AS BIGINT)
FROM sums JOIN categories ON categories.id = sums.category_id GROUP BY categories.name, sums.type
"""  # noqa: S608 - put together from constants
_MONTHS = f"""
WITH sums AS MATERIALIZED ({_SUMS.format(type="EXPENSE")} UNION ALL {_SUMS.format(type="INCOME")})
SELECT substr(CAST(date AS TEXT), 1, 7) AS month, type, CAST(sum(fen) AS BIGINT)
FROM sums GROUP BY month, type ORDER BY month, type
"""  # noqa: S608 - put together from constants
_SPENDING = f"""
WITH sums AS MATERIALIZED ({_SUMS.format(type="EXPENSE")})
SELECT substr(CAST(date AS TEXT), 1, 7) AS month, categories.name, CAST(sum(fen) AS BIGINT)
FROM sums JOIN categories ON categories.id = sums.category_id GROUP BY month, categories.name
"""  # noqa: S608 - put together from constants
_BUDGETS = """
SELECT month, category, limit_fen, recurrence, last_month FROM budgets WHERE month <= :month ORDER BY category, month
"""
_SET_BUDGET = """
INSERT INTO budgets (month, category, limit_fen, recurrence) VALUES (:month, :category, :fen, :recurrence)
ON CONFLICT (month, category)
DO UPDATE SET limit_fen = excluded.limit_fen, recurrence = excluded.recurrence, last_month = NULL
"""
_END_EARLIER = """
UPDATE budgets SET last_month = :before
WHERE category = :category AND month < :month AND (last_month IS NULL OR last_month >= :month)
"""
_DROP_BUDGET = "DELETE FROM budgets WHERE category = :category AND month = :month"


async def read_month_budgets(database: Database, month: Month) -> tuple[MonthBudget, ...]:
    """The budgets that hold in a month, with what was carried over and spent."""
    budgets = await _budgets(database, month)
    return month_budgets(budgets, await _spending(database, budgets, month), month)


class SqlMonths(SqlTables):
    """The months of `Books`: their totals and budgets."""

    async def report(self, month: Month) -> MonthReport:
        """A month's totals and budgets; see `Books.report`."""
        sums = await self._database.run("reading the month", _REPORT, _days(month, month))
        by_day = (
            DayTotal(date.fromisoformat(day), TransactionType(type_), Money(fen))
            for day, type_, _, fen, _ in sums
            if day is not None
        )
        by_category = (
            CategoryTotal(category, TransactionType(type_), Money(fen), rows)
            for _, type_, category, fen, rows in sums
            if category is not None
        )
        categories = tuple(sorted(by_category, key=lambda one: -one.amount.fen))
        days = tuple(sorted(by_day, key=lambda one: (one.date, one.type)))
        return MonthReport(month, days, categories, await read_month_budgets(self._database, month))

    async def month_totals(self, first: Month, last: Month) -> tuple[MonthTotal, ...]:
        """The totals of several months; see `Books.month_totals`."""
        found = await self._database.read("reading the months", _MONTHS, _days(first, last))
        return tuple(
            MonthTotal(_month(month), TransactionType(type_), Money(fen)) for month, type_, fen in found
        )

    async def set_budget(self, budget: Budget) -> None:
        """Set a budget; see `Books.set_budget`."""
        values = {
            "month": str(budget.month),
            "category": budget.category,
            "fen": budget.limit.fen,
            "recurrence": budget.recurrence.value,
        }
        await self._database.run("keeping the budget", _SET_BUDGET, values)

    async def drop_budget(self, category: str, month: Month) -> None:
        """End a budget; see `Books.drop_budget`."""
        values = {"month": str(month), "category": category}
        ending = (_END_EARLIER, {**values, "before": str(month.later(-1))})
        await self._database.run_together("dropping the budget", (ending, (_DROP_BUDGET, values)))


async def _budgets(database: Database, month: Month) -> tuple[Budget, ...]:
    found = await database.run("reading the budgets", _BUDGETS, {"month": str(month)})
    return tuple(
        Budget(category, _month(first), Money(fen), Recurrence(recurrence), _month(last) if last else None)
        for first, category, fen, recurrence, last in found
    )


async def _spending(database: Database, budgets: tuple[Budget, ...], month: Month) -> Spending:
    if not budgets:
        return {}
    days = _days(carrying_since(budgets, month), month)
    found = await database.run("reading the expenses of the budgets", _SPENDING, days)
    return {(category, _month(of)): Money(fen) for of, category, fen in found}


def _days(first: Month, last: Month) -> dict[str, str | int | None]:
    return {"first": first.first.isoformat(), "last": last.last.isoformat()}


def _month(text: str) -> Month:
    day = date.fromisoformat(f"{text}-01")
    return Month(day.year, day.month)
