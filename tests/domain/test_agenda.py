"""What a day holds: monthly rows that did not come, and budgets that are nearly used up."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from tests.support.ledger_rows import a_row
from voiced.domain.agenda import first_day_seen, level_crossed, missing_rows, nearly_used
from voiced.domain.budget import Budget, MonthBudget
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.transaction import Transaction, TransactionType

NOVEMBER = Month(2026, 11)


def rows(*days: str, description: str = "房租") -> list[Transaction]:
    return [
        replace(a_row("3000", description=description), id=day, date=date.fromisoformat(day)) for day in days
    ]


def missing(found: list[Transaction], today: str) -> list[str]:
    return [row.description for row in missing_rows(found, date.fromisoformat(today))]


class TestAMonthlyRow:
    def test_is_missing_from_the_day_after_its_latest_day_on(self):
        found = rows("2026-08-05", "2026-09-06", "2026-10-05")
        assert missing(found, "2026-11-06") == []
        assert missing(found, "2026-11-07") == ["房租"]

    def test_is_not_missing_once_it_came_on_whatever_day(self):
        assert missing(rows("2026-08-05", "2026-09-06", "2026-10-05", "2026-11-02"), "2026-11-20") == []

    @pytest.mark.parametrize(
        "days",
        [
            ("2026-09-05", "2026-10-05"),
            ("2026-08-05", "2026-10-05"),
            ("2026-08-05", "2026-09-05", "2026-09-06", "2026-10-05"),
            ("2026-08-05", "2026-09-15", "2026-10-05"),
        ],
    )
    def test_comes_once_in_each_of_three_months_on_about_the_same_day(self, days: tuple[str, ...]):
        assert missing(rows(*days), "2026-11-20") == []

    def test_of_the_last_day_is_missing_on_the_last_day_of_a_short_month(self):
        found = rows("2026-11-30", "2026-12-31", "2027-01-31")
        assert missing(found, "2027-02-27") == []
        assert missing(found, "2027-02-28") == ["房租"]

    def test_is_looked_for_across_the_new_year(self):
        found = rows("2026-10-05", "2026-11-05", "2026-12-05")
        assert first_day_seen(date(2027, 1, 20)) == date(2026, 10, 1)
        assert missing(found, "2027-01-20") == ["房租"]

    def test_has_a_description_and_one_type(self):
        assert missing(rows("2026-08-05", "2026-09-05", "2026-10-05", description=""), "2026-11-20") == []
        found = rows("2026-08-05", "2026-09-05", "2026-10-05")
        found[1] = replace(found[1], type=TransactionType.INCOME)
        assert missing(found, "2026-11-20") == []

    def test_is_the_row_of_last_month_and_earlier_days_come_first(self):
        bills = rows("2026-08-03", "2026-09-03", "2026-10-03", description="话费")
        found = missing_rows([*rows("2026-08-05", "2026-09-06", "2026-10-05"), *bills], date(2026, 11, 20))
        assert [(row.description, str(row.date)) for row in found] == [
            ("话费", "2026-10-03"),
            ("房租", "2026-10-05"),
        ]


def budget(spent: int, *, limit: int = 100, carried: Money = ZERO) -> MonthBudget:
    """A budget of so many yuan."""
    return MonthBudget(Budget("餐饮", NOVEMBER, Money(limit * 100)), NOVEMBER, carried, Money(spent * 100))


@pytest.mark.parametrize(
    ("spent", "added", "level"),
    [
        (79, 79, None),
        (80, 1, 80),
        (85, 5, None),
        (99, 30, 80),
        (100, 1, 100),
        (100, 50, 100),
        (130, 20, None),
        (130, 31, 100),
        (130, 0, None),
    ],
)
def test_a_level_is_crossed_by_the_rows_that_reach_it(spent: int, added: int, level: int | None):
    assert level_crossed(budget(spent), Money(added * 100)) == level


def test_what_was_carried_over_counts_and_without_anything_to_spend_there_is_no_level():
    assert level_crossed(budget(80, carried=Money(100_00)), Money(80_00)) is None
    assert level_crossed(budget(80, carried=Money(-100_00)), Money(80_00)) is None
    assert nearly_used([budget(10), budget(90)]) == (budget(90),)
