"""Questions to the ledger in SQL, each one statement: total and rows are of the same moment."""

from __future__ import annotations

from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_rows import ENTRY, from_entry
from voiced.domain.money import ZERO, Money
from voiced.domain.question import LedgerAnswer, LedgerQuestion, Measure

_PAGE = 50
"""Rows that come with an answer: more than a person reads on a card."""

# The total is read from the index `transactions_by_day` alone; only the rows shown are looked up. Unless told
# to materialize them, SQLite looks up every row of the ledger.
TOTAL_AND_ROWS = f"""
WITH total AS MATERIALIZED (
  SELECT count(*) AS count, CAST(coalesce(sum(amount_fen), 0) AS BIGINT) AS fen FROM transactions
  WHERE undone_at IS NULL AND type = :type AND date BETWEEN :first AND :last
    AND (:category IS NULL OR category_id IN (SELECT id FROM categories WHERE name = :category))
), page AS MATERIALIZED (
  SELECT {ENTRY} FROM entries
  WHERE seq IN (
    SELECT seq FROM transactions
    WHERE undone_at IS NULL AND type = :type AND date BETWEEN :first AND :last
      AND (:category IS NULL OR category_id IN (SELECT id FROM categories WHERE name = :category))
    ORDER BY date DESC, seq DESC LIMIT :page
  )
)
SELECT total.count, total.fen, page.*
FROM total LEFT JOIN page ON true
ORDER BY page.date DESC, page.seq DESC
"""  # noqa: S608 - put together from constants

LARGEST = f"""
SELECT {ENTRY} FROM entries
WHERE seq = (
  SELECT seq FROM transactions
  WHERE undone_at IS NULL AND type = :type AND date BETWEEN :first AND :last
    AND (:category IS NULL OR category_id IN (SELECT id FROM categories WHERE name = :category))
  ORDER BY amount_fen DESC, date DESC, seq DESC LIMIT 1
)
"""  # noqa: S608 - put together from constants


async def answer_question(database: Database, question: LedgerQuestion) -> LedgerAnswer:
    """The answer from the rows that are not undone.

    Raises:
        LedgerFailure: the database could not be read.
    """
    asked = {
        "type": question.measure.of_type.value,
        "first": question.period.first.isoformat(),
        "last": question.period.last.isoformat(),
        "category": question.category,
    }
    doing = "answering a question"
    if question.measure is Measure.LARGEST:
        rows = tuple(from_entry(row) for row in await database.run(doing, LARGEST, asked))
        total = sum((row.amount for row in rows), ZERO)
        return LedgerAnswer(question, total, len(rows), rows)
    found = await database.run(doing, TOTAL_AND_ROWS, {**asked, "page": _PAGE})
    count, fen, *_ = found[0]
    # Without a match, the only line holds the total and no row.
    rows = tuple(from_entry(entry) for _, _, *entry in found if count)
    return LedgerAnswer(question, Money(fen), count, rows)
