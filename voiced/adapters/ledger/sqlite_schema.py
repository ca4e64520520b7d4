"""The tables of the ledger, built in numbered steps; `PRAGMA user_version` holds the number of the last one.

Every write of the daemon is one SQL statement, which SQLite does completely or undoes: a crash, a cancelled task or another
coroutine cannot come between the parts of a write. Triggers make that possible.

* An INSERT into the view `new_batches` writes a batch with its rows and deletes the draft that the batch was.
* An UPDATE or DELETE of the view `entries` amends or undoes rows; names are looked up, and undone rows stay.
* Every UPDATE of a row keeps its earlier version in `revisions`.

A step that a ledger may have taken is never edited: a change is a new step at the end of `_STEPS`. The first ones are in `sqlite_first_steps`.
"""

from __future__ import annotations

import aiosqlite

from voiced.adapters.ledger.sql_names import FIRST_ACCOUNTS, FIRST_CATEGORIES
from voiced.adapters.ledger.sqlite_first_steps import (
    BUDGETS,
    RECURRENCE,
    REPORTS,
    REVISIONS,
    TABLES,
    TRANSFERS,
    saving,
)

DRAFTS = (
    """CREATE TABLE drafts (  -- what a crash must not lose
         seq INTEGER PRIMARY KEY,  -- the order of the last changes
         source TEXT NOT NULL UNIQUE,  -- whose draft: `room`, or a source of sent words
         batch_id TEXT NOT NULL,
         version INTEGER NOT NULL,
         body TEXT NOT NULL
       ) STRICT""",
    # A script may name a new source with each call.
    """CREATE TRIGGER bound_drafts AFTER INSERT ON drafts BEGIN
         DELETE FROM drafts WHERE seq IN (
           SELECT seq FROM drafts WHERE source <> 'room' ORDER BY seq DESC LIMIT -1 OFFSET 100);
       END""",
    """INSERT INTO drafts (source, batch_id, version, body)
       SELECT 'room', CASE WHEN json_valid(body) THEN coalesce(body ->> 'id', '') ELSE '' END, version, body
       FROM draft""",
    "DROP TABLE draft",
)
"""A draft for each source in place of the only one. The outbox of a server's ledger takes this step, too."""

_SOURCES = (
    *DRAFTS,
    "DROP TRIGGER save_batch",
    saving("DELETE FROM drafts WHERE batch_id = NEW.id"),
)

_RECURRING = (
    # Names of the category and the accounts, as budgets have them: a name that was changed stays a word for the new one.
    """CREATE TABLE recurring (  -- entries that are offered on their due days; `sql_recurring` reads them
         id TEXT PRIMARY KEY NOT NULL,
         every TEXT NOT NULL CHECK (every IN ('week', 'month', 'year')),
         day INTEGER NOT NULL CHECK (day BETWEEN 1 AND 31),     -- of the week from Monday, else of the month
         month INTEGER NOT NULL CHECK (month BETWEEN 0 AND 12),  -- of the year; else 0
         amount_fen INTEGER NOT NULL CHECK (amount_fen BETWEEN 1 AND 100000000000),
         type TEXT NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         category TEXT NOT NULL CHECK (category <> ''),
         description TEXT NOT NULL,
         account TEXT,
         to_account TEXT,
         since TEXT NOT NULL,  -- 2026-11-21
         offered TEXT,         -- the day of the last offer
         settled TEXT          -- the due day that was answered last
       ) STRICT, WITHOUT ROWID""",
)

_LESSONS = (
    """CREATE TABLE lessons (  -- confirmed rows whose value in a field was corrected, or came from a habit
         seq INTEGER PRIMARY KEY,  -- the order of confirming
         transaction_id TEXT NOT NULL REFERENCES transactions (id),
         words TEXT NOT NULL,  -- the description as it was understood, normalised
         field TEXT NOT NULL CHECK (field IN ('category', 'account')),
         UNIQUE (transaction_id, field)
       ) STRICT""",
    "DROP VIEW new_batches",  # and with it its trigger
    """CREATE VIEW new_batches (id, created_at, digest, rows, lessons) AS  -- JSON lists of objects
       SELECT id, created_at, digest, '[]', '[]' FROM batches""",
    saving("""DELETE FROM drafts WHERE batch_id = NEW.id;
         INSERT INTO lessons (transaction_id, words, field)
         SELECT lesson.value ->> 'transaction_id', lesson.value ->> 'words', lesson.value ->> 'field'
         FROM json_each(NEW.lessons) AS lesson ORDER BY lesson.key"""),
    # A lesson has the present value of its row: a row that was amended teaches its new value, an undone one nothing.
    """CREATE VIEW taught AS
       SELECT l.seq, l.words, e.type, l.field,
              CASE l.field WHEN 'category' THEN e.category ELSE e.account END AS value, e.created_at
       FROM lessons AS l JOIN entries AS e ON e.id = l.transaction_id""",
)
"""What confirmed rows teach about the habits of the household."""

_STEPS = (TABLES, REVISIONS, REPORTS, BUDGETS, TRANSFERS, RECURRENCE, _SOURCES, _RECURRING, _LESSONS)

VERSION = len(_STEPS)
"""The version of the schema that this program reads and writes."""


async def migrate(connection: aiosqlite.Connection, to: int = VERSION) -> None:
    """Take the missing steps, each in a transaction of its own.

    The caller has checked that the database is not newer than `to`.

    Args:
        connection: a connection that leaves transactions to us (`isolation_level` None).
        to: the version to stop at; only tests use an older one.
    """
    while await version(connection) < to:
        await connection.execute("BEGIN IMMEDIATE")
        try:
            # Read again behind the lock: another process may have taken the step meanwhile.
            taken = await version(connection)
            if taken < to:
                for statement in _STEPS[taken]:
                    await connection.execute(statement)
                if taken == 0:
                    await _fill(connection)
                await connection.execute(f"PRAGMA user_version = {taken + 1}")
            await connection.commit()
        except BaseException:
            await connection.rollback()
            raise


async def version(connection: aiosqlite.Connection) -> int:
    """The number of steps that the database has taken."""
    ((number,),) = await connection.execute_fetchall("PRAGMA user_version")
    return int(number)


async def _fill(connection: aiosqlite.Connection) -> None:
    await connection.executemany(
        "INSERT INTO categories (name, type, keywords, position, is_custom) VALUES (?, ?, ?, ?, 0)",
        FIRST_CATEGORIES,
    )
    await connection.executemany(
        "INSERT INTO accounts (name, keywords, position) VALUES (?, ?, ?)", FIRST_ACCOUNTS
    )
