"""Bills of invented households, imported into real ledgers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

import msgspec
from msgspec.structs import replace

from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.machine.clocks import SystemClock
from voiced.domain.bills.billed import Bill, BilledLine
from voiced.domain.transaction import Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.runtime.bill_import import BillImport

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=timezone(timedelta(hours=8)))


class AfterTheMonth(SystemClock):
    """A clock that stands."""

    def now(self) -> datetime:
        return NOW


def as_file(*lines: BilledLine, form: str = "alipay") -> bytes:
    """A file of these lines, for `read_lines`."""
    return msgspec.json.encode({"form": form, "lines": lines})


class _File(msgspec.Struct):
    form: str
    lines: tuple[BilledLine, ...]


def read_lines(content: bytes, vocabulary: Vocabulary, password: bytes | None) -> Bill:
    """A reader of `as_file`."""
    file = msgspec.json.decode(content, type=_File)
    days = [line.day for line in file.lines]
    return Bill(file.form, file.lines, min(days, default=None), max(days, default=None))


@dataclass
class Household:
    """A ledger with the import of bills."""

    ledger: SqlLedger
    books: SqlBooks
    desk: BillImport
    bills: SqlBills

    @classmethod
    def over(cls, database: Database) -> Household:
        ledger, bills = SqlLedger(database), SqlBills(database)
        desk = BillImport(bills, ledger.vocabulary, read_lines, AfterTheMonth())
        return cls(ledger, SqlBooks(database, ledger), desk, bills)

    async def says(self, *rows: Transaction) -> None:
        """Rows of one sentence."""
        batch = f"of {rows[0].id}"
        await self.ledger.save_batch(batch, [replace(row, batch_id=batch) for row in rows])

    async def rows(self) -> list[Transaction]:
        """All rows that count."""
        return [row async for row in self.ledger.rows()]

    async def told(self) -> list[str]:
        """All rows that count, by day, in short."""
        return sorted(
            f"{row.date.day} {row.category} {row.amount} {row.account} {row.description}".strip()
            for row in await self.rows()
        )
