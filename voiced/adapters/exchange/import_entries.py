"""The lines of an imported file: entries, bad lines and lines to leave out."""

from __future__ import annotations

from datetime import date, datetime

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType


class ImportedEntry(Struct, frozen=True):
    """An entry of the file, before its names are matched with the ledger's.

    Attributes:
        line: the number of its first line, from 1.
        categories: possible names, the best first.
        account: None for the default account; for a transfer the account that the money leaves.
        to_account: the account that a transfer goes to, if the file names it.
        happened: with the file's time zone, else the local one; at midnight if the file has no time.
        key: the file's unique key of the entry, if it has one.
        id: its id in a ledger of voiced, if it comes from one; `batch_id` likewise.
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
    """A line that cannot be imported, and the reason."""

    line: int
    reason: str


class LeftOut(Struct, frozen=True):
    """A valid line that holds no entry, and the reason for leaving it out."""

    line: int
    reason: str


ImportedLine = ImportedEntry | BadLine | LeftOut


def described(words: str, narrower: str, type_: TransactionType) -> str:
    """The description of an entry: its words, else its narrower category unless it is a transfer."""
    return words if type_ is TransactionType.TRANSFER else words or narrower
