"""Takes what waits in the outbox to the ledger's server, in order, each piece once however often it is tried.

A piece is removed when the server has it. A crash in between delivers it again, and nothing comes of that: a batch is
known by its id, and a row that is as it should be is not changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import assert_never

from voiced.adapters.ledger.outbox_file import Entry, Outbox
from voiced.adapters.ledger.outbox_work import AmendWork, SaveWork, UndoWork, Work
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.domain.doubling import Doubling
from voiced.domain.transaction import NO_CHANGE, Transaction
from voiced.errors import BatchConflict, LedgerAway, LedgerFailure, LedgerRefusal, NotInLedger

log = logging.getLogger(__name__)

GRACE_SECONDS = 0.5
"""How long somebody who speaks waits for a server that is slow, before it counts as away."""

_PAUSE = Doubling(1.0, 60.0)
"""Between two attempts while the server is away; each pause is twice the one before."""


class Delivery:
    """The way from an outbox to the server. Somebody has to `run` it."""

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
        """Whether the server could not be reached when it was last tried."""
        return self._away is not None

    async def run(self) -> None:
        """Deliver, until cancelled; the longer the server is away, the more rarely it is tried."""
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
        """Let it be tried now, without waiting for it."""
        self._wanted.set()

    async def tried(self) -> None:
        """Let it be tried now; return when all that waits was tried, or when the server is too slow and counts as away."""
        self._tried.clear()
        self._wanted.set()
        try:
            async with asyncio.timeout(GRACE_SECONDS):
                await self._tried.wait()
        except TimeoutError:
            self._set_away(_too_slow())

    async def outcome_of(self, number: int) -> tuple[Transaction, ...] | None:
        """The rows that were written by work that was just put in; None while it waits.

        Raises:
            LedgerFailure: the server refused it, and it waits no more.
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

    async def arrived(self, doing: str) -> None:
        """Return when the server has all that waited and that it takes.

        Raises:
            LedgerAway: it cannot be reached in time.
        """
        if self.is_away or _due(await self._outbox.entries()):
            await self.tried()
        if self._away is not None:
            raise LedgerAway(f"{doing} failed: {self._away}")

    @contextmanager
    def noticing(self) -> Generator[None]:
        """What the server is asked inside may show that it is away."""
        try:
            yield
        except LedgerAway as failure:
            self.lost(failure)
            raise

    @asynccontextmanager
    async def in_time(self) -> AsyncGenerator[None]:
        """What the server is asked inside somebody waits for: it counts as away as well if it is too slow."""
        with self.noticing():
            try:
                async with asyncio.timeout(GRACE_SECONDS):
                    yield
            except TimeoutError as error:
                raise _too_slow() from error

    def lost(self, failure: LedgerFailure) -> None:
        """The server is away; it is tried until it is back."""
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
                        # What follows from it is no longer due.
                        break
        except LedgerFailure as failure:
            self._set_away(failure)
        else:
            if self._away is not None:
                log.info("the ledger's server is back, and has what waited")
            self._away = None

    async def _wanted_entries(self) -> list[Entry]:
        """What waits, after what was refused and is taken back has been removed."""
        entries = await self._outbox.entries()
        if not (unwanted := _unwanted(entries)):
            return entries
        await self._outbox.remove(*unwanted)
        return await self._outbox.entries()

    def _set_away(self, failure: LedgerFailure) -> None:
        if self._away is None:
            log.warning("what is confirmed waits on this device: %s", failure)
        self._away = failure

    async def _deliver(self, entry: Entry) -> bool:
        """Whether the server took it."""
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
            case SaveWork(batch_id, rows):
                return await self._remote.save_batch(batch_id, rows)
            case AmendWork(_, transaction_id, change):
                row = await self._remote.amend(transaction_id, NO_CHANGE)
                # Delivered before, perhaps: changing it again would keep a revision of nothing.
                if row.amended(change) != row:
                    row = await self._remote.amend(transaction_id, change)
                return (row,)
            case UndoWork(batch_id):
                return await self._remote.undo_batch(batch_id)
            case _:
                assert_never(work)

    async def _refused(self, entry: Entry, refusal: LedgerFailure) -> None:
        if entry.number in self._awaited:
            # Whoever waits for it is told, and nothing is left behind.
            await self._outbox.remove(entry.number)
            self._outcomes[entry.number] = refusal
        elif isinstance(entry.work, AmendWork) and isinstance(refusal, NotInLedger):
            log.warning("a change came too late: the row was taken back on another device: %s", refusal)
            await self._outbox.remove(entry.number)
        else:
            log.error(
                "the server does not take what was confirmed; it is kept here and tried again at the next start: %s",
                refusal,
            )
            await self._outbox.refuse(entry.number, str(refusal))


def _too_slow() -> LedgerAway:
    return LedgerAway(f"the ledger's server did not answer within {GRACE_SECONDS} s")


def _unwanted(entries: Sequence[Entry]) -> list[int]:
    """What nobody wants to arrive: what was refused of a batch that is taken back, and all of it if it never arrived."""
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
    """What can be delivered: not what was refused, nor what follows from it."""
    refused = {entry.work.batch_id for entry in entries if entry.refused is not None}
    return [entry for entry in entries if entry.work.batch_id not in refused]
