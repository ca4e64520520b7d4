"""The ledger as one looks through it: rows that are searched for, a month's totals, budgets, and what rows were."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import Transaction, TransactionType

ROWS_A_PAGE = 50
"""More than anybody reads at once."""


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the calendar; `number` from 1."""

    year: int
    number: int

    @classmethod
    def from_text(cls, text: str) -> Month | None:
        """The month of `2026-11`; None if the text is no month."""
        try:
            day = date.fromisoformat(f"{text}-01")
        except ValueError:
            return None
        return cls(day.year, day.month) if str(day).startswith(text) else None

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        """Its last day."""
        return date(self.year, self.number, monthrange(self.year, self.number)[1])

    def __str__(self) -> str:
        """As it is written: `2026-11`."""
        return f"{self.year:04d}-{self.number:02d}"


@dataclass(frozen=True, slots=True)
class RowSearch:
    """Which rows are looked for; None and empty words let every row through.

    Attributes:
        words: looked for in descriptions, categories and accounts.
        first: the first day, included.
        last: the last day, included.
        undone: the rows that were taken back, instead of those that count.
        page: from 1; each page has `ROWS_A_PAGE` rows.
    """

    words: str = ""
    first: date | None = None
    last: date | None = None
    type: TransactionType | None = None
    category: str | None = None
    account: str | None = None
    undone: bool = False
    page: int = 1


@dataclass(frozen=True, slots=True)
class FoundRows:
    """One page of the rows that were looked for, latest day first, and how many there are in all."""

    rows: tuple[Transaction, ...]
    count: int


@dataclass(frozen=True, slots=True)
class DayTotal:
    """What one type comes to on one day."""

    date: date
    type: TransactionType
    amount: Money


@dataclass(frozen=True, slots=True)
class CategoryTotal:
    """What a category comes to, in so many rows of one type."""

    category: str
    type: TransactionType
    amount: Money
    count: int


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent under a category in a month."""

    category: str
    month: Month
    limit: Money


@dataclass(frozen=True, slots=True)
class MonthReport:
    """A month in totals and its budgets. Transfers are left out, and so are days and categories without rows.

    Attributes:
        days: the earliest first.
        categories: the largest amount first.
    """

    month: Month
    days: tuple[DayTotal, ...]
    categories: tuple[CategoryTotal, ...]
    budgets: tuple[Budget, ...]

    def total(self, of_type: TransactionType) -> Money:
        """What the month comes to."""
        return sum((day.amount for day in self.days if day.type is of_type), ZERO)

    def spent_on(self, category: str) -> Money:
        """What was spent under a category."""
        spent = (one for one in self.categories if one.type is TransactionType.EXPENSE)
        return sum((one.amount for one in spent if one.category == category), ZERO)


@dataclass(frozen=True, slots=True)
class Revision:
    """What a row was before it was changed (`why` is amended), taken back (undone) or brought back (restored).

    Attributes:
        changed_at: ISO 8601, UTC.
    """

    changed_at: str
    why: str
    before: Transaction
