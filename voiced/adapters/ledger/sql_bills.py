"""Imported bills in SQL: their lines, the rows that belong to them, and the undoing of an import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

import msgspec
from msgspec.structs import replace

from voiced.adapters.ledger.sql_database import Parameters, SqlTables, Step
from voiced.adapters.ledger.sql_rows import ENTRY, columns, digest, from_entry
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.bills.kept import BillWrite, ChangedRow, KeptBill, KeptLine, LineChange, RowsOfDays
from voiced.domain.bills.planning import WINDOW
from voiced.domain.bills.rewriting import restored, withdrawn
from voiced.domain.bills.standing import BillStanding
from voiced.domain.books import RowsChanged
from voiced.domain.transaction import Transaction, TransactionType

_WRITE = """
INSERT INTO bill_writes (seen, batch_id, created_at, digest, form, first, last, new, changed, lines, links, changes)
VALUES (:seen, :batch_id, :created_at, :digest, :form, :first, :last, :new, :changed, :lines, :links, :changes)
"""
_MORE = """
INSERT INTO bill_writes (seen, new, changed, lines, links, changes)
VALUES ((SELECT number FROM seen), '[]', :changed, :lines, :links, '[]')
"""
"""The same for a further part: what was seen was compared by the first one, in the same transaction."""
_PART = 1000
"""So many lines, and so many changed rows, are written by one statement: those of a long bill, as one, take much memory."""
_SEEN = "SELECT number FROM seen"
_LINES = "SELECT body FROM bill_lines WHERE day BETWEEN :first AND :last OR day = '1970-01-01' ORDER BY ref"
_LINES_OF_BILL = (
    "SELECT body FROM bill_lines WHERE batch_id = :id AND is_withdrawn = 0 ORDER BY day DESC, ref"
)
_ROWS = f"SELECT {ENTRY}, undone_at FROM recorded WHERE date BETWEEN :first AND :last ORDER BY seq"  # noqa: S608
_BILLS = """
SELECT b.batch_id, k.created_at, b.form, b.first, b.last FROM bills AS b JOIN batches AS k ON k.id = b.batch_id
ORDER BY k.created_at DESC, b.batch_id
"""
_STANDINGS = """
SELECT b.form, b.first, b.last, sum(CASE WHEN l.outcome = 'linked' THEN 1 ELSE 0 END),
       sum(CASE WHEN l.outcome = 'ask' THEN 1 ELSE 0 END),
       sum(CASE WHEN l.outcome IN ('new', 'refund') THEN 1 ELSE 0 END)
