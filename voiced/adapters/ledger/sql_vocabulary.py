"""The names in the ledger: categories, accounts and what was used lately."""

from __future__ import annotations

from voiced.adapters.ledger.sql_database import Database
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Account, Category, Vocabulary

_RECENT_ROWS = 50
"""Rows that count as recent: some days of an ordinary user."""

_CATEGORIES = "SELECT name, type, keywords, is_custom FROM categories ORDER BY is_custom DESC, position, id"
_ACCOUNTS = "SELECT name, keywords FROM accounts ORDER BY position, id"
_RECENT = "SELECT category FROM entries ORDER BY seq DESC LIMIT :rows"


async def read_vocabulary(database: Database) -> Vocabulary:
    """What the ledger knows now.

    Raises:
        LedgerFailure: the database could not be read.
    """
    doing = "reading categories and accounts"
    categories = tuple(
        Category(name, TransactionType(type_), tuple(keywords.split()), is_custom=bool(is_custom))
        for name, type_, keywords, is_custom in await database.run(doing, _CATEGORIES)
    )
    accounts = tuple(
        Account(name, tuple(keywords.split())) for name, keywords in await database.run(doing, _ACCOUNTS)
    )
    recent = await database.run(doing, _RECENT, {"rows": _RECENT_ROWS})
    names = tuple(dict.fromkeys(name for (name,) in recent))
    if not accounts:
        return Vocabulary(categories, accounts, names)
    return Vocabulary(categories, accounts, names, default_account=accounts[0].name)
