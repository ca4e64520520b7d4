"""The agenda of a day: entries that are due, monthly rows that did not come, and budgets that are nearly used up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from voiced.domain.budget import MonthBudget
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.transaction import Transaction

LEVELS_PERCENT = (100, 80)
"""The shares of a budget at which voiced points it out, the higher one first."""
MONTHS_SEEN = 3
"""A row is monthly if it was recorded once in each of so many months before this one."""
_DAYS_APART = 3
"""A monthly row comes on about the same day: its days of the month differ by at most so many."""


class Agenda(Struct, frozen=True):
    """The agenda of a day without the entries that are due, which the dialogue knows.

    Attributes:
        missing: of each monthly row that did not come this month, the row of last month.
        budgets: those of this month of which at least 80 % are spent.
    """

    missing: tuple[Transaction, ...] = ()
    budgets: tuple[MonthBudget, ...] = ()


def level_of(budget: MonthBudget, spent: Money) -> int | None:
    """The highest level in percent that expenses of `spent` reach; None below all levels, or with nothing to spend."""
    available = budget.available.fen
    if available <= 0:
        return None
    return next((level for level in LEVELS_PERCENT if spent.fen * 100 >= available * level), None)


def level_crossed(budget: MonthBudget, added: Money) -> int | None:
    """The level that the budget reached by rows of `added`, the newest among its expenses; None if it reached no new one."""
    now = level_of(budget, budget.spent)
    before = level_of(budget, Money(budget.spent.fen - added.fen))
    return None if now == before else now


def nearly_used(budgets: Iterable[MonthBudget]) -> tuple[MonthBudget, ...]:
    """The budgets that have reached a level."""
    return tuple(one for one in budgets if level_of(one, one.spent) is not None)


def first_day_seen(today: date) -> date:
    """The first day of the months in which monthly rows are looked for."""
    return Month(today.year, today.month).later(-MONTHS_SEEN).first


def missing_rows(rows: Iterable[Transaction], today: date) -> tuple[Transaction, ...]:
    """Of each monthly row that has not come by today, the row of last month.

    A row is monthly if a row of its type and description was recorded exactly once in each of the last three months, on
    about the same day. It is missing from the day after the latest of these days on.
    """
    this = Month(today.year, today.month)
    months = [this.later(-back) for back in range(1, MONTHS_SEEN + 1)]
    found: dict[tuple[str, str], dict[Month, list[Transaction]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.description:
            found[row.type, row.description][Month(row.date.year, row.date.month)].append(row)
    missing: list[Transaction] = []
    for of_thing in found.values():
        seen = [of_thing[month] for month in months]
        if of_thing[this] or any(len(of_month) != 1 for of_month in seen):
            continue
        days = [of_month[0].date.day for of_month in seen]
        is_late = today.day >= min(max(days) + 1, this.last.day)
        if is_late and max(days) - min(days) <= _DAYS_APART:
            missing.append(seen[0][0])
    return tuple(sorted(missing, key=lambda row: (row.date.day, row.description)))
