"""What is left of a budget in a month: its limit, what the months before left, and what was spent."""

from __future__ import annotations

from voiced.domain.budget import Budget, Recurrence, budget_texts, carrying_since, month_budgets
from voiced.domain.money import Money
from voiced.domain.month import Month

OCTOBER = Month(2026, 10)
FOOD = "餐饮"


def budget(fen: int, recurrence: Recurrence, month: Month = OCTOBER, last: Month | None = None) -> Budget:
    return Budget(FOOD, month, Money(fen), recurrence, last)


def left(budgets: list[Budget], month: Month, **spent: int) -> tuple[int, int] | None:
    """What was carried into the month, and what is left; expenses by the name of the month, such as `m10`."""
    spending = {(FOOD, Month(2026, int(name[1:]))): Money(fen) for name, fen in spent.items()}
    found = month_budgets(budgets, spending, month)
    return (found[0].carried.fen, found[0].left.fen) if found else None


def test_a_budget_for_one_month_holds_for_that_month():
    once = [budget(100, Recurrence.ONCE)]
    assert left(once, OCTOBER, m10=30) == (0, 70)
    assert left(once, OCTOBER.next) is None


def test_a_monthly_budget_begins_anew_each_month_until_it_is_ended():
    monthly = [budget(100, Recurrence.MONTHLY, last=OCTOBER.next)]
    assert left(monthly, OCTOBER.next, m10=30, m11=150) == (0, -50)
    assert left(monthly, OCTOBER.later(-1)) is None
    assert left(monthly, OCTOBER.later(2)) is None


def test_a_carried_budget_takes_along_what_was_left_or_overspent():
    carried = [budget(100, Recurrence.CARRIED)]
    assert left(carried, OCTOBER.next, m10=30, m11=150) == (70, 20)
    assert left(carried, OCTOBER.later(2), m10=30, m11=190) == (-20, 80)


def test_a_new_limit_keeps_what_was_carried_and_a_budget_without_carrying_does_not():
    first, second = budget(100, Recurrence.CARRIED), budget(50, Recurrence.CARRIED, OCTOBER.next)
    assert left([first, second], OCTOBER.next, m10=30) == (70, 120)
    plain = budget(50, Recurrence.MONTHLY, OCTOBER.next)
    assert left([first, plain], OCTOBER.next, m10=30) == (0, 50)
    again = budget(50, Recurrence.CARRIED, OCTOBER.later(2))
    assert left([first, plain, again], OCTOBER.later(2), m10=30) == (0, 50)


def test_as_texts_its_amounts_are_decimal_numbers():
    (found,) = month_budgets([budget(10_050, Recurrence.CARRIED)], {(FOOD, OCTOBER): Money(50)}, OCTOBER.next)
    assert budget_texts(found) == {
        "category": FOOD,
        "month": "2026-11",
        "limit": "100.5",
        "recurrence": "carried",
        "carried": "100",
        "spent": "0",
        "left": "200.5",
    }


def test_expenses_matter_since_the_first_budget_that_is_carried():
    monthly = budget(50, Recurrence.MONTHLY)
    assert carrying_since([monthly], OCTOBER.next) == OCTOBER.next
    carried = budget(50, Recurrence.CARRIED, OCTOBER.later(-3))
    assert carrying_since([monthly, carried], OCTOBER.next) == Month(2026, 7)


def test_the_months_go_over_the_end_of_a_year():
    assert Month(2026, 12).next == Month(2027, 1)
    assert Month(2026, 1).later(-1) == Month(2025, 12)
