"""Ledger rows as JSON, one object a line: for scripts."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator

import msgspec

from voiced.domain.transaction import Transaction

FIELDS = (
    "id",
    "batch_id",
    "amount",
    "currency",
    "type",
    "category",
    "account",
    "description",
    "date",
    "created_at",
)
"""The fields of a row, in order."""


def values(row: Transaction) -> tuple[str, ...]:
    """The values of `FIELDS`; the amount in yuan as a decimal number, never a binary one."""
    return (
        row.id,
        row.batch_id,
        str(row.amount),
        row.currency,
        row.type.value,
        row.category,
        row.account,
        row.description,
        row.date.isoformat(),
        row.created_at.isoformat(),
    )


async def jsonl(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as lines."""
    async for row in rows:
        yield msgspec.json.encode(dict(zip(FIELDS, values(row), strict=True))).decode() + "\n"
