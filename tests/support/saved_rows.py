"""Rows of the ledger for tests, from entries in short form."""

from __future__ import annotations

from datetime import timedelta

from tests.support.answers import entries_of
from tests.support.now import NOW
from voiced.domain.transaction import ParseResult, Transaction


def saved(entry: str, minutes_ago: float) -> Transaction:
    """The row of an entry in short form, recorded so many minutes ago."""
    (result,) = entries_of(entry, NOW.date())
    return row_of(result, minutes_ago)


def row_of(entry: ParseResult, minutes_ago: float) -> Transaction:
    """The row of an entry, recorded so many minutes ago."""
    assert entry.amount is not None
    return Transaction(
        id="",
        batch_id="",
        amount=entry.amount,
        type=entry.type,
        category=entry.category,
        account="现金",
        description=entry.description,
        date=entry.date,
        created_at=NOW - timedelta(minutes=minutes_ago),
    )
