"""`voiced budgets`: lists, sets and ends the limits of categories."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import msgspec

from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import LedgerPlace, open_tables
from voiced.cli.colours import Colour, Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import (
    LedgerOptions,
    add_ledger_options,
    check_text,
    existing_place,
    ledger_place,
    month_called,
)
from voiced.cli.tables import Cell, table
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


@dataclass(frozen=True)
class _Options(LedgerOptions):
    month: str | None


@dataclass(frozen=True)
class _ListOptions(_Options):
    json: bool


@dataclass(frozen=True)
class _SetOptions(_Options):
    category: str
    amount: str
    once: bool
    carry: bool


@dataclass(frozen=True)
class _RemoveOptions(_Options):
    category: str


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("The limits for the expenses of categories, and what is left of them.", _EPILOG)
    show = command.add_action("list", "print the budgets of a month with what is left")
    show.add_argument("--json", action="store_true", help="one JSON object; amounts are texts, in yuan")
    put = command.add_action("set", "set the limit of a category")
    put.add_argument("category", metavar="CATEGORY", help="a category of expenses")
    put.add_argument("amount", metavar="AMOUNT", help="the limit in yuan")
    holds = put.add_mutually_exclusive_group()
    holds.add_argument("--once", action="store_true", help="for that month alone")
    holds.add_argument("--carry", action="store_true", help="add what is left of a month to the next")
    end = command.add_action("remove", "end the budget of a category; earlier months keep theirs")
    end.add_argument("category", metavar="CATEGORY", help="its category")
    for action in (show, put, end):
        action.add_argument("--month", metavar="M", help="such as 2026-10 (default: this month)")
        add_ledger_options(action)
    show.run_with(_ListOptions, _list)
    put.run_with(_SetOptions, _set)
    end.run_with(_RemoveOptions, _remove)


def _list(options: _ListOptions) -> int:
    month = _month(options)
    budgets = run_loop(_read(existing_place(options), month))
    if options.json:
        told = [budget_texts(one) for one in budgets]
        print(msgspec.json.encode({"budgets": told}).decode())
    elif budgets:
        print("\n".join(table([_line(one) for one in budgets], Palette.of(sys.stdout))))
    else:
        print(f"{month.year}年{month.number}月没有预算。")
    return 0


def _line(one: MonthBudget) -> list[Cell]:
    is_over = one.left < ZERO
    left = f"超支 {Money(abs(one.left.fen))}" if is_over else f"还剩 {one.left}"
    return [
        Cell(one.budget.category),
        Cell(f"{one.spent} / {one.available}", is_number=True),
        Cell(left, Colour.ALARM if is_over else None),
        Cell(_HOLDS[one.budget.recurrence]),
    ]


def _set(options: _SetOptions) -> int:
    limit = Money.from_text(options.amount)
    if limit is None or not limit.is_recordable:
        raise WrongInput(f"{options.amount}: not a limit; write an amount above 0 such as 1500 or 99.5")
    recurrence = (
        Recurrence.ONCE if options.once else Recurrence.CARRIED if options.carry else Recurrence.MONTHLY
    )
    budget = Budget(check_text(options.category), _month(options), limit, recurrence)
    run_loop(_write(ledger_place(options), budget))
    print(f"{budget.category}: {limit}元 {_SET[recurrence].format(month=budget.month)}")
    return 0


def _remove(options: _RemoveOptions) -> int:
    category, month = check_text(options.category), _month(options)
    if run_loop(_end(existing_place(options), category, month)):
        print(f"{category}: ended before {month}")
    else:
        print(f"{category}: has no budget in {month}")
    return 0


def _month(options: _Options) -> Month:
    if options.month is not None:
        return month_called(options.month, "--month")
    today = SystemClock().now().date()
    return Month(today.year, today.month)


async def _read(place: LedgerPlace, month: Month) -> tuple[MonthBudget, ...]:
    async with open_tables(SqlBooks, place) as books:
        return (await books.report(month)).budgets


async def _write(place: LedgerPlace, budget: Budget) -> None:
    async with open_tables(SqlBooks, place) as books:
        known = await books.vocabulary()
        if reason := known.why_unknown(budget.category, ()):
            raise WrongInput(reason)
        await books.set_budget(budget)


async def _end(place: LedgerPlace, category: str, month: Month) -> bool:
    """End the budget; return whether there was one."""
    async with open_tables(SqlBooks, place) as books:
        is_known = any(one.budget.category == category for one in (await books.report(month)).budgets)
        await books.drop_budget(category, month)
        return is_known
