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
        account: None for the default account; of a transfer the one it leaves.
        to_account: where a transfer goes, if the file says so.
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
    to_account: str | None = None


class BadLine(Struct, frozen=True):
    """A line that cannot be imported, and why."""

    line: int
    reason: str


class LeftOut(Struct, frozen=True):
    """A line that is right, but no entry."""

    line: int
    reason: str


ImportedLine = ImportedEntry | BadLine | LeftOut


def described(words: str, narrower: str, type_: TransactionType) -> str:
    """What is said of an entry; a transfer needs no narrower category."""
    return words if type_ is TransactionType.TRANSFER else words or narrower
