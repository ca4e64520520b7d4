"""The names that a new ledger begins with, as values for its tables `categories` and `accounts`."""

from __future__ import annotations

from voiced.domain.taxonomy import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES

CATEGORIES = tuple(
    (category.name, category.type.value, " ".join(category.keywords), position)
    for position, category in enumerate(DEFAULT_CATEGORIES)
)
"""Name, type, keywords and position."""

ACCOUNTS = tuple(
    (account.name, " ".join(account.keywords), position) for position, account in enumerate(DEFAULT_ACCOUNTS)
)
"""Name, keywords and position."""
