"""`voiced report`: a month in sums by category, beside the month before, and what is left of its budgets."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from msgspec import Struct

from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.machine.clocks import SystemClock
from voiced.cli.colours import Colour, Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import act_on, month_called, this_month
from voiced.cli.tables import Cell, bar, table
from voiced.cli.terminal import in_columns, print_json
from voiced.domain.books import CategoryTotal, MonthReport
from voiced.domain.budget import MonthBudget
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.transaction import TYPE_NAMES, TransactionType

_EPILOG = """\
A bar is as long as its part of the largest sum. Beside a month that is not over stand the sums of the same days of the
month before (上月同期).

examples:
  voiced report                   this month
  voiced report 2026-10
  voiced report 2026-10 --json    for a script
"""
_BAR_COLUMNS = 24
_EXPENSE, _INCOME = TransactionType.EXPENSE, TransactionType.INCOME


class _Months(Struct, frozen=True):
    """A month beside the one before, as of a day."""

    month: MonthReport
    before: MonthReport
    today: date

    @property
    def is_running(self) -> bool:
        """Whether the month has days to come."""
        return self.month.month.first <= self.today < self.month.month.last

    @property
    def has_before(self) -> bool:
        """Whether the month before has rows."""
        return bool(self.before.categories)

    def before_so_far(self, of_type: TransactionType) -> Money:
        """The sum of one type in the same days of the month before."""
        days = (day for day in self.before.days if day.date.day <= self.today.day)
        return sum((day.amount for day in days if day.type is of_type), ZERO)

    def of_category(self, one: CategoryTotal) -> Money:
        """The sum of a category in the month before."""
        same = (other for other in self.before.categories if other.category == one.category)
        return sum((other.amount for other in same if other.type is one.type), ZERO)


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Prints the sums of a month by category, beside those of the month before, and what is left of each budget.",
        _EPILOG,
    )
    command.add_argument(
        "month",
        nargs="?",
        type=partial(month_called, "report"),
        metavar="MONTH",
        help="such as 2026-10 (default: this month)",
    )
    command.add_argument("--json", action="store_true", help="one JSON object; amounts are texts, in yuan")
    act_on(command, SqlBooks, _report)


async def _report(books: SqlBooks, *, month: Month | None, json: bool) -> None:
    month, today = month or this_month(), SystemClock().now().date()
    read = _Months(await books.report(month), await books.report(month.later(-1)), today)
    if json:
        print_json(_told(read))
    else:
        print("\n".join(_as_text(read, Palette.of(sys.stdout))))


def _as_text(read: _Months, palette: Palette) -> Iterator[str]:
    month = read.month.month
    yield palette.paint(f"{month.year}年{month.number}月", Colour.HEADING)
    if not read.month.categories:
        yield "这个月没有记账。"
    else:
        yield from table([_total(read, one) for one in (_EXPENSE, _INCOME)], palette)
    for of_type in (_EXPENSE, _INCOME):
        if found := [one for one in read.month.categories if one.type is of_type]:
            yield ""
            yield palette.paint(TYPE_NAMES[of_type], Colour.HEADING)
            yield from table(_categories(read, found), palette)
    if read.month.budgets:
        yield ""
        yield palette.paint("预算", Colour.HEADING)
        yield from table([_budget(one) for one in read.month.budgets], palette)


def _total(read: _Months, of_type: TransactionType) -> list[Cell]:
    """The sum of one type, beside that of the month before and of its same days."""
    colour = Colour.GAIN if of_type is _INCOME else None
    cells = [
        Cell(TYPE_NAMES[of_type]),
        _number(read.month.total(of_type), colour),
        *_before(read, read.before.total(of_type)),
    ]
    if read.is_running and read.has_before:
        cells += [Cell("上月同期", Colour.ASIDE), _number(read.before_so_far(of_type))]
    return cells


def _before(read: _Months, amount: Money) -> list[Cell]:
    """A sum of the month before, unless that month has no rows at all."""
    return [Cell("上月", Colour.ASIDE), _number(amount)] if read.has_before else []


def _categories(read: _Months, found: Sequence[CategoryTotal]) -> list[list[Cell]]:
    """A line for each category: its sum, its share, the month before, and a bar."""
    largest = max(one.amount.fen for one in found)
    total = sum(one.amount.fen for one in found)
    return [
        [
            Cell(one.category),
            _number(one.amount),
            Cell(f"{100 * one.amount.fen / total:.0f}%", is_number=True),
            *_before(read, read.of_category(one)),
            Cell(bar(one.amount.fen / largest, _BAR_COLUMNS), Colour.VOICE),
        ]
        for one in found
    ]


def _budget(one: MonthBudget) -> list[Cell]:
    """A budget, what was spent of it and what is left, with a bar of the part that was spent."""
    is_over = one.left.fen < 0
    spent = one.spent.fen / one.available.fen if one.available.fen > 0 else 1.0
    colour = Colour.ALARM if is_over else Colour.VOICE
    return [
        Cell(one.budget.category),
        _number(one.available),
        Cell("超支" if is_over else "还剩", Colour.ALARM if is_over else None),
        _number(Money(abs(one.left.fen)), Colour.ALARM if is_over else None),
        Cell(bar(spent, _BAR_COLUMNS).ljust(_BAR_COLUMNS, "·"), colour),
    ]


def _number(amount: Money, colour: Colour | None = None) -> Cell:
    return Cell(in_columns(amount), colour, is_number=True)


def _told(read: _Months) -> dict[str, object]:
    return {
        **_sums(read.month),
        "before": _sums(read.before),
        "categories": [
            {
                "category": one.category,
                "type": one.type.value,
                "amount": str(one.amount),
                "count": one.count,
                "before": str(read.of_category(one)),
            }
            for one in read.month.categories
        ],
        "budgets": [
            {
                "category": one.budget.category,
                "limit": str(one.budget.limit),
                "carried": str(one.carried),
                "spent": str(one.spent),
                "left": str(one.left),
            }
            for one in read.month.budgets
        ],
    }


def _sums(report: MonthReport) -> dict[str, str]:
    return {
        "month": str(report.month),
        "spent": str(report.total(_EXPENSE)),
        "earned": str(report.total(_INCOME)),
    }
