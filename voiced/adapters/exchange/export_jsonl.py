"""Ledger rows as JSON for scripts, one object per line."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator

import msgspec

from voiced.domain.transaction import Transaction


async def jsonl(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as lines."""
    async for row in rows:
        yield msgspec.json.encode(row.texts).decode() + "\n"
