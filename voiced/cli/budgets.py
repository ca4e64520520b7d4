"""`voiced budgets`: lists, sets and ends the limits of categories."""

from __future__ import annotations

from functools import partial

from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.cli.colours import Colour
from voiced.cli.command import CommandParser
from voiced.cli.options import act_on, check_text, month_called, this_month
from voiced.cli.tables import Cell, print_list
from voiced.domain.budget import Budget, MonthBudget, Recurrence, budget_texts
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.errors import WrongInput

_EPILOG = """\
A budget limits the expenses of a category: from its month on, for that month alone (--once), or from it on with the
rest of each month added to the next (--carry).

examples:
  voiced budgets list --month 2026-10
  voiced budgets set 餐饮 1500
  voiced budgets set 旅行 3000 --month 2026-12 --once
  voiced budgets remove 餐饮
"""
_SET = {
    Recurrence.ONCE: "for {month} alone",
    Recurrence.MONTHLY: "a month from {month} on",
    Recurrence.CARRIED: "a month from {month} on; what is left is added to the next",
}
_HOLDS = {
    Recurrence.ONCE: "这个月",
    Recurrence.MONTHLY: "每个月",
    Recurrence.CARRIED: "每个月，剩的加到下个月",
}


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("The limits for the expenses of categories, and what is left of them.", _EPILOG)
    show = command.add_action("list", "print the budgets of a month with what is left")
    show.add_argument("--json", action="store_true", help="one JSON object; amounts are texts, in yuan")
    put = command.add_action("set", "set the limit of a category")
    put.add_argument("category", type=check_text, metavar="CATEGORY", help="a category of expenses")
    put.add_argument("amount", type=_limit, metavar="AMOUNT", help="the limit in yuan")
    holds = put.add_mutually_exclusive_group()
    holds.add_argument("--once", action="store_true", help="for that month alone")
    holds.add_argument("--carry", action="store_true", help="add what is left of a month to the next")
    end = command.add_action("remove", "end the budget of a category; earlier months keep theirs")
    end.add_argument("category", type=check_text, metavar="CATEGORY", help="its category")
    for action in (show, put, end):
        month = partial(month_called, "--month")
        action.add_argument("--month", type=month, metavar="M", help="such as 2026-10 (default: this month)")
    act_on(show, SqlBooks, _list)
    act_on(put, SqlBooks, _set, creates=True)
    act_on(end, SqlBooks, _remove)


def _limit(text: str) -> Money:
    limit = Money.from_text(text)
    if limit is None or not limit.is_recordable:
        raise WrongInput(f"{text}: not a limit; write an amount above 0 such as 1500 or 99.5")
    return limit


async def _list(books: SqlBooks, *, month: Month | None, json: bool) -> None:
    month = month or this_month()
    budgets = (await books.report(month)).budgets
    told = {"budgets": [budget_texts(one) for one in budgets]}
    print_list(list(map(_cells, budgets)), told, json=json, empty=f"{month.year}年{month.number}月没有预算。")


def _cells(one: MonthBudget) -> list[Cell]:
    is_over = one.left < ZERO
    left = f"超支 {Money(abs(one.left.fen))}" if is_over else f"还剩 {one.left}"
    return [
        Cell(one.budget.category),
        Cell(f"{one.spent} / {one.available}", is_number=True),
        Cell(left, Colour.ALARM if is_over else None),
        Cell(_HOLDS[one.budget.recurrence]),
    ]


async def _set(
    books: SqlBooks, *, category: str, amount: Money, month: Month | None, once: bool, carry: bool
) -> None:
    if reason := (await books.vocabulary()).why_unknown(category, ()):
        raise WrongInput(reason)
    recurrence = Recurrence.ONCE if once else Recurrence.CARRIED if carry else Recurrence.MONTHLY
    budget = Budget(category, month or this_month(), amount, recurrence)
    await books.set_budget(budget)
    print(f"{category}: {amount}元 {_SET[recurrence].format(month=budget.month)}")


async def _remove(books: SqlBooks, *, category: str, month: Month | None) -> None:
    month = month or this_month()
    is_known = any(one.budget.category == category for one in (await books.report(month)).budgets)
    await books.drop_budget(category, month)
    print(f"{category}: ended before {month}" if is_known else f"{category}: has no budget in {month}")
