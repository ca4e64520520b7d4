"""The requests to the ledger, in three queues, each in order.

The first queue keeps drafts and saves rows; with a ledger on a server it works on files of this device. The second queue
asks and changes saved rows, which can take long at a slow server. So a draft that must be dropped before the daemon
stops does not wait for it. The third queue looks up the vocabulary beside both.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.domain.agenda import Agenda, first_day_seen, missing_rows, nearly_used
from voiced.domain.month import Month
from voiced.domain.transaction import Transaction
from voiced.errors import LedgerAway, LedgerFailure, NotInLedger
from voiced.ports.conversation import RequestKind, RequestTimed
from voiced.ports.ledger import ROOM, Ledger
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

_DraftEffect = fx.KeepDraft | fx.DropDraft | fx.Save
_BooksEffect = (
    fx.AskLedgerFor
    | fx.AskAgenda
    | fx.AskBills
    | fx.UndoBatch
    | fx.AmendRow
    | fx.KeepRecurring
    | fx.NoteRecurring
    | fx.TeachHabit
    | fx.ForgetHabit
)
LedgerEffect = _DraftEffect | _BooksEffect


class LedgerLane:
    """Performs ledger effects in order. An effect in progress is finished also while the daemon stops."""

    def __init__(self, inbox: Inbox, ledger: Ledger, source: str = ROOM) -> None:
        self._inbox = inbox
        self._ledger = ledger
        self._source = source
        self._drafts: asyncio.Queue[_DraftEffect] = asyncio.Queue()
        self._books: asyncio.Queue[_BooksEffect] = asyncio.Queue()
        self._look_ups: asyncio.Queue[tuple[Transaction, ...]] = asyncio.Queue()
        self._last_batch_id: str | None = None
        self._has_recurring = False
        self.on_written: Callable[[ev.RowsChanged], None] = lambda _: None
        self.on_request: Callable[[RequestTimed], None] = lambda _: None

    def add(self, effect: LedgerEffect) -> None:
        """Queue an effect."""
        self._inbox.begin()
        match effect:
            case fx.KeepDraft() | fx.DropDraft() | fx.Save():
                self._drafts.put_nowait(effect)
            case (
                fx.AskLedgerFor()
                | fx.AskAgenda()
                | fx.AskBills()
                | fx.UndoBatch()
                | fx.AmendRow()
                | fx.KeepRecurring()
                | fx.NoteRecurring()
                | fx.TeachHabit()
                | fx.ForgetHabit()
            ):
                self._books.put_nowait(effect)

    def look_up(self) -> None:
        """Read for the dialogue what another program may have changed: names, memory, the rows saved last."""
        self._look_up(())

    def _look_up(self, saved: tuple[Transaction, ...]) -> None:
        self._inbox.begin()
        self._look_ups.put_nowait(saved)

    async def run(self) -> None:
        """Perform until cancelled. Work that fails by a mistake of ours is never counted as done: its conversation ends."""
        async with Tasks() as tasks:
            tasks.start(self._perform_look_ups())
            tasks.start(self._perform_on_books())
            while True:
                effect = await self._drafts.get()
                await self._perform(effect)
                self._drafts.task_done()
                self._inbox.end()

    async def _perform_on_books(self) -> None:
        while True:
            effect = await self._books.get()
            # Saves that were queued before the question come first.
            await self._drafts.join()
            await self._perform(effect)
            self._inbox.end()

    async def _perform_look_ups(self) -> None:
        while True:
            saved = await self._look_ups.get()
            await self._tell_what_is_new()
            await self._tell_budgets(saved)
            self._inbox.end()

    async def _perform(self, effect: LedgerEffect) -> None:
        match effect:
            case fx.KeepDraft() | fx.DropDraft():
                await self._journal(effect)
            case fx.AskLedgerFor():
                self._inbox.post(await self._answer(effect))
            case fx.TeachHabit() | fx.ForgetHabit():
                await self._change_habits(effect)
            case fx.Save() | fx.UndoBatch() | fx.AmendRow():
                began = asyncio.get_running_loop().time()
                outcome = await self._write(effect)
                seconds = asyncio.get_running_loop().time() - began
                self._inbox.post(outcome)
                match outcome:
                    case ev.Saved(_, rows):
                        self.on_written(ev.RowsChanged(rows))
                    case ev.Revised(_, changed):
                        self.on_written(changed)
                    case ev.SaveFailed() | ev.LedgerFailed():
                        pass
                # Only now, so that the outcome of the write is not delayed. It also follows a refusal, since a name may have
                # been changed meanwhile and a second confirm then needs the new one.
                if isinstance(outcome, ev.Saved | ev.SaveFailed):
                    has_failed = isinstance(outcome, ev.SaveFailed)
                    self.on_request(RequestTimed(RequestKind.SAVE, seconds, has_failed))
                    self._look_up(outcome.rows if isinstance(outcome, ev.Saved) else ())
            case fx.AskAgenda():
                self._inbox.post(await self._agenda(effect))
            case fx.AskBills():
                self._inbox.post(await self._bills(effect))
            case fx.KeepRecurring():
                self._inbox.post(await self._keep(effect))
            case fx.NoteRecurring():
                await self._note(effect)

    async def _keep(self, effect: fx.KeepRecurring) -> ev.RecurringKept | ev.LedgerFailed:
        try:
            await self._ledger.recurring.keep(effect.entry)
        except LedgerFailure as failure:
            log.warning("the recurring entry is not kept: %s", failure)
            return ev.LedgerFailed(effect.number, str(failure), is_away=isinstance(failure, LedgerAway))
        return ev.RecurringKept(effect.number)

    async def _agenda(self, effect: fx.AskAgenda) -> ev.AgendaKnown | ev.LedgerFailed:
        today = effect.today
        try:
            rows = await self._ledger.rows_since(first_day_seen(today))
            budgets = await self._ledger.month_budgets(Month(today.year, today.month))
            agenda = Agenda(missing_rows(rows, today), nearly_used(budgets))
            return ev.AgendaKnown(effect.number, agenda, await self._ledger.recurring.all())
        except LedgerFailure as failure:
            log.warning("the ledger did not answer: %s", failure)
            return ev.LedgerFailed(effect.number, str(failure), is_away=isinstance(failure, LedgerAway))

    async def _bills(self, effect: fx.AskBills) -> ev.BillsKnown | ev.LedgerFailed:
        try:
            return ev.BillsKnown(effect.number, await self._ledger.bill_standings())
        except LedgerFailure as failure:
            log.warning("the ledger did not answer: %s", failure)
            return ev.LedgerFailed(effect.number, str(failure), is_away=isinstance(failure, LedgerAway))

    async def _note(self, effect: fx.NoteRecurring) -> None:
        try:
            await self._ledger.recurring.note(effect.id, offered=effect.offered, settled=effect.settled)
        except LedgerFailure as failure:
            log.warning("a recurring entry may be offered again: %s", failure)

    async def _journal(self, effect: fx.KeepDraft | fx.DropDraft) -> None:
        try:
            match effect:
                case fx.KeepDraft(batch):
                    await self._ledger.drafts.keep(batch, self._source)
                case fx.DropDraft():
                    await self._ledger.drafts.drop(self._source)
        except LedgerFailure as failure:
            log.warning("the open draft is not kept for a restart: %s", failure)

    async def _change_habits(self, effect: fx.TeachHabit | fx.ForgetHabit) -> None:
        try:
            match effect:
                case fx.TeachHabit(habit):
                    await self._ledger.teach([habit])
                case fx.ForgetHabit(words):
                    await self._ledger.forget(words)
        except LedgerFailure as failure:
            log.warning("a habit was not changed: %s", failure)
            self._inbox.post(ev.HabitFailed(str(failure)))
        self.look_up()

    async def _answer(self, effect: fx.AskLedgerFor) -> ev.Answered | ev.LedgerFailed:
        try:
            return ev.Answered(effect.number, await self._ledger.answer(effect.question))
        except LedgerFailure as failure:
            log.warning("the ledger did not answer: %s", failure)
            return ev.LedgerFailed(effect.number, str(failure), is_away=isinstance(failure, LedgerAway))

    async def _write(
        self, effect: fx.Save | fx.UndoBatch | fx.AmendRow
    ) -> ev.Saved | ev.SaveFailed | ev.Revised | ev.LedgerFailed:
        try:
            match effect:
                case fx.Save(number, batch_id, rows, lessons):
                    written = await self._ledger.save_batch(batch_id, rows, lessons)
                    self._last_batch_id = batch_id
                    return ev.Saved(number, written)
                case fx.UndoBatch(number, batch_id):
                    return ev.Revised(number, await self._ledger.undo_batch(batch_id))
                case fx.AmendRow(number, transaction_id, change, is_once):
                    row = await self._ledger.amend(transaction_id, change, is_once=is_once)
                    return ev.Revised(number, ev.RowsChanged((row,)))
        except LedgerFailure as failure:
            log.warning("nothing was written: %s", failure)
            if isinstance(effect, fx.Save):
                return ev.SaveFailed(effect.number, str(failure))
            if isinstance(failure, NotInLedger):
                return ev.Revised(effect.number, ev.RowsChanged())
            return ev.LedgerFailed(effect.number, str(failure), is_away=isinstance(failure, LedgerAway))

    async def _tell_what_is_new(self) -> None:
        try:
            vocabulary, memory = await self._ledger.vocabulary(), await self._ledger.memory()
            self._inbox.post(ev.LedgerKnown(vocabulary, memory, await self._read_last_batch()))
        except LedgerFailure as failure:
            log.warning("the ledger's names could not be read: %s", failure)
        await self._tell_what_recurs()

    async def _tell_budgets(self, saved: tuple[Transaction, ...]) -> None:
        """Tell the budgets of the months of rows that were saved."""
        months = sorted({Month(row.date.year, row.date.month) for row in saved})
        try:
            found = [budget for month in months for budget in await self._ledger.month_budgets(month)]
        except LedgerFailure as failure:
            log.warning("the budgets could not be read: %s", failure)
            return
        if found:
            self._inbox.post(ev.BudgetsKnown(saved, tuple(found)))

    async def _tell_what_recurs(self) -> None:
        """Tell the recurring entries, unless there are still none. Without the ledger's server none are offered."""
        try:
            entries = await self._ledger.recurring.all()
        except LedgerFailure as failure:
            log.warning("the recurring entries could not be read: %s", failure)
            return
        if entries or self._has_recurring:
            self._inbox.post(ev.RecurringKnown(entries))
        self._has_recurring = bool(entries)

    async def _read_last_batch(self) -> ev.BatchRead | None:
        """The rows saved last as they are now; None also where the server that has them is away."""
        if (batch_id := self._last_batch_id) is None:
            return None
        try:
            return ev.BatchRead(batch_id, await self._ledger.batch_rows(batch_id))
        except LedgerAway:
            return None
