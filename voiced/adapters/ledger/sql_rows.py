"""Ledger rows as the databases hold them, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import msgspec

from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.errors import LedgerFailure


class NewRow(msgspec.Struct):
    """A row as the trigger `save_batch` reads it."""

    id: str
    amount_fen: int
    currency: str
    type: str
    category: str
    account: str
    description: str
    date: str
    created_at: str


def new_rows(rows: Sequence[Transaction]) -> list[NewRow]:
    """Rows to be written."""
    return [
        NewRow(
            row.id,
            row.amount.fen,
            row.currency,
            row.type.value,
            row.category,
            row.account,
            row.description,
            row.date.isoformat(),
            row.created_at.isoformat(),
        )
        for row in rows
    ]


def to_json(rows: list[NewRow]) -> str:
    """Rows as the view `new_batches` takes them."""
    return msgspec.json.encode(rows).decode()


def digest(rows: list[NewRow]) -> str:
    """What tells the rows of one batch from those of another.

    The time of confirming is left out: who confirms again after a failure confirms the same rows.
    """
    confirmed = [msgspec.structs.astuple(row)[:-1] for row in rows]
    return hashlib.sha256(msgspec.json.encode(confirmed)).hexdigest()


def from_entry(row: Sequence[Any]) -> Transaction:
    """A row of the view `entries` as a `Transaction`.

    Raises:
        LedgerFailure: it holds what no program wrote there: the disk is failing.
    """
    _seq, id_, batch_id, fen, currency, type_, category, account, description, day, created_at = row
    try:
        return Transaction(
            id=id_,
            batch_id=batch_id,
            amount=Money(fen),
            type=TransactionType(type_),
            category=category,
            account=account,
            description=description,
            date=date.fromisoformat(day),
            created_at=datetime.fromisoformat(created_at),
            currency=currency,
        )
    except (TypeError, ValueError) as error:
        raise LedgerFailure(
            f"row {id_!r} of the ledger cannot be read: {error}; restore the ledger from a backup"
        ) from error
