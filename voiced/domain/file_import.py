"""An import of a file, as its owner sees it before and after: new rows, known ones, and lines that cannot be taken."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from voiced.domain.balances import Opening
from voiced.domain.transaction import Transaction, TransactionType


class LineProblem(StrEnum):
    """The part of a line that prevents its import."""

    AMOUNT = "amount"
    CURRENCY = "currency"
    DATE = "date"
    NAME = "name"
    TYPE = "type"
    OTHER = "other"


class LineRemark(Struct, frozen=True):
    """A line of the file that gives no row, or only a part of one.

    Attributes:
        line: its number, from 1.
        problem: None for a valid line without an entry.
        reason: in words, for the operator.
    """

    line: int
    problem: LineProblem | None
    reason: str


class FileImport(Struct, frozen=True):
    """The rows that an import adds to the ledger.

    Attributes:
        form: the name of the file's format.
        rows: the new rows, the earliest first, all of one batch.
        known: the number of rows that the ledger has already, undone ones included.
        categories: new categories.
        accounts: new accounts.
        remarks: lines that are not imported.
        openings: new opening balances, of accounts that had none.
    """

    form: str
    rows: tuple[Transaction, ...]
    known: int
    categories: tuple[tuple[str, TransactionType], ...]
    accounts: tuple[str, ...]
    remarks: tuple[LineRemark, ...]
    openings: tuple[Opening, ...] = ()
