"""Ledgers in files, and the rows of any ledger."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.transaction import Transaction


class HoldsRows(Protocol):
    """A ledger of any kind."""

    def rows(self) -> AsyncIterator[Transaction]:
        """Its rows."""
        ...


async def rows_of(ledger: HoldsRows) -> list[Transaction]:
    """The rows of a ledger."""
    return [row async for row in ledger.rows()]


@asynccontextmanager
async def open_ledger(path: Path) -> AsyncGenerator[SqliteLedger]:
    """The ledger in a file, new if there is none, until the block is left."""
    ledger = await SqliteLedger.open(path)
    try:
        yield ledger
    finally:
        await ledger.close()


async def ledger_with(path: Path, *rows: Transaction) -> Path:
    """A closed ledger with the rows of one batch, or with none."""
    async with open_ledger(path) as ledger:
        if rows:
            await ledger.save_batch(rows[0].batch_id, rows)
    return path


async def rows_in(path: Path) -> list[Transaction]:
    """The rows of a ledger that is closed."""
    async with open_ledger(path) as ledger:
        return await rows_of(ledger)
