"""What the ledger remembers of late, so that an odd entry can be remarked on while it is read back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, Transaction, TransactionType

REPEAT_WINDOW = timedelta(minutes=10)
"""An equal entry within this time is more often one said twice than one spent twice."""
ENOUGH_ROWS = 5
"""Fewer rows of a category say nothing about what is usual."""
FAR = 8
"""Times above or below the usual amount that are worth a remark: a digit misheard, not a dear dinner."""


class Remark(Enum):
    """What is odd about an entry."""

    REPEATED = auto()
    UNUSUALLY_HIGH = auto()
    UNUSUALLY_LOW = auto()


@dataclass(frozen=True, slots=True)
class Usual:
    """The median amount of a category's rows and how many there are."""

    type: TransactionType
    category: str
    median: Money
    count: int


@dataclass(frozen=True, slots=True)
class LedgerMemory:
    """The rows saved last (newest first) and what each category usually costs."""

    recent: tuple[Transaction, ...] = ()
    usual: tuple[Usual, ...] = ()

    def remark_on(self, entry: ParseResult, now: datetime) -> Remark | None:
        """What is odd about an entry, if anything; never a reason to refuse it."""
        if entry.amount is None:
            return None
        if any(_is_same(entry, row) and now - row.created_at <= REPEAT_WINDOW for row in self.recent):
            return Remark.REPEATED
        for usual in self.usual:
            if (usual.type, usual.category) == (entry.type, entry.category) and usual.count >= ENOUGH_ROWS:
                return _compared(entry.amount, usual.median)
        return None


EMPTY_MEMORY = LedgerMemory()
"""Of a ledger that is new, or not read yet."""


def _is_same(entry: ParseResult, row: Transaction) -> bool:
    return (entry.amount, entry.type, entry.category, entry.description, entry.date) == (
        row.amount,
        row.type,
        row.category,
        row.description,
        row.date,
    )


def _compared(amount: Money, median: Money) -> Remark | None:
    if amount.fen >= FAR * median.fen:
        return Remark.UNUSUALLY_HIGH
    if amount.fen * FAR <= median.fen:
        return Remark.UNUSUALLY_LOW
    return None
