"""The entries that come again, in the table `recurring` of SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date

from voiced.adapters.ledger.sql_database import Row, SqlTables
from voiced.domain.money import Money
from voiced.domain.recurring import DueDays, Every, Recurring
from voiced.domain.recurring_rows import LikeRow, with_rows
from voiced.domain.transaction import TransactionType

# A row is of the same thing if it has the same type and description, or the same category where there is no description.
_ALL = """
SELECT id, every, day, month, amount_fen, type, category, description, account, to_account, since, offered, settled,
       (SELECT max(t.date) FROM transactions AS t
        WHERE t.undone_at IS NULL AND t.type = r.type AND t.date >= r.since
          AND ((r.description <> '' AND t.description = r.description)
               OR (r.description = '' AND t.category_id IN (SELECT id FROM categories WHERE name = r.category))))
FROM recurring AS r ORDER BY since, id
"""
_LIKE_ROWS = 5000
"""Years of an ordinary household: the last row of a yearly entry is among them."""
# The rows of the category and of the amount are read, those whose description holds that of the entry or stands in it, and those of
# the amount of such a row, since the household may have changed the entry since. Those of the words of a row of the amount tell
# whether these words are of this thing alone.
_LIKE = """
WITH latest AS (SELECT * FROM entries WHERE seq > (SELECT max(seq) FROM transactions) - :rows),
named AS (
  SELECT r.id AS entry, e.id, e.amount_fen
  FROM recurring AS r JOIN latest AS e ON e.date >= r.since
  WHERE replace(replace(e.description, '的', ''), replace(r.description, '的', ''), '')
        <> replace(e.description, '的', '')
     OR replace(replace(r.description, '的', ''), replace(e.description, '的', ''), '')
        <> replace(r.description, '的', '')
)
SELECT r.id, e.id, e.amount_fen, e.category,
       CASE WHEN e.account <> (SELECT name FROM accounts WHERE is_hidden = 0 ORDER BY position, id LIMIT 1)
            THEN e.account END,
       e.description, e.date,
       CASE WHEN e.seq > r.rows_before
             AND EXISTS (SELECT 1 FROM lessons AS l WHERE l.transaction_id = e.id AND l.field = 'said')
            THEN 1 ELSE 0 END,
       e.type
FROM recurring AS r JOIN latest AS e ON e.date >= r.since
WHERE e.category = r.category OR e.amount_fen = r.amount_fen
   OR (r.id, e.description) IN (SELECT r.id, e.description FROM recurring AS r JOIN latest AS e ON e.amount_fen = r.amount_fen)
   OR (r.id, e.id) IN (SELECT entry, id FROM named)
   OR (r.id, e.amount_fen) IN (SELECT entry, amount_fen FROM named)
ORDER BY e.seq
"""
_KEEP = """
INSERT INTO recurring (id, every, day, month, amount_fen, type, category, description, account, to_account, since,
                       rows_before)
VALUES (:id, :every, :day, :month, :fen, :type, :category, :description, :account, :to_account, :since,
        (SELECT coalesce(max(seq), 0) FROM transactions))
ON CONFLICT (id) DO UPDATE SET
  every = excluded.every, day = excluded.day, month = excluded.month, amount_fen = excluded.amount_fen,
  type = excluded.type, category = excluded.category, description = excluded.description,
  account = excluded.account, to_account = excluded.to_account, rows_before = excluded.rows_before
"""
_REMOVE = "DELETE FROM recurring WHERE id = :id RETURNING id"
_NOTE_OFFER = "UPDATE recurring SET offered = :day WHERE id = :id"
_NOTE_ANSWER = "UPDATE recurring SET settled = :day WHERE id = :id"


class SqlRecurring(SqlTables):
    """`RecurringEntries` in a database of SQL."""

    async def all(self) -> tuple[Recurring, ...]:
        """Every recurring entry; see `RecurringEntries.all`."""
        doing = "reading the recurring entries"
        entries = tuple(map(_recurring, await self._database.run(doing, _ALL)))
        rows = await self._database.run(doing, _LIKE, {"rows": _LIKE_ROWS}) if entries else ()
        known = {entry.id for entry in entries}  # Another program may have set one up meanwhile.
        return with_rows(entries, [(row[0], _like_row(row)) for row in rows if row[0] in known])

    async def keep(self, entry: Recurring) -> None:
        """Set up a recurring entry or change it; see `RecurringEntries.keep`."""
        values = {
            "id": entry.id,
            "every": entry.days.every.value,
            "day": entry.days.day,
            "month": entry.days.month,
            "fen": entry.amount.fen,
            "type": entry.type.value,
            "category": entry.category,
            "description": entry.description,
            "account": entry.account,
            "to_account": entry.to_account,
            "since": entry.since.isoformat(),
        }
        await self._database.run("keeping the recurring entry", _KEEP, values)

    async def remove(self, id: str) -> bool:
        """Remove a recurring entry; see `RecurringEntries.remove`."""
        return bool(await self._database.run("removing the recurring entry", _REMOVE, {"id": id}))

    async def note(self, id: str, *, offered: date | None = None, settled: date | None = None) -> None:
        """Note an offer or an answer; see `RecurringEntries.note`."""
        for sql, day in ((_NOTE_OFFER, offered), (_NOTE_ANSWER, settled)):
            if day is not None:
                noted = {"id": id, "day": day.isoformat()}
                await self._database.run("noting the offer of a recurring entry", sql, noted)


def _like_row(row: Row) -> LikeRow:
    _, id_, fen, category, account, description, day, teaches, type_ = row
    return LikeRow(
        id_,
        Money(fen),
        category,
        account,
        description,
        date.fromisoformat(day),
        teaches=bool(teaches),
        type=TransactionType(type_),
    )


def _recurring(row: Row) -> Recurring:
    id_, every, day, month, fen, type_, category, description, account, to_account, since, *noted = row
    offered, settled, recorded = (None if text is None else date.fromisoformat(text) for text in noted)
    return Recurring(
        id=id_,
        amount=Money(fen),
        type=TransactionType(type_),
        category=category,
        description=description,
        days=DueDays(Every(every), day, month),
        since=date.fromisoformat(since),
        account=account,
        to_account=to_account,
        offered=offered,
        settled=settled,
        recorded=recorded,
    )
