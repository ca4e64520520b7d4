"""Lines of bills as the ledger keeps them, with the rows that they changed or made, and what an import writes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.books import RowsChanged
from voiced.domain.transaction import Transaction

_BILLED = ("amount", "account", "to_account", "category", "paid_at", "merchant")
"""The fields of a said row that a bill may change."""


class RowLink(Struct, frozen=True, omit_defaults=True):
    """A row that a line belongs to.

    Attributes:
        billed: the row as the bill has it.
        said: the row before; None for a row that the line made.
    """

    billed: Transaction
    said: Transaction | None = None

    def entered(self, row: Transaction) -> Transaction:
        """The row with the bill's values. One that a person changed meanwhile keeps theirs."""
        return row if self.said is None else _moved(row, self.said, self.billed)

    def left(self, row: Transaction) -> Transaction:
        """The row without the bill's values. One that a person changed meanwhile keeps theirs."""
        return row if self.said is None else _moved(row, self.billed, self.said)


def _moved(row: Transaction, away: Transaction, to: Transaction) -> Transaction:
    values = {name: getattr(to, name) for name in _BILLED if getattr(row, name) == getattr(away, name)}
    return replace(row, **values)


class KeptLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a bill in the ledger.

    Attributes:
        batch_id: the batch of the import that brought it.
        by_person: whether a person decided what becomes of it.
        is_withdrawn: whether its import was undone. It is kept, so that it does not come again.
    """

    settled: Settled
    batch_id: str
    links: tuple[RowLink, ...] = ()
    by_person: bool = False
    is_withdrawn: bool = False

    @property
    def ref(self) -> str:
        """Its stable name."""
        return self.settled.line.ref

    @property
    def day(self) -> date:
        """The day of its line."""
        return self.settled.line.day

    @property
    def outcome(self) -> LineOutcome:
        """What became of it."""
        return self.settled.outcome

    @property
    def rows(self) -> tuple[str, ...]:
        """The ids of its rows."""
        return tuple(link.billed.id for link in self.links)


class KeptBill(Struct, frozen=True):
    """An import of a bill.

    Attributes:
        batch_id: the batch of its new rows, by which it is undone.
        created_at: when it was imported, with time zone.
        form: the name of its format.
        first: the first day that it covers; `last` is the last one.
    """

    batch_id: str
    created_at: datetime
    form: str
    first: date
    last: date


class LineChange(Struct, frozen=True):
    """What a write made of a line that was there before."""

    before: KeptLine
    after: KeptLine


class ChangedRow(Struct, frozen=True):
    """A row of the ledger as it is to be."""

    row: Transaction
    is_undone: bool = False


class RowsOfDays(Struct, frozen=True):
    """The rows of some days, by their ids.

    Attributes:
        valid: those that count.
        undone: those that were taken back.
    """

    valid: Mapping[str, Transaction]
    undone: Mapping[str, Transaction]


class BillWrite(Struct, frozen=True, kw_only=True):
    """All that an import, a decision or its undoing writes, in one transaction.

    Attributes:
        batch: of new rows and of changes, which is undone as one; None for an undoing.
        bill: a new one.
        new: rows that are new in the ledger.
        changed: rows that are there.
        lines: new or changed ones.
        changes: what became of lines that were there, for the undoing of `batch`.
    """

    batch: tuple[str, datetime] | None = None
    bill: KeptBill | None = None
    new: tuple[Transaction, ...] = ()
    changed: tuple[ChangedRow, ...] = ()
    lines: tuple[KeptLine, ...] = ()
    changes: tuple[LineChange, ...] = ()

    @property
    def rows_changed(self) -> RowsChanged:
        """What it makes of the rows."""
        valid = (one.row for one in self.changed if not one.is_undone)
        undone = (one.row for one in self.changed if one.is_undone)
        return RowsChanged((*self.new, *valid), tuple(undone))
