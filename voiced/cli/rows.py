"""A row of the ledger as a line of a terminal."""

from __future__ import annotations

from voiced.domain.transaction import Transaction


def shown(row: Transaction) -> str:
    """Day, type, amount, category, words and account, of a transfer both."""
    words = f" {row.description}" if row.description else ""
    goes = "" if row.to_account is None else f" → {row.to_account}"
    return f"{row.date} {row.type.value} {row.amount}元 {row.category}{words} [{row.account}{goes}]"
