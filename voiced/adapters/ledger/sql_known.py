"""The ledger as the dialogue knows it: its names, the rows saved last and the usual amount of each category."""

from __future__ import annotations

from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_rows import ENTRY, from_entry
from voiced.domain.memory import LedgerMemory, Usual
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Account, Category, Vocabulary

_RECENT_ROWS = 50
"""Some days of an ordinary user, and more than a person confirms while equal entries are remarked on."""

_CATEGORIES = "SELECT name, type, keywords, is_custom FROM categories ORDER BY is_custom DESC, position, id"
_ACCOUNTS = "SELECT name, keywords FROM accounts ORDER BY position, id"
_RECENT_CATEGORIES = "SELECT category FROM entries ORDER BY seq DESC LIMIT :rows"


async def read_vocabulary(database: Database) -> Vocabulary:
    """The categories, accounts and recently used categories as of now.

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
    recent = await database.run(doing, _RECENT_CATEGORIES, {"rows": _RECENT_ROWS})
    names = tuple(dict.fromkeys(name for (name,) in recent))
    if not accounts:
        return Vocabulary(categories, accounts, names)
    return Vocabulary(categories, accounts, names, default_account=accounts[0].name)


_USUAL_ROWS = 1000
"""About a year of an ordinary user: prices are of today, and reading them stays a matter of 5 ms."""

_RECENT = f"SELECT {ENTRY} FROM entries ORDER BY seq DESC LIMIT :rows"  # noqa: S608 - a constant

# The lower of two middle amounts: a median that a person really paid, and a whole number of fen.
_USUAL = """
WITH late AS (SELECT type, category, amount_fen FROM entries ORDER BY seq DESC LIMIT :rows),
ranked AS (
  SELECT type, category, amount_fen,
         row_number() OVER (PARTITION BY type, category ORDER BY amount_fen) AS place,
         count(*) OVER (PARTITION BY type, category) AS count
  FROM late
)
SELECT type, category, amount_fen, count FROM ranked WHERE place = (count + 1) / 2 ORDER BY type, category
"""


async def read_memory(database: Database) -> LedgerMemory:
    """The rows saved last and the usual amounts as of now.

    Raises:
        LedgerFailure: the database could not be read.
    """
    doing = "reading the latest rows"
    recent = await database.run(doing, _RECENT, {"rows": _RECENT_ROWS})
    usual = await database.run(doing, _USUAL, {"rows": _USUAL_ROWS})
    return LedgerMemory(
        recent=tuple(from_entry(row) for row in recent),
        usual=tuple(
            Usual(TransactionType(type_), category, Money(median_fen), count)
            for type_, category, median_fen, count in usual
        ),
    )
