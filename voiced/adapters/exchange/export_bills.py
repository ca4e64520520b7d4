"""Ledger rows as bills for 钱迹 and 随手记: the tables that these programs import.

Neither has a place for our ids, and both want a second account for a transfer; where a row of ours names none, a person
fills it in. Texts stand as they are: an app reads them, no spreadsheet that would calculate them.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

from voiced.adapters.exchange import import_qianji, import_suishouji
from voiced.adapters.exchange.export_csv import BYTE_ORDER_MARK, record
from voiced.domain.transaction import TYPE_NAMES, Transaction, TransactionType


async def qianji(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as 钱迹's template for importing bills."""
    yield BYTE_ORDER_MARK + record(import_qianji.COLUMNS)
    async for row in rows:
        repays = row.type is TransactionType.TRANSFER and row.category == "还款"
        bill = {
            "时间": f"{row.date:%Y/%m/%d} {_time(row)}",
            "分类": row.category,
            "类型": "还款" if repays else TYPE_NAMES[row.type],
            "金额": f"{row.amount.yuan:.2f}",
            "账户1": row.account,
            "账户2": row.to_account or "",
            "备注": row.description,
        }
        yield record(_in_order(bill, import_qianji.COLUMNS))


async def suishouji(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as the table of 随手记's web page."""
    yield BYTE_ORDER_MARK + record(import_suishouji.COLUMNS)
    async for row in rows:
        bill = {
            "交易类型": TYPE_NAMES[row.type],
            "日期": f"{row.date.isoformat()} {_time(row)}",
            "分类": row.category,
            "账户1": row.account,
            "账户2": row.to_account or "",
            "金额": f"{row.amount.yuan:.2f}",
            "备注": row.description,
        }
        yield record(_in_order(bill, import_suishouji.COLUMNS))


def _time(row: Transaction) -> str:
    """The time of the confirmation if it was on the row's day, else midnight."""
    return f"{row.created_at:%H:%M}" if row.created_at.date() == row.date else "00:00"


def _in_order(bill: Mapping[str, str], columns: Sequence[str]) -> list[str]:
    return [bill.get(column, "") for column in columns]
