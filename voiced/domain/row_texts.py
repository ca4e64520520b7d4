"""A row of the ledger as texts, by name: the columns of exports, of SQL and of the card."""

from __future__ import annotations

from datetime import date

from voiced.domain.transaction import Transaction

TEXTS = Transaction.__struct_fields__
"""The names of a row's texts, in order."""

OPTIONAL_TEXTS = frozenset({"to_account", "said_account", "paid_at", "merchant"})
"""The texts that may be missing, because an older version of voiced did not know them; a missing text is empty."""


def texts_of(row: Transaction) -> dict[str, str]:
    """The values of a row: yuan as a decimal number, never a binary one, days and times ISO 8601."""
    values = ((name, getattr(row, name)) for name in TEXTS)
    return {
        name: "" if value is None else value.isoformat() if isinstance(value, date) else str(value)
        for name, value in values
    }
