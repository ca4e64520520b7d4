"""The import of a bill: its lines are read, settled beside what the ledger has, and written as one batch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar
from uuid import uuid4

from msgspec.structs import replace

from voiced.domain.bills.billed import Bill, LineKind, SaidRow
from voiced.domain.bills.booking import Booking
from voiced.domain.bills.deciding import BillDecision, CannotDecide, decide
from voiced.domain.bills.kept import BillWrite, KeptBill, KeptLine
from voiced.domain.bills.planning import (
    WINDOW,
    Known,
    batch_of,
    new_lines,
    plan_import,
    with_accounts,
    with_categories,
)
from voiced.domain.bills.settled import LineOutcome, is_another_persons
from voiced.domain.transaction import Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import LedgerRefusal, NotInLedger, WrongInput
from voiced.language.names.categories import meaning_of
from voiced.ports.bills import BillBooks, BillReader, BillView
from voiced.ports.conversation import Clock

_Done = TypeVar("_Done")

_TRIES = 3
"""So often a write is planned anew if the ledger changed meanwhile."""


@dataclass(frozen=True, slots=True)
class BillImport:
    """`BillDesk` over a ledger.

    Attributes:
        books: the bills in the ledger.
        names: reads the ledger's names.
        read: reads a file.
    """

    books: BillBooks
    names: Callable[[], Awaitable[Vocabulary]]
    read: BillReader
    clock: Clock

    async def preview(self, content: bytes, password: bytes | None = None) -> BillView:
        """What an import would write; see `BillDesk.preview`."""
        names = await self.names()
        return await self._planned(await asyncio.to_thread(self.read, content, names, password), names)

    async def take(
        self,
        content: bytes,
        password: bytes | None = None,
        decisions: Sequence[BillDecision] = (),
        *,
        is_mine: bool = False,
    ) -> BillView:
        """Import a file; see `BillDesk.take`."""
        names = await self.names()
        bill = await asyncio.to_thread(self.read, content, names, password)
        view = await self._again(lambda: self._taken(bill, names, is_mine=is_mine))
        if not decisions or view.bill is None:
            return view
        decided = await self.decide(view.bill.batch_id, decisions)
        now = await self.view(view.bill.batch_id)
        both = BillWrite(new=view.write.new + decided.new, changed=view.write.changed + decided.changed)
        return replace(view, lines=now.lines, rows=now.rows, alone=now.alone, write=both)

    async def bills(self) -> tuple[KeptBill, ...]:
        """The imports, the latest first."""
        return await self.books.bills()

    async def view(self, batch_id: str) -> BillView:
        """An import as it is now; see `BillDesk.view`."""
        bill = next((one for one in await self.books.bills() if one.batch_id == batch_id), None)
        if bill is None:
            raise NotInLedger(f"reading the bill failed: no import {batch_id} is in the ledger")
        known = await self._known(bill.first, bill.last, await self.names())
        return _seen(bill, await self.books.lines_of_bill(batch_id), known, known.said(()))

    async def decide(self, batch_id: str, decisions: Sequence[BillDecision]) -> BillWrite:
        """Do what was decided; see `BillDesk.decide`."""
        return await self._again(lambda: self._decided(batch_id, decisions))

    async def _decided(self, batch_id: str, decisions: Sequence[BillDecision]) -> BillWrite:
        seen, names = await self.books.seen(), await self.names()
        for decision in decisions:
            if reason := names.why_unknown(decision.category or None, (decision.account or None,)):
                raise WrongInput(reason)
        days = [line.day for line in await self.books.lines_of_bill(batch_id)]
        if not days:
            raise NotInLedger(f"deciding failed: no import {batch_id} with lines is in the ledger")
        known = await self._known(min(days), max(days), names)
        booking = Booking(str(uuid4()), self.clock.now(), names)
        try:
            write = decide(decisions, known, booking)
        except CannotDecide as reason:
            raise WrongInput(str(reason)) from reason
        if write.lines:
            await self.books.write(write, seen)
        return write

    async def _taken(self, bill: Bill, names: Vocabulary, *, is_mine: bool) -> BillView:
        seen = await self.books.seen()
        view = await self._planned(bill, names)
        if view.is_another_persons and not is_mine:
            raise WrongInput(
                "nothing of it was said although much was said in its days: it may be another person's bill, and "
                "nothing was written; import it with --mine if it is yours"
            )
        if view.write.lines:
            await self.books.write(view.write, seen)
        return view

    async def _planned(self, bill: Bill, names: Vocabulary) -> BillView:
        today = self.clock.now().date()
        known = await self._known(bill.first or today, bill.last or today, names)
        bill = with_accounts(with_categories(bill, await self.books.learnt(), names), known, names)
        return await asyncio.to_thread(self._plan, bill, known, names)

    def _plan(self, bill: Bill, known: Known, names: Vocabulary) -> BillView:
        now = self.clock.now()
        lines = new_lines(bill, known, now.date())
        write = plan_import(bill, lines, known, Booking(batch_of(lines, known), now, names))
        refs = {line.ref for line in bill.lines}
        now_kept = {line.ref: line for line in (*known.lines, *write.lines)}
        said = known.said(())
        shown = [now_kept[line.ref] for line in bill.lines if line.ref in now_kept]
        view = _seen(write.bill, shown, known, said)
        settled = [line.settled for line in view.lines]
        return replace(
            view,
            known=len(refs) - len(lines),
            unknown=_unknown(view.lines),
            remarks=bill.remarks,
            is_another_persons=bool(lines) and is_another_persons(bill, settled, said),
            write=write,
        )

    async def _known(self, first: date, last: date, names: Vocabulary) -> Known:
        days = (first - WINDOW, last + WINDOW)
        rows = await self.books.rows(*days)
        return Known(
            await self.books.lines(*days), rows, names.default_account, lambda row: meaning_of(row, names)
        )

    async def _again(self, attempt: Callable[[], Awaitable[_Done]]) -> _Done:
        for _ in range(_TRIES - 1):
            try:
                return await attempt()
            except LedgerRefusal:
                continue
        return await attempt()


def _seen(
    bill: KeptBill | None, lines: Sequence[KeptLine], known: Known, said: Sequence[SaidRow]
) -> BillView:
    wanted = {id_ for line in lines for id_ in line.rows}
    wanted |= {id_ for line in lines for option in line.settled.options for id_ in option}
    rows = tuple(row for id_, row in known.rows.valid.items() if id_ in wanted)
    taken = {id_ for line in (*known.standing, *lines) for id_ in line.rows}
    alone: tuple[Transaction, ...] = ()
    if bill is not None:
        accounts = {name for line in lines for name in (line.settled.line.account, line.settled.line.wallet)}
        alone = tuple(
            one.row
            for one in said
            if bill.first <= one.row.date <= bill.last
            and one.row.id not in taken
            and (one.account is None or one.account in accounts)
        )
    return BillView(bill, tuple(lines), 0, rows, alone)


def _unknown(lines: Sequence[KeptLine]) -> tuple[str, ...]:
    """Words for accounts of lines that move money and whose account is not known."""
    found = (
        line.settled.line.method
        for line in lines
        if line.settled.line.method
        and line.settled.line.account is None
        and line.settled.line.kind is not LineKind.NOTHING
        and line.outcome is not LineOutcome.IGNORED
    )
    return tuple(dict.fromkeys(found))
