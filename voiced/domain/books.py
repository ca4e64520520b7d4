"""The ledger as the card shows it: search results, totals of months, budgets, and earlier versions of rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from voiced.domain.budget import MonthBudget
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.question import RowsBehind
from voiced.domain.transaction import Transaction, TransactionType

ROWS_IN_BRIEF = 20
"""Rows of a large batch that a person can look through."""
ROWS_A_PAGE = 50
"""Rows that a page of search results holds."""


class RowSearch(Struct, frozen=True):
    """The filters of a search. An empty text or None matches every row.

    Attributes:
        words: text to find in descriptions, categories and accounts.
        first: the first day, included.
        last: the last day, included.
        least: the smallest amount, included.
        most: the largest amount, included.
        behind: only the rows behind a figure of an answer.
        undone: search the undone rows instead of the valid ones.
        page: the first page, from 1; each page has `ROWS_A_PAGE` rows.
        pages: the number of pages to read.
    """

    words: str = ""
    first: date | None = None
    last: date | None = None
    type: TransactionType | None = None
    category: str | None = None
    account: str | None = None
    least: Money | None = None
    most: Money | None = None
    behind: RowsBehind | None = None
    undone: bool = False
    page: int = 1
    pages: int = 1


class FoundRows(Struct, frozen=True):
    """Pages of search results, latest day first, with the number and the sums of all matching rows.

    Attributes:
        moved: the sum of the transfers.
    """

    rows: tuple[Transaction, ...]
    count: int
    spent: Money
    earned: Money
    moved: Money = ZERO


class DayTotal(Struct, frozen=True):
    """The sum of one type on one day."""

    date: date
    type: TransactionType
    amount: Money


class CategoryTotal(Struct, frozen=True):
    """The sum and the number of a category's rows of one type."""

    category: str
    type: TransactionType
    amount: Money
    count: int


class MonthTotal(Struct, frozen=True):
    """The sum of one type in one month."""

    month: Month
    type: TransactionType
    amount: Money


class MonthReport(Struct, frozen=True):
    """A month in totals and its budgets. Transfers are left out, and so are days and categories without rows.

    Attributes:
        days: the earliest first.
        categories: the largest amount first.
    """

    month: Month
    days: tuple[DayTotal, ...]
    categories: tuple[CategoryTotal, ...]
    budgets: tuple[MonthBudget, ...]

    def total(self, of_type: TransactionType) -> Money:
        """The month's sum of one type."""
        return sum((day.amount for day in self.days if day.type is of_type), ZERO)


class WrittenTogether(Struct, frozen=True):
    """A batch in brief.

    Attributes:
        count: its rows that are not undone.
        first: the earliest day; None without rows.
        last: the latest day; None without rows.
        rows: the first of them, in order.
    """

    count: int
    first: date | None
    last: date | None
    rows: tuple[Transaction, ...]

    @staticmethod
    def of(rows: Sequence[Transaction]) -> WrittenTogether:
        """The brief of a whole batch."""
        days = [row.date for row in rows]
        return WrittenTogether(
            len(rows), min(days, default=None), max(days, default=None), tuple(rows[:ROWS_IN_BRIEF])
        )


class RowsChanged(Struct, frozen=True):
    """Saved rows were changed: by voice, on the card or by another program.

    Attributes:
        rows: rows that were changed or brought back, as they are now.
        undone: rows that were undone.
    """

    rows: tuple[Transaction, ...] = ()
    undone: tuple[Transaction, ...] = ()


class Revision(Struct, frozen=True):
    """A row as it was before it was changed (`why` is amended), linked with a bill (billed), undone or restored.

    Attributes:
        changed_at: ISO 8601, UTC.
    """

    changed_at: str
    why: str
    before: Transaction
