"""The requests to the ledger, in three queues, each in order.

The first queue keeps drafts and saves rows; with a ledger on a server it works on files of this device. The second queue
asks and changes saved rows, which can take long at a slow server. So a draft that must be dropped before the daemon
stops does not wait for it. The third queue looks up the vocabulary beside both.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import assert_never

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.errors import LedgerAway, LedgerFailure, NotInLedger
from voiced.ports.conversation import RequestKind, RequestTimed
from voiced.ports.ledger import ROOM, Ledger
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

_DraftEffect = fx.KeepDraft | fx.DropDraft | fx.Save
_BooksEffect = fx.AskLedgerFor | fx.UndoBatch | fx.AmendRow
LedgerEffect = _DraftEffect | _BooksEffect


class LedgerLane:
    """Performs ledger effects in order. An effect in progress is finished also while the daemon stops."""

    def __init__(self, inbox: Inbox, ledger: Ledger, source: str = ROOM) -> None:
        self._inbox = inbox
        self._ledger = ledger
        self._source = source
        self._drafts: asyncio.Queue[_DraftEffect] = asyncio.Queue()
        self._books: asyncio.Queue[_BooksEffect] = asyncio.Queue()
        self._look_ups: asyncio.Queue[None] = asyncio.Queue()
        self._last_batch_id: str | None = None
        self.on_written: Callable[[ev.RowsChanged], None] = lambda _: None
        self.on_request: Callable[[RequestTimed], None] = lambda _: None

    def add(self, effect: LedgerEffect) -> None:
        """Queue an effect."""
        self._inbox.begin()
        match effect:
            case fx.KeepDraft() | fx.DropDraft() | fx.Save():
                self._drafts.put_nowait(effect)
            case fx.AskLedgerFor() | fx.UndoBatch() | fx.AmendRow():
                self._books.put_nowait(effect)
            case _:
                assert_never(effect)

    def look_up(self) -> None:
        """Read for the dialogue what another program may have changed: names, memory, the rows saved last."""
        self._inbox.begin()
        self._look_ups.put_nowait(None)

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
            await self._look_ups.get()
            await self._tell_what_is_new()
            self._inbox.end()

    async def _perform(self, effect: LedgerEffect) -> None:
        match effect:
            case fx.KeepDraft() | fx.DropDraft():
                await self._journal(effect)
            case fx.AskLedgerFor():
                self._inbox.post(await self._answer(effect))
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
                    case _:
                        pass
                # Only now, so that the outcome of the write is not delayed. It also follows a refusal, since a name may have
                # been changed meanwhile and a second confirm then needs the new one.
                if isinstance(outcome, ev.Saved | ev.SaveFailed):
                    has_failed = isinstance(outcome, ev.SaveFailed)
                    self.on_request(RequestTimed(RequestKind.SAVE, seconds, has_failed))
                    self.look_up()
            case _:
                assert_never(effect)

    async def _journal(self, effect: fx.KeepDraft | fx.DropDraft) -> None:
        try:
            match effect:
                case fx.KeepDraft(batch):
                    await self._ledger.keep_draft(batch, self._source)
                case fx.DropDraft():
                    await self._ledger.drop_draft(self._source)
        except LedgerFailure as failure:
            log.warning("the open draft is not kept for a restart: %s", failure)

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
                    return ev.Revised(number, ev.RowsChanged(undone=await self._ledger.undo_batch(batch_id)))
                case fx.AmendRow(number, transaction_id, change):
                    return ev.Revised(
                        number, ev.RowsChanged((await self._ledger.amend(transaction_id, change),))
                    )
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

    async def _read_last_batch(self) -> ev.BatchRead | None:
        """The rows saved last as they are now; None also where the server that has them is away."""
        if (batch_id := self._last_batch_id) is None:
            return None
        try:
            return ev.BatchRead(batch_id, await self._ledger.batch_rows(batch_id))
        except LedgerAway:
            return None
