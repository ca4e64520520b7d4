"""Recurring entries of tests."""

from __future__ import annotations

from datetime import date
from typing import Any

from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.recurring import DueDays, Every, Recurring
from voiced.domain.transaction import TransactionType

RENT = Recurring(
    id="rent",
    amount=Money(3000_00),
    type=TransactionType.EXPENSE,
    category="住房",
    description="房租",
    days=DueDays(Every.MONTH, 15),
    since=date(2026, 1, 1),
)
"""3000 yuan of rent on the 15th of each month."""


def rent(**fields: Any) -> Recurring:
    """The rent with other values."""
    return replace(RENT, **fields)


def monthly(day: int) -> DueDays:
    """A day of each month."""
    return DueDays(Every.MONTH, day)
