"""The memory of a household: the rows saved last, the usual amounts, and its habits.

With the rows and amounts the dialogue points out an odd entry while reading it back.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import Enum, auto
from functools import cached_property

from msgspec import Struct

from voiced.domain.balances import Balances
from voiced.domain.habit_index import HabitIndex
from voiced.domain.habits import Habit
from voiced.domain.money import Money
from voiced.domain.thing_words import like_words
from voiced.domain.transaction import ParseResult, Transaction, TransactionType

REPEAT_WINDOW = timedelta(minutes=10)
"""Two equal entries within this time are usually one entry that was said twice."""
ENOUGH_ROWS = 5
"""With fewer rows in a category its usual amount is unknown."""
FAR = 8
"""An amount this many times above or below the usual one gets a remark: it suggests a misheard digit."""


class Oddity(Enum):
    """A reason to call an entry odd."""

    REPEATED = auto()
    UNUSUALLY_HIGH = auto()
    UNUSUALLY_LOW = auto()


class Usual(Struct, frozen=True):
    """The median amount of a category's rows and how many there are."""

    type: TransactionType
    category: str
    median: Money
    count: int


class LedgerMemory(Struct, frozen=True, dict=True):
    """The rows saved last (newest first), the usual amount of each category, the habits and the balances of the household.

    Attributes:
        said: the descriptions of the last 500 rows, at most 100, the most usual first.
        words_of_rows: the words of saved rows, as habits know them, those said last first.
    """

    recent: tuple[Transaction, ...] = ()
    usual: tuple[Usual, ...] = ()
    habits: tuple[Habit, ...] = ()
    said: tuple[str, ...] = ()
    balances: Balances = Balances()
    words_of_rows: tuple[str, ...] = ()

    @cached_property
    def index(self) -> HabitIndex:
        """The habits by their words."""
        return HabitIndex(self.habits, self.words_of_rows)

    def remark_on(self, entry: ParseResult, now: datetime) -> Oddity | None:
        """The reason to call an entry odd, or None. An odd entry is still accepted."""
        if entry.amount is None:
            return None
        if any(now - row.created_at <= REPEAT_WINDOW and _is_same(entry, row) for row in self.recent):
            return Oddity.REPEATED
        for usual in self.usual:
            if (usual.type, usual.category) == (entry.type, entry.category) and usual.count >= ENOUGH_ROWS:
                return _compared(entry.amount, usual.median)
        return None

    def like(self, thing: str, day: date) -> Transaction | None:
        """The last of the recent rows about a thing, one of the given day first; None if there is no such row."""
        words = like_words(thing)
        rows = [row for row in self.recent if words and (words in like_words(row.description))]
        rows = rows or [row for row in self.recent if row.category == thing]
        return next((row for row in rows if row.date == day), rows[0] if rows else None)


EMPTY_MEMORY = LedgerMemory()
"""The memory of a new ledger, or of one that has not been read yet."""


def _is_same(entry: ParseResult, row: Transaction) -> bool:
    return (entry.amount, entry.type, entry.category, entry.description, entry.date) == (
        row.amount,
        row.type,
        row.category,
        row.description,
        row.date,
    )


def _compared(amount: Money, median: Money) -> Oddity | None:
    if amount.fen >= FAR * median.fen:
        return Oddity.UNUSUALLY_HIGH
    if amount.fen * FAR <= median.fen:
        return Oddity.UNUSUALLY_LOW
    return None
