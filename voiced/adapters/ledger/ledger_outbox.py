"""A ledger on a server that may be away: confirmed batches are kept here first, and delivered as soon as possible.

A batch is saved when it is in this device's outbox, on the disk. Only the server answers questions, after all waiting work
has arrived: an answer from here would count this device's rows only.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from datetime import date
from typing import TypeVar

from msgspec.structs import replace

from voiced.adapters.ledger.ledger_refusals import (
    check_batch,
    conflict_of,
    refusal_of_change,
    refusal_of_rows,
)
from voiced.adapters.ledger.outbox_delivery import Delivery
from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.outbox_work import AmendWork, SaveWork, UndoWork, waiting_rows
from voiced.adapters.ledger.postgres_ledger import PostgresLedger
from voiced.adapters.ledger.remote_recurring import RemoteRecurring
from voiced.domain.bills.standing import BillStanding
from voiced.domain.books import RowsChanged
from voiced.domain.budget import MonthBudget
from voiced.domain.habits import Habit, Lesson
from voiced.domain.memory import EMPTY_MEMORY, LedgerMemory
from voiced.domain.month import Month
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.transaction import FieldChange, Transaction
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.errors import LedgerAway, LedgerRefusal

_Known = TypeVar("_Known")

_VOCABULARY, _MEMORY = "vocabulary", "memory"
"""The names under which the outbox keeps values of the ledger, for the time when its server is away."""


class OutboxLedger:
    """A `Ledger` whose rows are on a server, and whose drafts and outbox are on this device.

    `deliver` must be running. While the server is away, entries are saved, and can be amended and undone as long as they
    wait here; all other calls fail with `LedgerAway`.
    """

    def __init__(self, remote: PostgresLedger, outbox: Outbox) -> None:
        self._remote = remote
        self._outbox = outbox
        self._delivery = Delivery(remote, outbox)
        self.drafts = outbox.drafts
        self.recurring = RemoteRecurring(remote.recurring, self._delivery)
        self._names: Vocabulary | None = None
        self._turn = asyncio.Lock()

    async def prepare(self) -> None:
        """Connect to the server and check that its ledger is ours. Refused work is tried again.

        Raises:
            LedgerUnusable: the ledger is of another version, or another program's.
            LedgerFailure: the server does not let us create a ledger.
        """
        await self._outbox.try_again()
        try:
            await self._remote.prepare()
        except LedgerAway as failure:
            self._delivery.lost(failure)

    async def deliver(self) -> None:
        """Deliver the waiting work, until cancelled."""
        await self._delivery.run()

    async def vocabulary(self) -> Vocabulary:
        """Categories, accounts and recently used categories; the last known ones while the server is away."""
        known = await self._from_server(_VOCABULARY, self._remote.vocabulary)
        self._names = known or await self._outbox.recall(_VOCABULARY, Vocabulary) or DEFAULT_VOCABULARY
        return self._names

    async def memory(self) -> LedgerMemory:
        """The rows saved last and usual amounts; while the server is away the last known ones, and the waiting rows."""
        memory = await self._from_server(_MEMORY, self._remote.memory)
        if memory is not None:
            return memory
        remembered = await self._outbox.recall(_MEMORY, LedgerMemory) or EMPTY_MEMORY
        waiting = [row for rows in (await self._waiting()).values() for row in rows]
        return replace(remembered, recent=(*reversed(waiting), *remembered.recent))

    async def teach(self, habits: Sequence[Habit]) -> None:
        """Take habits over, on the server; see `Ledger.teach`."""
        async with self._delivery.reached("teaching habits"):
            await self._remote.teach(habits)

    async def forget(self, words: str) -> tuple[Habit, ...]:
        """Forget what was learnt about these words, on the server and here; see `Ledger.forget`."""
        return await self._forgotten(lambda: self._remote.forget(words))

    async def forget_all(self) -> tuple[Habit, ...]:
        """Forget all habits, on the server and here; see `Ledger.forget_all`."""
        return await self._forgotten(self._remote.forget_all)

    async def save_batch(
        self, batch_id: str, rows: Sequence[Transaction], lessons: Sequence[Lesson] = ()
    ) -> tuple[Transaction, ...]:
        """Keep the rows of a batch for delivery and delete its draft; see `Ledger.save_batch`.

        If the server can be reached, it has the rows when this returns, and its refusal is raised here.
        """
        check_batch(batch_id, rows)
        async with self._turn:
            names = self._names or await self.vocabulary()
            # A name that is unknown here may have been added on another device.
            if refusal_of_rows(rows, names) and (refusal := refusal_of_rows(rows, await self.vocabulary())):
                raise refusal
            number = await self._add(SaveWork(batch_id, tuple(rows), tuple(lessons)))
        if number is None:
            waiting = (await self._waiting()).get(batch_id, tuple(rows))
            await self._delivery.tried()
            return waiting
        if self._delivery.is_away:
            self._delivery.wake()
            return tuple(rows)
        written = await self._delivery.outcome_of(number)
        return tuple(rows) if written is None else written

    async def month_budgets(self, month: Month) -> tuple[MonthBudget, ...]:
        """The server's budgets of a month; see `Ledger.month_budgets`."""
        async with self._delivery.reached("reading the budgets"):
            return await self._remote.month_budgets(month)

    async def bill_standings(self) -> tuple[BillStanding, ...]:
        """How far the bills on the server are settled; see `Ledger.bill_standings`."""
        async with self._delivery.reached("reading the bills"):
            return await self._remote.bill_standings()

    async def rows_since(self, first: date) -> tuple[Transaction, ...]:
        """The server's rows from a day on; see `Ledger.rows_since`."""
        async with self._delivery.reached("reading the latest months"):
            return await self._remote.rows_since(first)

    async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
        """The server's answer; see `Ledger.answer`."""
        async with self._delivery.reached("answering a question"):
            return await self._remote.answer(question)

    async def undo_batch(self, batch_id: str) -> RowsChanged:
        """Undo the rows of a batch, on the server or while they wait here; see `Ledger.undo_batch`."""
        await self._try_waiting_work()
        async with self._turn:
            rows = (await self._waiting()).get(batch_id)
            if rows:
                await self._outbox.add(UndoWork(batch_id))
        if rows is not None:
            self._delivery.wake()
            return RowsChanged(undone=rows)
        async with self._delivery.reached("undoing the batch"):
            return await self._remote.undo_batch(batch_id)

    async def amend(self, transaction_id: str, change: FieldChange, *, is_once: bool = False) -> Transaction:
        """Change a saved row, on the server or while it waits here; see `Ledger.amend`."""
        await self._try_waiting_work()
        async with self._turn:
            if row := await self._row_waiting(transaction_id):
                return await self._amend_waiting(row, change, is_once=is_once)
        async with self._delivery.reached("amending the row"):
            return await self._remote.amend(transaction_id, change, is_once=is_once)

    async def amend_as_seen(
        self, transaction_id: str, was: FieldChange, change: FieldChange
    ) -> tuple[Transaction, ...]:
        """Change a row that has the values of `was`, on the server or while it waits here; see `Ledger.amend_as_seen`."""
        await self._try_waiting_work()
        async with self._turn:
            if row := await self._row_waiting(transaction_id):
                has_them = was.differing_from(row).is_empty
                return (await self._amend_waiting(row, change, is_once=False),) if has_them else ()
        async with self._delivery.reached("amending the row"):
            return await self._remote.amend_as_seen(transaction_id, was, change)

    async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
        """The rows of a batch; of a waiting batch as they will be; see `Ledger.batch_rows`."""
        waiting = (await self._waiting()).get(batch_id)
        if waiting is not None:
            return waiting
        with self._delivery.noticing():
            return await self._remote.batch_rows(batch_id)

    async def rows(self) -> AsyncGenerator[Transaction]:
        """Every row on the server that is not undone, in the order of recording; see `Ledger.rows`."""
        async with self._delivery.reached("reading the rows"), aclosing(self._remote.rows()) as rows:
            async for row in rows:
                yield row

    async def close(self) -> None:
        """Close the outbox and the connection; waiting work is delivered after the next start. A second call does nothing."""
        async with self._turn:
            await self._outbox.close()
        await self._remote.close()

    async def _forgotten(self, forget: Callable[[], Awaitable[tuple[Habit, ...]]]) -> tuple[Habit, ...]:
        async with self._delivery.reached("forgetting a habit"):
            gone = await forget()
        await self._outbox.remember(_MEMORY, await self._remote.memory())
        await self._outbox.wipe()
        return gone

    async def _from_server(self, name: str, read: Callable[[], Awaitable[_Known]]) -> _Known | None:
        """The server's answer, which is remembered under a name; None while it is away."""
        if self._delivery.is_away:
            return None
        try:
            async with self._delivery.in_time():
                answer = await read()
        except LedgerAway:
            return None
        await self._outbox.remember(name, answer)
        return answer

    async def _waiting(self) -> dict[str, tuple[Transaction, ...]]:
        return waiting_rows(entry.work for entry in await self._outbox.entries())

    async def _row_waiting(self, transaction_id: str) -> Transaction | None:
        waiting = (row for rows in (await self._waiting()).values() for row in rows)
        return next((row for row in waiting if row.id == transaction_id), None)

    async def _try_waiting_work(self) -> None:
        if await self._outbox.entries():
            await self._delivery.tried()

    async def _add(self, work: SaveWork) -> int | None:
        """The number of the work; None if the same rows already wait under this id."""
        try:
            return await self._outbox.add(work)
        except LedgerRefusal as refusal:
            for entry in await self._outbox.entries():
                if isinstance(entry.work, SaveWork) and entry.work.batch_id == work.batch_id:
                    if entry.work.is_same(work):
                        return None
                    raise conflict_of(work.batch_id, "wait") from refusal
            # The other batch was delivered just now, or the work cannot be stored at all.
            return await self._outbox.add(work)

    async def _amend_waiting(self, row: Transaction, change: FieldChange, *, is_once: bool) -> Transaction:
        if refusal := refusal_of_change(change, self._names or await self.vocabulary()):
            raise refusal
        if not change.is_empty:
            await self._outbox.add(AmendWork(row.batch_id, row.id, change, is_once))
            self._delivery.wake()
        return row.amended(change)
