"""Rows of the ledger for tests, from entries in short form."""

from __future__ import annotations

from datetime import timedelta

from tests.support.answers import entries_of
from tests.support.now import NOW
from voiced.domain.transaction import Transaction


def saved(entry: str, minutes_ago: float) -> Transaction:
    (result,) = entries_of(entry, NOW.date())
    assert result.amount is not None
    return Transaction(
        id="",
        batch_id="",
        amount=result.amount,
        type=result.type,
        category=result.category,
        account="现金",
        description=result.description,
        date=result.date,
        created_at=NOW - timedelta(minutes=minutes_ago),
    )
