"""The ledger as text for other programs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator

import msgspec

from voiced.adapters.exchange import export_bills
from voiced.adapters.exchange.export_beancount import beancount
from voiced.adapters.exchange.export_csv import spreadsheet
from voiced.adapters.exchange.formats import FileFormat
from voiced.domain.transaction import Transaction


def exported(rows: AsyncIterator[Transaction], to: FileFormat) -> AsyncGenerator[str]:
    """Rows as text, piece by piece, so that a ledger of any size can be written out."""
    match to:
        case FileFormat.JSONL:
            return jsonl(rows)
        case FileFormat.CSV:
            return spreadsheet(rows)
        case FileFormat.QIANJI:
            return export_bills.qianji(rows)
        case FileFormat.SUISHOUJI:
            return export_bills.suishouji(rows)
        case FileFormat.BEANCOUNT:
            return beancount(rows)


async def jsonl(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as lines."""
    async for row in rows:
        yield msgspec.json.encode(row.texts).decode() + "\n"
