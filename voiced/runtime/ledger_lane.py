"""Everything asked of the ledger, one after the other: a draft is journalled before the save that follows it."""

from __future__ import annotations

import asyncio
import logging
from typing import assert_never

from voiced.dialogue.effects import AmendRow, AskLedgerFor, DropDraft, KeepDraft, Save, UndoBatch
from voiced.dialogue.events import Answered, Event, LedgerFailed, LedgerKnown, Revised, Saved, SaveFailed
from voiced.errors import LedgerFailure
from voiced.ports import Ledger
from voiced.runtime.inbox import Inbox

log = logging.getLogger(__name__)

LedgerEffect = Save | AskLedgerFor | UndoBatch | AmendRow | KeepDraft | DropDraft


class LedgerLane:
    """Performs ledger effects in order. What was begun is finished, also while the daemon stops."""

    def __init__(self, inbox: Inbox, ledger: Ledger) -> None:
        self._inbox = inbox
        self._ledger = ledger
        self._waiting: asyncio.Queue[LedgerEffect] = asyncio.Queue()

    def add(self, effect: LedgerEffect) -> None:
        """Queue an effect."""
        self._inbox.begin()
        self._waiting.put_nowait(effect)

    async def run(self) -> None:
        """Perform until cancelled."""
        while True:
            effect = await self._waiting.get()
            try:
                for event in await self._perform(effect):
                    self._inbox.post(event)
            finally:
                self._inbox.end()

    async def _perform(self, effect: LedgerEffect) -> tuple[Event, ...]:
        match effect:
            case Save():
                return await self._save(effect)
            case AskLedgerFor(number, question):
                try:
                    return (Answered(number, await self._ledger.answer(question)),)
                except LedgerFailure as failure:
                    return (_failed(number, failure),)
            case UndoBatch() | AmendRow():
                return await self._revise(effect)
            case KeepDraft() | DropDraft():
                await self._journal(effect)
                return ()
            case _:
                assert_never(effect)

    async def _save(self, effect: Save) -> tuple[Event, ...]:
        try:
            rows = await self._ledger.save_batch(effect.batch_id, effect.rows)
        except LedgerFailure as failure:
            log.warning("a batch was not written: %s", failure)
            return (SaveFailed(effect.number, str(failure)),)
        return (Saved(effect.number, rows), *await self._known())

    async def _revise(self, effect: UndoBatch | AmendRow) -> tuple[Event, ...]:
        try:
            match effect:
                case UndoBatch(batch_id=batch_id):
                    rows = await self._ledger.undo_batch(batch_id)
                case AmendRow(transaction_id=transaction_id, change=change):
                    rows = (await self._ledger.amend(transaction_id, change),)
        except LedgerFailure as failure:
            return (_failed(effect.number, failure),)
        return (Revised(effect.number, rows), *await self._known())

    async def _known(self) -> tuple[Event, ...]:
        try:
            return (LedgerKnown(await self._ledger.vocabulary(), await self._ledger.memory()),)
        except LedgerFailure as failure:
            log.warning("what is new in the ledger could not be read: %s", failure)
            return ()

    async def _journal(self, effect: KeepDraft | DropDraft) -> None:
        try:
            match effect:
                case KeepDraft(batch):
                    await self._ledger.keep_draft(batch)
                case DropDraft():
                    await self._ledger.drop_draft()
        except LedgerFailure as failure:
            log.warning("the open draft is not kept for a restart: %s", failure)


def _failed(number: int, failure: LedgerFailure) -> LedgerFailed:
    log.warning("the ledger did not answer: %s", failure)
    return LedgerFailed(number, str(failure))
