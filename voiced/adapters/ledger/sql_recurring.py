"""The entries that come again, in the table `recurring` of SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date

from voiced.adapters.ledger.sql_database import Row, SqlTables
from voiced.domain.money import Money
from voiced.domain.recurring import DueDays, Every, Recurring
from voiced.domain.recurring_rows import SavedRow, SetUp, with_rows
from voiced.domain.transaction import TransactionType

_ALL = """
SELECT id, every, day, month, amount_fen, type, category, description, account, to_account, since, offered, settled,
       rows_before
FROM recurring ORDER BY since, id
"""
_ROWS_READ = 2000
"""Nearly two years of an ordinary household: the last row of a yearly entry is among them."""
# All rows are read, also those of other things: they tell which words and amounts are of one thing alone.
_ROWS = """
SELECT e.seq, e.amount_fen, e.category,
       CASE WHEN e.account <> (SELECT name FROM accounts WHERE is_hidden = 0 ORDER BY position, id LIMIT 1)
            THEN e.account END,
       e.description, e.date,
       CASE WHEN EXISTS (SELECT 1 FROM lessons AS l WHERE l.transaction_id = e.id AND l.field = 'said')
            THEN 1 ELSE 0 END,
       e.type
FROM entries AS e WHERE e.seq > (SELECT max(seq) FROM transactions) - :rows ORDER BY e.seq
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
        entries = tuple(map(_set_up, await self._database.run(doing, _ALL)))
        rows = await self._database.run(doing, _ROWS, {"rows": _ROWS_READ}) if entries else ()
        return with_rows(entries, tuple(map(_saved_row, rows)))

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


def _saved_row(row: Row) -> SavedRow:
    number, fen, category, account, description, day, teaches, type_ = row
    return SavedRow(
        number,
        Money(fen),
        category,
        account,
        description,
        date.fromisoformat(day),
        teaches=bool(teaches),
        type=TransactionType(type_),
    )


def _set_up(row: Row) -> SetUp:
    *columns, rows_before = row
    id_, every, day, month, fen, type_, category, description, account, to_account, since, *noted = columns
    offered, settled = (None if text is None else date.fromisoformat(text) for text in noted)
    entry = Recurring(
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
    )
    return SetUp(entry, rows_before)
