"""Bills: the reader of a file, their place in the ledger, and what the card and the terminal do with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from msgspec import Struct

from voiced.domain.bills.billed import Bill
from voiced.domain.bills.deciding import BillDecision
from voiced.domain.bills.kept import BillWrite, KeptBill, KeptLine, RowsOfDays
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary


class BillReader(Protocol):
    """Reads a file of bills."""

    def __call__(self, content: bytes, vocabulary: Vocabulary, password: bytes | None) -> Bill:
        """The lines under the ledger's names.

        Raises:
            WrongInput: it is no bill that we know, or was cut or altered.
        """
        ...


class BillBooks(Protocol):
    """The bills in the ledger.

    Every method may raise `LedgerFailure`.
    """

    async def seen(self) -> int:
        """The state of the ledger. It is read before the rest, and refuses a write after another change."""
        ...

    async def lines(self, first: date, last: date) -> tuple[KeptLine, ...]:
        """The lines of these days, those of undone imports included; also those whose day could not be read."""
        ...

    async def rows(self, first: date, last: date) -> RowsOfDays:
        """The rows of these days."""
        ...

    async def learnt(self) -> Mapping[tuple[TransactionType, str], str]:
        """The category that a person gave to the latest row of each merchant, by said words or by a correction."""
        ...

    async def bills(self) -> tuple[KeptBill, ...]:
        """The imports, the latest first; undone ones included."""
        ...

    async def lines_of_bill(self, batch_id: str) -> tuple[KeptLine, ...]:
        """The lines that an import brought, the latest day first; none if it was undone."""
        ...

    async def refs_of(self, transaction_id: str) -> tuple[str, ...]:
        """The names of the lines that belong to a row."""
        ...

    async def write(self, write: BillWrite, seen: int) -> None:
        """Do all of it in one transaction.

        Raises:
            LedgerRefusal: the ledger changed since `seen` was read.
        """
        ...


class BillView(Struct, frozen=True):
    """A bill beside what was said: what an import would write, or what is in the ledger.

    Attributes:
        bill: the import; None for a file that brings nothing new.
        lines: all lines of the file, or of the import.
        known: how many of them earlier imports brought.
        rows: the rows that its lines belong to or may belong to, as they are now.
        alone: the rows that were said in its days, may be of its accounts, and have no line.
        unknown: words for accounts that the ledger's accounts do not tell.
        remarks: what the owner should know about the whole file.
        is_another_persons: whether nothing of it fits although much was said in its days.
        write: what an import writes; nothing where it was written.
    """

    bill: KeptBill | None
    lines: tuple[KeptLine, ...]
    known: int
    rows: tuple[Transaction, ...]
    alone: tuple[Transaction, ...]
    unknown: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    is_another_persons: bool = False
    write: BillWrite = BillWrite()


class BillDesk(Protocol):
    """Imports bills and answers about their lines.

    Every method may raise `WrongInput` and `LedgerFailure`.
    """

    async def preview(self, content: bytes, password: bytes | None = None) -> BillView:
        """What an import of this file would write. The ledger is unchanged."""
        ...

    async def take(
        self,
        content: bytes,
        password: bytes | None = None,
        decisions: Sequence[BillDecision] = (),
        *,
        is_mine: bool = False,
    ) -> BillView:
        """Import the file and do what was decided about its lines.

        Raises:
            WrongInput: also if it may be another person's bill, unless the owner says that it is theirs (`is_mine`).
        """
        ...

    async def bills(self) -> tuple[KeptBill, ...]:
        """The imports, the latest first."""
        ...

    async def view(self, batch_id: str) -> BillView:
        """An import as it is now.

        Raises:
            NotInLedger: there is no import of this id.
        """
        ...

    async def decide(self, batch_id: str, decisions: Sequence[BillDecision]) -> BillWrite:
        """Do what was decided about lines of an import; returns what was written, whose batch undoes it."""
        ...
