"""Builds `/metrics` of the card's server. Only imported if it is enabled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.machine.paths import metrics_token_file
from voiced.adapters.machine.secrets import kept_token
from voiced.app.build_ledger import LedgerPlace, LedgerServer, backup_folder
from voiced.card.counts import Counts
from voiced.card.metrics_api import LedgerSize, MetricsApi
from voiced.config import Settings
from voiced.errors import LedgerFailure, VoicedError

log = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
"""The time limit for counting the rows. Prometheus waits 10 s for the whole answer."""
_ROWS = "SELECT count(*) FROM transactions WHERE undone_at IS NULL"


def metrics_api(
    settings: Settings, place: LedgerPlace, counts: Counts, recogniser_calls: Callable[[], int]
) -> Callable[[Database], MetricsApi]:
    """Makes the endpoint over a connection to the ledger.

    Raises:
        ConfigWrong: its token cannot be kept.
    """
    token = kept_token(metrics_token_file())

    def over(database: Database) -> MetricsApi:
        return MetricsApi(token, counts, recogniser_calls, lambda: _size(settings, place, database))

    return over


async def _size(settings: Settings, place: LedgerPlace, database: Database) -> LedgerSize:
    rows = await _rows(database)
    if isinstance(place, LedgerServer):
        return await _of_server(rows, place)
    backed_up_at = await backup_folder(settings, place).newest()
    return LedgerSize(rows, await asyncio.to_thread(_bytes, place), backed_up_at=backed_up_at)


async def _rows(database: Database) -> int | None:
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            ((rows,),) = await database.read("counting the rows", _ROWS)
    except (LedgerFailure, TimeoutError) as error:
        log.debug("/metrics does not know the number of rows: %s", error)
        return None
    return rows


async def _of_server(rows: int | None, server: LedgerServer) -> LedgerSize:
    try:
        outbox = await Outbox.open(server.outbox)
        try:
            entries = await outbox.entries()
        finally:
            await outbox.close()
    except VoicedError as error:
        log.debug("/metrics does not know what waits for the server: %s", error)
        return LedgerSize(rows)
    refused = sum(entry.refused is not None for entry in entries)
    return LedgerSize(rows, waiting=len(entries), refused=refused)


def _bytes(file: Path) -> int | None:
    sizes = [part.stat().st_size for part in (file, file.with_name(f"{file.name}-wal")) if part.exists()]
    return sum(sizes) if sizes else None