FROM bills AS b JOIN bill_lines AS l ON l.batch_id = b.batch_id AND l.is_withdrawn = 0
GROUP BY b.batch_id, b.form, b.first, b.last ORDER BY b.last DESC, b.batch_id
"""
_CHANGES = "SELECT before, after FROM bill_changes WHERE batch_id = :id ORDER BY seq"
_DAYS = """
SELECT min(day), max(day) FROM bill_lines
WHERE batch_id = :id OR ref IN (SELECT ref FROM bill_changes WHERE batch_id = :id)
"""
_REFS = "SELECT ref FROM bill_links WHERE transaction_id = :id ORDER BY ref"
# A row that a bill made and that nobody changed has a guessed category, which teaches nothing.
_LEARNT = """
SELECT e.type, e.merchant, e.category FROM entries AS e
WHERE e.merchant IS NOT NULL AND (
  EXISTS (SELECT 1 FROM bill_links AS l WHERE l.transaction_id = e.id AND l.kind = 'said')
  OR EXISTS (SELECT 1 FROM revisions AS r WHERE r.transaction_id = e.id AND r.why = 'amended')
) ORDER BY e.date, e.seq
"""
_line_decoder = msgspec.json.Decoder(KeptLine)


class SqlBills(SqlTables):
    """`BillBooks` over a database."""

    async def seen(self) -> int:
        """The state of the ledger, for `write`."""
        ((number,),) = await self._database.run("reading the ledger", _SEEN)
        return int(number)

    async def lines(self, first: date, last: date) -> tuple[KeptLine, ...]:
        """The lines of these days; see `BillBooks.lines`."""
        found = await self._database.read("reading the bills", _LINES, _days(first, last))
        return tuple(_line_decoder.decode(body) for (body,) in found)

    async def rows(self, first: date, last: date) -> RowsOfDays:
        """The rows of these days; see `BillBooks.rows`."""
        found = await self._database.read("reading the rows", _ROWS, _days(first, last))
        valid, undone = dict[str, Transaction](), dict[str, Transaction]()
        for *entry, undone_at in found:
            row = from_entry(entry)
            (valid if undone_at is None else undone)[row.id] = row
        return RowsOfDays(valid, undone)

    async def learnt(self) -> dict[tuple[TransactionType, str], str]:
        """The categories of merchants; see `BillBooks.learnt`."""
        found = await self._database.read("reading the merchants", _LEARNT)
        return {(TransactionType(type_), merchant): category for type_, merchant, category in found}

    async def bills(self) -> tuple[KeptBill, ...]:
        """The imported bills; see `BillBooks.bills`."""
        found = await self._database.run("reading the bills", _BILLS)
        return tuple(
            KeptBill(
                batch_id,
                datetime.fromisoformat(created_at),
                form,
                date.fromisoformat(first),
                date.fromisoformat(last),
            )
            for batch_id, created_at, form, first, last in found
        )

    async def standings(self) -> tuple[BillStanding, ...]:
        """How far the latest import of each kind is settled; see `Ledger.bill_standings`."""
        latest = dict[str, BillStanding]()
        for form, first, last, *counts in await self._database.run("reading the bills", _STANDINGS):
            days = (date.fromisoformat(first), date.fromisoformat(last))
            latest.setdefault(form, BillStanding(BillFormat(form), *days, *map(int, counts)))
        return tuple(latest.values())

    async def lines_of_bill(self, batch_id: str) -> tuple[KeptLine, ...]:
        """The lines that an import brought; see `BillBooks.lines_of_bill`."""
        found = await self._database.read("reading the bill", _LINES_OF_BILL, {"id": batch_id})
        return tuple(_line_decoder.decode(body) for (body,) in found)

    async def refs_of(self, transaction_id: str) -> tuple[str, ...]:
        """The lines of a row; see `BillBooks.refs_of`."""
        found = await self._database.run("reading the bills", _REFS, {"id": transaction_id})
        return tuple(ref for (ref,) in found)

    async def write(self, write: BillWrite, seen: int) -> None:
        """Do all of it; see `BillBooks.write`."""
        if max(len(write.lines), len(write.changed)) <= _PART:
            await self._database.run("writing the bill", _WRITE, _parameters(write, seen))
        else:
            await self._database.run_together("writing the bill", _in_parts(write, seen))

    async def undo(self, batch_id: str) -> RowsChanged | None:
        """Undo an import or an answer about its lines; None for a batch without lines of a bill."""
        return await self._replayed(batch_id, is_back=False)

    async def restore(self, batch_id: str) -> RowsChanged | None:
        """Bring an undone import or answer back; None as `undo`."""
        return await self._replayed(batch_id, is_back=True)

    async def _replayed(self, batch_id: str, *, is_back: bool) -> RowsChanged | None:
        doing = f"{'restoring' if is_back else 'undoing'} the batch"
        ((first, last),) = await self._database.run(doing, _DAYS, {"id": batch_id})
        if first is None:
            return None
        days = (date.fromisoformat(first) - WINDOW, date.fromisoformat(last) + WINDOW)
        seen, lines, rows = await self.seen(), await self.lines(*days), await self.rows(*days)
        found = await self._database.run(doing, _CHANGES, {"id": batch_id})
        changes = [LineChange(*(_line_decoder.decode(body) for body in change)) for change in found]
        write = (restored if is_back else withdrawn)(batch_id, lines, changes, rows)
        if write.lines:
            await self.write(write, seen)
        return write.rows_changed


def _days(first: date, last: date) -> Parameters:
    return {"first": first.isoformat(), "last": last.isoformat()}


def _in_parts(write: BillWrite, seen: int) -> Iterator[Step]:
    """The statements of a long write, each made when its turn comes."""
    yield _WRITE, _parameters(replace(write, changed=(), lines=()), seen)
    for first in range(0, max(len(write.lines), len(write.changed)), _PART):
        part = slice(first, first + _PART)
        yield _MORE, _lists(write.changed[part], write.lines[part])


def _parameters(write: BillWrite, seen: int) -> Parameters:
    batch_id, created_at = write.batch or (None, None)
    bill = write.bill
    return {
        "seen": seen,
        "batch_id": batch_id,
        "created_at": None if created_at is None else created_at.isoformat(),
        "digest": digest(write.new),
        "form": None if bill is None else bill.form,
        "first": None if bill is None else bill.first.isoformat(),
        "last": None if bill is None else bill.last.isoformat(),
        "new": _json([columns(row) for row in write.new]),
        "changes": _json([_change(change) for change in write.changes]),
        **_lists(write.changed, write.lines),
    }


def _lists(changed: Sequence[ChangedRow], lines: Sequence[KeptLine]) -> Parameters:
    links = [
        {"transaction_id": link.billed.id, "ref": line.ref, "kind": "said" if link.said else "made"}
        for line in lines
        if not line.is_withdrawn
        for link in line.links
    ]
    return {
        "changed": _json([columns(one.row) | {"is_undone": int(one.is_undone)} for one in changed]),
        "lines": _json([_line(line) for line in lines]),
        "links": _json(links),
    }


def _line(line: KeptLine) -> Mapping[str, str | int]:
    return {
        "ref": line.ref,
        "batch_id": line.batch_id,
        "day": line.day.isoformat(),
        "outcome": line.outcome.value,
        "is_withdrawn": int(line.is_withdrawn),
        "body": _json(line),
    }


def _change(change: LineChange) -> Mapping[str, str]:
    return {"ref": change.after.ref, "before": _json(change.before), "after": _json(change.after)}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
