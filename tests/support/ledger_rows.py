"""Rows and batches for tests of the ledger, with ids that are readable and stable."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta, timezone

from msgspec.structs import replace

from voiced.domain.batch import DraftBatch
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, Transaction, TransactionType

TODAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, 10, 30, 15, 123_456, tzinfo=timezone(timedelta(hours=8)))


def a_row(
    yuan: str = "35.5",
    category: str = "餐饮",
    of_type: TransactionType = TransactionType.EXPENSE,
    *,
    day: date = TODAY,
    account: str = "现金",
    description: str = "午饭",
    to_account: str | None = None,
) -> Transaction:
    """A row that is not yet in a batch; see `batch_of`."""
    amount = Money.from_text(yuan)
    assert amount is not None
    return Transaction(
        id="",
        batch_id="",
        amount=amount,
        type=of_type,
        category=category,
        account=account,
        description=description,
        date=day,
        created_at=NOW,
        to_account=to_account,
    )


def a_transfer(yuan: str = "200", account: str = "微信", to_account: str | None = "支付宝") -> Transaction:
    """A transfer that is not yet in a batch, 「微信转支付宝两百」."""
    return a_row(
        yuan, "转账", TransactionType.TRANSFER, account=account, description="", to_account=to_account
    )


def batch_of(batch_id: str, *rows: Transaction) -> list[Transaction]:
    """Rows as a batch; the id of each is `batch_id` with its place."""
    return [replace(row, id=f"{batch_id}/{place}", batch_id=batch_id) for place, row in enumerate(rows)]


def a_draft(batch_id: str = "draft-1", amounts: Sequence[str | None] = ("60", None)) -> DraftBatch:
    """An open draft, one row confirmed, one without an amount."""
    results = [
        ParseResult(
            None if amount is None else Money.from_text(amount),
            TransactionType.EXPENSE,
            "餐饮",
            TODAY,
            "吃饭",
            account="微信",
            confidence=0.65,
        )
        for amount in amounts
    ]
    return DraftBatch.of(results, batch_id=batch_id, created_at=NOW).confirm_item(0)
