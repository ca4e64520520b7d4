"""Delivers the work in the outbox to the ledger's server, in order; repeated attempts have the effect of one.

Work is removed when the server has it. After a crash in between it is delivered again, without effect: the server knows a
batch by its id, and a row that already has the new values is left as it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress

from voiced.adapters.ledger.outbox_file import Entry, Outbox
from voiced.adapters.ledger.outbox_work import AmendWork, SaveWork, UndoWork, Work
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.domain.doubling import Doubling
from voiced.domain.transaction import NO_CHANGE, Transaction
from voiced.errors import BatchConflict, LedgerAway, LedgerFailure, LedgerRefusal, NotInLedger

log = logging.getLogger(__name__)

GRACE_SECONDS = 0.5
"""How long a speaker waits for a slow server; then the server counts as away."""

_PAUSE = Doubling(1.0, 60.0)
"""The pauses between attempts while the server is away; each is twice as long as the one before."""


class Delivery:
    """The way from an outbox to the server. `run` must be running."""

    def __init__(self, remote: SqlLedger, outbox: Outbox) -> None:
        self._remote = remote
        self._outbox = outbox
        self._wanted = asyncio.Event()
        self._tried = asyncio.Event()
        self._awaited: set[int] = set()
        self._outcomes: dict[int, tuple[Transaction, ...] | LedgerFailure] = {}
        self._away: LedgerFailure | None = None

    @property
    def is_away(self) -> bool:
        """Whether the last attempt to reach the server failed."""
        return self._away is not None

    async def run(self) -> None:
        """Deliver, until cancelled. The pauses between attempts grow while the server is away."""
        self._wanted.set()
        pause = _PAUSE
        while True:
            await self._wait(pause.seconds if self.is_away else None)
            self._wanted.clear()
            was_away = self.is_away
            await self._attempt()
            pause = pause.after_failure() if was_away and self.is_away else _PAUSE
            if not self._wanted.is_set():
                self._tried.set()

    def wake(self) -> None:
        """Start an attempt, without waiting for it."""
        self._wanted.set()

    async def tried(self) -> None:
        """Start an attempt, and return after all waiting work was tried, or when a slow server counts as away."""
        self._tried.clear()
        self._wanted.set()
        try:
            async with asyncio.timeout(GRACE_SECONDS):
                await self._tried.wait()
        except TimeoutError:
            self._set_away(_too_slow())

    async def outcome_of(self, number: int) -> tuple[Transaction, ...] | None:
        """The rows that new work wrote; None while it waits.

        Raises:
            LedgerFailure: the server refused the work; it is removed.
        """
        self._awaited.add(number)
        try:
            await self.tried()
            outcome = self._outcomes.get(number)
        finally:
            self._awaited.discard(number)
            self._outcomes.pop(number, None)
        if isinstance(outcome, LedgerFailure):
            raise outcome
        return outcome

    @asynccontextmanager
    async def reached(self, doing: str) -> AsyncGenerator[None]:
        """Enter the block when the server has all waiting work that it accepts, and note a `LedgerAway` that it raises.

        Raises:
            LedgerAway: the server cannot be reached in time.
        """
        if self.is_away or _due(await self._outbox.entries()):
            await self.tried()
        if self._away is not None:
            raise LedgerAway(f"{doing} failed: {self._away}")
        with self.noticing():
            yield

    @contextmanager
    def noticing(self) -> Generator[None]:
        """Note a `LedgerAway` that the block raises."""
        try:
            yield
        except LedgerAway as failure:
            self.lost(failure)
            raise

    @asynccontextmanager
    async def in_time(self) -> AsyncGenerator[None]:
        """As `noticing`, for a call that a speaker waits for: a server that is too slow counts as away, too."""
        with self.noticing():
            try:
                async with asyncio.timeout(GRACE_SECONDS):
                    yield
            except TimeoutError as error:
                raise _too_slow() from error

    def lost(self, failure: LedgerFailure) -> None:
        """Note that the server is away, and try it until it is back."""
        self._set_away(failure)
        self._wanted.set()

    async def _wait(self, at_most_seconds: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(at_most_seconds):
                await self._wanted.wait()

    async def _attempt(self) -> None:
        try:
            if self.is_away:
                await self._remote.vocabulary()
            while due := _due(await self._wanted_entries()):
                for entry in due:
                    if not await self._deliver(entry):
                        # The later work on the same batch is no longer due.
                        break
        except LedgerFailure as failure:
            self._set_away(failure)
        else:
            if self._away is not None:
                log.info("the ledger's server is back, and has all waiting entries")
            self._away = None

    async def _wanted_entries(self) -> list[Entry]:
        """The waiting work, after removing refused work whose batch is undone."""
        entries = await self._outbox.entries()
        if not (unwanted := _unwanted(entries)):
            return entries
        await self._outbox.remove(*unwanted)
        return await self._outbox.entries()

    def _set_away(self, failure: LedgerFailure) -> None:
        if self._away is None:
            log.warning("confirmed entries wait on this device: %s", failure)
        self._away = failure

    async def _deliver(self, entry: Entry) -> bool:
        """Deliver one piece of work. Returns whether the server accepted it."""
        try:
            rows = await self._carry_out(entry.work)
        except (LedgerRefusal, BatchConflict, NotInLedger) as refusal:
            await self._refused(entry, refusal)
            return False
        await self._outbox.remove(entry.number)
        if entry.number in self._awaited:
            self._outcomes[entry.number] = rows
        return True

    async def _carry_out(self, work: Work) -> tuple[Transaction, ...]:
        match work:
            case SaveWork(batch_id, rows, lessons):
                return await self._remote.save_batch(batch_id, rows, lessons)
            case AmendWork(_, transaction_id, change, is_once):
                row = await self._remote.amend(transaction_id, NO_CHANGE)
                # It may have been delivered before: a second change would store a revision without a difference.
                if row.amended(change) != row:
                    row = await self._remote.amend(transaction_id, change, is_once=is_once)
                return (row,)
            case UndoWork(batch_id):
                return (await self._remote.undo_batch(batch_id)).undone

    async def _refused(self, entry: Entry, refusal: LedgerFailure) -> None:
        if entry.number in self._awaited:
            # The waiting caller gets the refusal, so the work can go.
            await self._outbox.remove(entry.number)
            self._outcomes[entry.number] = refusal
        elif isinstance(entry.work, AmendWork) and isinstance(refusal, NotInLedger):
            log.warning("a change came too late: the row was undone on another device: %s", refusal)
            await self._outbox.remove(entry.number)
        else:
            log.error(
                "the server refuses confirmed entries; they are kept here and tried again at the next start: %s",
                refusal,
            )
            await self._outbox.refuse(entry.number, str(refusal))


def _too_slow() -> LedgerAway:
    return LedgerAway(f"the ledger's server did not answer within {GRACE_SECONDS} s")


def _unwanted(entries: Sequence[Entry]) -> list[int]:
    """The numbers of unwanted work on undone batches: refused changes, and all work if the batch itself was refused."""
    taken_back = {entry.work.batch_id for entry in entries if isinstance(entry.work, UndoWork)}
    refused = [entry for entry in entries if entry.refused is not None]
    never_arrived = {entry.work.batch_id for entry in refused if isinstance(entry.work, SaveWork)}
    return [
        entry.number
        for entry in entries
        if entry.work.batch_id in taken_back & never_arrived
        or (entry in refused and isinstance(entry.work, AmendWork) and entry.work.batch_id in taken_back)
    ]


def _due(entries: Sequence[Entry]) -> list[Entry]:
    """The work that can be delivered: all but the work on batches with a refusal."""
    refused = {entry.work.batch_id for entry in entries if entry.refused is not None}
    return [entry for entry in entries if entry.work.batch_id not in refused]
