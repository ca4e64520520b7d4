"""The lines of a file that is imported, as its format's reader gives them."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from voiced.domain.balances import Opening
from voiced.domain.file_import import LineProblem
from voiced.domain.habits import Habit, HabitField
from voiced.domain.transaction import ParseResult, TransactionType


class ImportedEntry(Struct, frozen=True):
    """An entry of the file, before its names are matched with the ledger's.

    Attributes:
        line: the number of its first line, from 1.
        values: the values that the file states, with the file's names.
        happened: with the file's time zone, else the local one; at midnight if the file has no time.
        wider: names of wider categories, the narrowest first.
        key: the file's unique key of the entry, if it has one.
        words: by which habits know it, if it taught something there; `taught` likewise.
        id: its id in a ledger of voiced, if it comes from one; `batch_id`, `said_account`, `paid_at` and `merchant`
            likewise.
    """

    line: int
    values: ParseResult
    happened: datetime
    wider: tuple[str, ...] = ()
    key: str | None = None
    id: str | None = None
    batch_id: str | None = None
    words: str = ""
    taught: tuple[HabitField, ...] = ()
    said_account: str | None = None
    paid_at: datetime | None = None
    merchant: str | None = None

    @property
    def categories(self) -> tuple[str, ...]:
        """Possible names of its category, the best first."""
        return tuple(name for name in (self.values.category, *self.wider) if name)

    @property
    def is_ours(self) -> bool:
        """Whether it comes from a ledger of voiced."""
        return bool(self.id)


class BadLine(Struct, frozen=True):
    """A line that cannot be imported, and the reason."""

    line: int
    reason: str
    problem: LineProblem = LineProblem.OTHER


class LeftOut(Struct, frozen=True):
    """A valid line that holds no entry, and the reason for leaving it out."""

    line: int
    reason: str


class ImportedHabit(Struct, frozen=True):
    """A habit that no row taught."""

    line: int
    habit: Habit


class ImportedOpening(Struct, frozen=True):
    """What was in an account before the rows of a day.

    Attributes:
        is_ours: whether it comes from a ledger of voiced.
    """

    line: int
    opening: Opening
    is_ours: bool = True


ImportedLine = ImportedEntry | ImportedHabit | ImportedOpening | BadLine | LeftOut


def described(words: str, narrower: str, type_: TransactionType) -> str:
    """The description of an entry: its words, else its narrower category unless it is a transfer."""
    return words if type_ is TransactionType.TRANSFER else words or narrower
