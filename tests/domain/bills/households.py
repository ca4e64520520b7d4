"""Lines and rows of an invented household, made in one line each."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from voiced.domain.bills.billed import CHINA, BilledLine, LineKind, SaidRow
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType


def at(day: int, clock: str) -> datetime:
    hour, minute = map(int, clock.split(":"))
    return datetime(2026, 10, day, hour, minute, tzinfo=CHINA)


def a_line(ref: str, fen: int, day: int, clock: str = "12:00", **other: Any) -> BilledLine:
    line = BilledLine(
        line=1,
        ref=ref if ":" in ref else f"alipay:{ref}",
        happened=at(day, clock),
        kind=LineKind.PAID,
        type=TransactionType.EXPENSE,
        amount=Money(fen),
        account="支付宝",
        wallet="支付宝",
    )
    return replace(line, **other)


def a_row(
    id: str, fen: int, day: int, clock: str = "23:00", account: str | None = None, **other: Any
) -> SaidRow:
    row = Transaction(
        id=id,
        batch_id=f"of {id}",
        amount=Money(fen),
        type=TransactionType.EXPENSE,
        category="其他",
        account=account or "现金",
        description="",
        date=at(day, clock).date(),
        created_at=at(day, clock),
    )
    return SaidRow(replace(row, **other), account)
