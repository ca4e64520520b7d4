"""What the lines of a file that is imported may turn out to be."""

from __future__ import annotations

from datetime import date, datetime

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType


class ImportedEntry(Struct, frozen=True):
    """An entry as the file has it; its names are not yet matched against the ledger's.

    Attributes:
        line: where it begins, from 1.
        categories: names that fit, the best first.
        account: None for the default account.
        happened: with time zone where the file knows it, else local; midnight where it knows no time.
        key: what the file tells it from all others by; None where it has nothing of the kind.
        id: its id in a ledger of ours, if it comes from one, and with it `batch_id`.
    """

    line: int
    type: TransactionType
    amount: Money
    categories: tuple[str, ...]
    account: str | None
    description: str
    date: date
    happened: datetime
    key: str | None = None
    id: str | None = None
    batch_id: str | None = None


class BadLine(Struct, frozen=True):
    """A line that cannot be imported, and why."""

    line: int
    reason: str


class LeftOut(Struct, frozen=True):
    """A line that is right, but no entry."""

    line: int
    reason: str


ImportedLine = ImportedEntry | BadLine | LeftOut


def described(words: str, narrower: str, other_account: str, type_: TransactionType) -> str:
    """What is said of an entry; the ledger has no place for the second account of a transfer but this one."""
    if type_ is not TransactionType.TRANSFER:
        return words or narrower
    return f"{words} 到{other_account}".strip() if other_account else words
