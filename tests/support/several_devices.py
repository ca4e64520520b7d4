"""Ledgers as devices have them: rows on one PostgreSQL, an outbox on each device."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from voiced.adapters.ledger.ledger_outbox import OutboxLedger
from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.postgres_ledger import PostgresLedger
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.runtime.tasks import Tasks


@asynccontextmanager
async def device(url: str, outbox: Path) -> AsyncGenerator[OutboxLedger]:
    """The ledger at `url`, as a device with the outbox file `outbox` uses it."""
    ledger = OutboxLedger(PostgresLedger(PostgresServer.at(url)), await Outbox.open(outbox))
    try:
        await ledger.prepare()
        async with Tasks() as tasks:
            tasks.start(ledger.deliver())
            yield ledger
    finally:
        await ledger.close()
