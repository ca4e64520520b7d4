"""A question to the ledger (「这个月花了多少」) and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType


class Measure(Enum):
    """The quantity that a question asks for."""

    SPENT = "spent"
    EARNED = "earned"
    LARGEST = "largest"
    LISTED = "listed"

    @property
    def of_type(self) -> TransactionType:
        """The type of the rows that the question is about."""
        return TransactionType.INCOME if self is Measure.EARNED else TransactionType.EXPENSE


@dataclass(frozen=True, slots=True)
class Period:
    """Days from `first` to `last`, both included; `label` is how the user called them (「这个月」)."""

    label: str
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class LedgerQuestion:
    """A question about the expenses (LISTED: one by one), the income or the largest row of a period.

    Without a `category` it is about all categories.
    """

    measure: Measure
    period: Period
    category: str | None = None


@dataclass(frozen=True, slots=True)
class LedgerAnswer:
    """The rows that answer a question (latest first, at most a page of them) and their total."""

    question: LedgerQuestion
    total: Money
    count: int
    rows: tuple[Transaction, ...]
