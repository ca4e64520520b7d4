"""The ledger as text for other programs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from enum import StrEnum

from voiced.adapters.exchange import export_bills
from voiced.adapters.exchange.export_beancount import beancount
from voiced.adapters.exchange.export_csv import spreadsheet
from voiced.adapters.exchange.export_jsonl import jsonl
from voiced.domain.transaction import Transaction


class ExportFormat(StrEnum):
    """What the ledger can be exported as."""

    JSONL = "jsonl"
    CSV = "csv"
    QIANJI = "qianji"
    SUISHOUJI = "suishouji"
    BEANCOUNT = "beancount"


def exported(rows: AsyncIterator[Transaction], to: ExportFormat) -> AsyncGenerator[str]:
    """Rows as text, piece by piece, so that a ledger of any size can be written out."""
    match to:
        case ExportFormat.JSONL:
            return jsonl(rows)
        case ExportFormat.CSV:
            return spreadsheet(rows)
        case ExportFormat.QIANJI:
            return export_bills.qianji(rows)
        case ExportFormat.SUISHOUJI:
            return export_bills.suishouji(rows)
        case ExportFormat.BEANCOUNT:
            return beancount(rows)
