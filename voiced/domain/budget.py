"""Budgets: the limit for spending under a category, the months for which it holds, and what is left of it in a month."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month


class Recurrence(StrEnum):
    """The months for which a budget holds: its first one alone, or all from then on.

    Of a CARRIED budget the rest of each month is added to the next month's; what was overspent is taken off.
    """

    ONCE = "once"
    MONTHLY = "monthly"
    CARRIED = "carried"


class Budget(Struct, frozen=True):
    """The limit for spending under a category in a month.

    Attributes:
        month: the first month for which it holds.
        last: the last one, if it was ended.
    """

    category: str
    month: Month
    limit: Money
    recurrence: Recurrence = Recurrence.ONCE
    last: Month | None = None

    def holds_in(self, month: Month) -> bool:
        """Whether it is for this month, unless a later budget of its category is."""
        if self.recurrence is Recurrence.ONCE:
            return month == self.month
        return self.month <= month and (self.last is None or month <= self.last)


class MonthBudget(Struct, frozen=True):
    """A budget in one month.

    Attributes:
        carried: the rest of the months before; negative if more was spent than they allowed.
    """

    budget: Budget
    month: Month
    carried: Money
    spent: Money

    @property
    def available(self) -> Money:
        """The sum that may be spent in the month: the limit and the rest of earlier months."""
        return Money(self.budget.limit.fen + self.carried.fen)

    @property
    def left(self) -> Money:
        """The sum that may still be spent; negative if more was spent."""
        return Money(self.available.fen - self.spent.fen)


Spending = Mapping[tuple[str, Month], Money]
"""The expenses of a category in a month; without an entry there were no expenses."""


def month_budgets(budgets: Sequence[Budget], spending: Spending, month: Month) -> tuple[MonthBudget, ...]:
    """The budgets that hold in a month, by category.

    Args:
        budgets: those that began by then.
        spending: the expenses since `carrying_since`.
        month: the month.
    """
    found: list[MonthBudget] = []
    for category in sorted({budget.category for budget in budgets}):
        own = [budget for budget in budgets if budget.category == category]
        if (budget := _holding(own, month)) is not None:
            spent = spending.get((category, month), ZERO)
            found.append(MonthBudget(budget, month, _carried_into(month, own, spending), spent))
    return tuple(found)


def budget_texts(one: MonthBudget) -> dict[str, str]:
    """A budget in a month as texts: amounts as decimal numbers, the month as 2026-11."""
    return {
        "category": one.budget.category,
        "month": str(one.month),
        "limit": str(one.budget.limit),
        "recurrence": one.budget.recurrence.value,
        "carried": str(one.carried),
        "spent": str(one.spent),
        "left": str(one.left),
    }


def carrying_since(budgets: Iterable[Budget], month: Month) -> Month:
    """The first month whose expenses matter for the budgets of a month."""
    carried = (budget.month for budget in budgets if budget.recurrence is Recurrence.CARRIED)
    return min(carried, default=month)


def _holding(budgets: Sequence[Budget], month: Month) -> Budget | None:
    """The budget that began last of those that hold in a month."""
    held = (budget for budget in budgets if budget.holds_in(month))
    return max(held, key=lambda budget: budget.month, default=None)


def _carried_into(month: Month, budgets: Sequence[Budget], spending: Spending) -> Money:
    rest, at = ZERO, carrying_since(budgets, month)
    while at < month:
        held = _holding(budgets, at)
        if held is None or held.recurrence is not Recurrence.CARRIED:
            rest = ZERO
        else:
            rest = MonthBudget(held, at, rest, spending.get((held.category, at), ZERO)).left
        at = at.next
    now = _holding(budgets, month)
    return rest if now is not None and now.recurrence is Recurrence.CARRIED else ZERO
