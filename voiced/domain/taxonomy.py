"""The categories and accounts that a new ledger starts with, as `categories.toml` lists them."""

from __future__ import annotations

import msgspec

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Account, Category, Vocabulary
from voiced.packaged import packaged_text

_TABLES = msgspec.toml.decode(
    packaged_text("voiced.domain", "categories.toml"), type=dict[str, dict[str, str]]
)

DEFAULT_CATEGORIES = tuple(
    Category(name, of_type, tuple(words.split()))
    for of_type in TransactionType
    for name, words in _TABLES[of_type.lower()].items()
)

DEFAULT_ACCOUNTS = tuple(Account(name, tuple(words.split())) for name, words in _TABLES["accounts"].items())

DEFAULT_VOCABULARY = Vocabulary(DEFAULT_CATEGORIES, DEFAULT_ACCOUNTS)
