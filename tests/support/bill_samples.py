"""The bills of one household in October 2026, and what it had said; tests/data/bills has more of them."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import msgspec

from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

SAMPLE_BILLS = Path(__file__).parents[1] / "data" / "bills"


class _Said(msgspec.Struct, frozen=True):
    id: str
    batch: str
    said_at: datetime
    date: date
    amount_fen: int
    type: TransactionType
    category: str
    account: str
    account_said: bool
    description: str
    to_account: str | None = None

    @property
    def row(self) -> Transaction:
        return Transaction(
            id=self.id,
            batch_id=self.batch,
            amount=Money(self.amount_fen),
            type=self.type,
            category=self.category,
            account=self.account,
            said_account=self.account if self.account_said else None,
            description=self.description,
            date=self.date,
            created_at=self.said_at,
            to_account=self.to_account,
        )


def said_in_october() -> list[Transaction]:
    """The rows that the household had said, in the order of saying."""
    lines = (SAMPLE_BILLS / "said.jsonl").read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(line, type=_Said).row for line in lines]
