"""What the ledger remembers of late, in SQL: the rows saved last and the usual amount of each category."""

from __future__ import annotations

from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_rows import ENTRY, from_entry
from voiced.domain.memory import LedgerMemory, Usual
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType

_RECENT_ROWS = 50
"""More than anybody confirms within the time in which an equal entry is remarked on."""

_USUAL_ROWS = 1000
"""About a year of an ordinary user: prices are of today, and reading them stays a matter of 5 ms."""

_RECENT = f"SELECT {ENTRY} FROM entries ORDER BY seq DESC LIMIT :rows"  # noqa: S608 - a constant

# The lower of two middle amounts: a median that somebody really paid, and a whole number of fen.
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
    """What the ledger remembers now.

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
