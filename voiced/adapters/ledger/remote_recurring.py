"""The entries that come again, of a ledger whose server may be away."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import date

from voiced.adapters.ledger.outbox_delivery import Delivery
from voiced.domain.recurring import Recurring
from voiced.errors import LedgerAway
from voiced.ports.ledger import RecurringEntries


class RemoteRecurring:
    """`RecurringEntries` on a server. While it is known to be away, every call fails at once with `LedgerAway`."""

    def __init__(self, remote: RecurringEntries, delivery: Delivery) -> None:
        self._remote = remote
        self._delivery = delivery

    async def all(self) -> tuple[Recurring, ...]:
        """Every recurring entry; see `RecurringEntries.all`."""
        with self._reaching("reading"):
            return await self._remote.all()

    async def keep(self, entry: Recurring) -> None:
        """Set up a recurring entry or change it; see `RecurringEntries.keep`."""
        with self._reaching("keeping"):
            await self._remote.keep(entry)

    async def remove(self, id: str) -> bool:
        """Remove a recurring entry; see `RecurringEntries.remove`."""
        with self._reaching("removing"):
            return await self._remote.remove(id)

    async def note(self, id: str, *, offered: date | None = None, settled: date | None = None) -> None:
        """Note an offer or an answer; see `RecurringEntries.note`."""
        with self._reaching("noting the offer of"):
            await self._remote.note(id, offered=offered, settled=settled)

    @contextmanager
    def _reaching(self, doing: str) -> Generator[None]:
        if self._delivery.is_away:
            raise LedgerAway(f"{doing} a recurring entry failed: the ledger's server is away")
        with self._delivery.noticing():
            yield
