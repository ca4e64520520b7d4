"""The tables of the ledger, built in numbered steps; `PRAGMA user_version` holds the number of the last one.

Every write of the daemon is one SQL statement, which SQLite does completely or undoes: a crash, a cancelled task or another
coroutine cannot come between the parts of a write. Triggers make that possible.

* An INSERT into the view `new_batches` writes a batch with its rows and deletes the draft that the batch was.
* An UPDATE or DELETE of the view `entries` amends or undoes rows; names are looked up, and undone rows stay.
* Every UPDATE of a row keeps its earlier version in `revisions`.

A released step is never edited: a change is a new step at the end of `_STEPS`.
"""

from __future__ import annotations

import aiosqlite

from voiced.adapters.ledger.sql_names import FIRST_ACCOUNTS, FIRST_CATEGORIES

APPLICATION_ID = 0x766F6963
"""`voic` in ASCII, in the header of each ledger: other programs' databases are left alone."""

_TABLES = (
    """CREATE TABLE accounts (
         id INTEGER PRIMARY KEY,
         name TEXT NOT NULL UNIQUE CHECK (name <> ''),
         keywords TEXT NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position INTEGER NOT NULL           -- the first one is the default account
       ) STRICT""",
    """CREATE TABLE categories (
         id INTEGER PRIMARY KEY,
         name TEXT NOT NULL CHECK (name <> ''),
         type TEXT NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         keywords TEXT NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position INTEGER NOT NULL,
         is_custom INTEGER NOT NULL DEFAULT 1 CHECK (is_custom IN (0, 1)),
         UNIQUE (name, type)
       ) STRICT""",
    """CREATE TABLE batches (
         id TEXT PRIMARY KEY NOT NULL,
         created_at TEXT NOT NULL,
         digest TEXT NOT NULL  -- of the rows as they were confirmed: tells a repeated save from another one
       ) STRICT""",
    """CREATE TABLE transactions (
         seq INTEGER PRIMARY KEY,  -- the order of recording
         id TEXT NOT NULL UNIQUE,
         batch_id TEXT NOT NULL REFERENCES batches (id),
         position INTEGER NOT NULL,  -- within the batch, from 0
         amount_fen INTEGER NOT NULL CHECK (amount_fen BETWEEN 1 AND 100000000000),
         currency TEXT NOT NULL,
         type TEXT NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         category_id INTEGER NOT NULL REFERENCES categories (id),
         account_id INTEGER NOT NULL REFERENCES accounts (id),
         description TEXT NOT NULL,
         date TEXT NOT NULL,        -- 2026-11-21
         created_at TEXT NOT NULL,  -- ISO 8601 with time zone
         undone_at TEXT,
         UNIQUE (batch_id, position)
       ) STRICT""",
    """CREATE TABLE draft (  -- at most one: what a crash must not lose
         id INTEGER PRIMARY KEY CHECK (id = 1),
         version INTEGER NOT NULL,
         body TEXT NOT NULL
       ) STRICT""",
    """CREATE VIEW entries AS  -- the rows that count, with names; also for people with a SQLite shell
       SELECT t.seq, t.id, t.batch_id, t.amount_fen, t.currency, t.type, c.name AS category,
              a.name AS account, t.description, t.date, t.created_at
       FROM transactions AS t
       JOIN categories AS c ON c.id = t.category_id
       JOIN accounts AS a ON a.id = t.account_id
       WHERE t.undone_at IS NULL""",
    """CREATE VIEW new_batches (id, created_at, digest, rows) AS  -- rows: a JSON list of objects
       SELECT id, created_at, digest, '[]' FROM batches""",
    # An unknown name leaves its id NULL, which NOT NULL refuses, and with it the whole statement. A category
    # of the row's own type comes first; an entry whose type was corrected may keep one of another type.
    """CREATE TRIGGER save_batch INSTEAD OF INSERT ON new_batches BEGIN
         INSERT INTO batches (id, created_at, digest) VALUES (NEW.id, NEW.created_at, NEW.digest);
         INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id,
                                   account_id, description, date, created_at)
         SELECT row.value ->> 'id', NEW.id, row.key, row.value ->> 'amount_fen', row.value ->> 'currency',
                row.value ->> 'type',
                coalesce((SELECT id FROM categories
                          WHERE name = row.value ->> 'category' AND type = row.value ->> 'type'),
                         (SELECT min(id) FROM categories WHERE name = row.value ->> 'category')),
                (SELECT id FROM accounts WHERE name = row.value ->> 'account'),
                row.value ->> 'description', row.value ->> 'date', row.value ->> 'created_at'
         FROM json_each(NEW.rows) AS row
         ORDER BY row.key;
         DELETE FROM draft;
       END""",
    """CREATE TRIGGER amend_entry INSTEAD OF UPDATE ON entries BEGIN
         UPDATE transactions SET
           amount_fen = NEW.amount_fen, type = NEW.type, description = NEW.description, date = NEW.date,
           category_id = coalesce((SELECT id FROM categories WHERE name = NEW.category AND type = NEW.type),
                                  (SELECT min(id) FROM categories WHERE name = NEW.category)),
           account_id = (SELECT id FROM accounts WHERE name = NEW.account)
         WHERE seq = OLD.seq;
       END""",
    """CREATE TRIGGER undo_entry INSTEAD OF DELETE ON entries BEGIN
         UPDATE transactions SET undone_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE seq = OLD.seq;
       END""",
    f"PRAGMA application_id = {APPLICATION_ID}",
)

_REVISIONS = (
    """CREATE TABLE revisions (
         id INTEGER PRIMARY KEY,
         transaction_id TEXT NOT NULL REFERENCES transactions (id),
         changed_at TEXT NOT NULL,  -- UTC
         why TEXT NOT NULL CHECK (why IN ('amended', 'undone')),
         old_row TEXT NOT NULL      -- JSON, the values before the change
       ) STRICT""",
    """CREATE TRIGGER keep_revision AFTER UPDATE ON transactions BEGIN
         INSERT INTO revisions (transaction_id, changed_at, why, old_row)
         VALUES (
           OLD.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
           CASE WHEN NEW.undone_at IS NOT NULL AND OLD.undone_at IS NULL THEN 'undone' ELSE 'amended' END,
           json_object(
             'id', OLD.id, 'batch_id', OLD.batch_id, 'amount_fen', OLD.amount_fen, 'currency', OLD.currency,
             'type', OLD.type, 'category', (SELECT name FROM categories WHERE id = OLD.category_id),
             'account', (SELECT name FROM accounts WHERE id = OLD.account_id),
             'description', OLD.description, 'date', OLD.date, 'created_at', OLD.created_at,
             'undone_at', OLD.undone_at
           )
         );
       END""",
)

_REPORTS = (
    # Totals of a period are read from this index alone; without it a month costs a scan of everything. The
    # type comes first so that SQLite does not take the index where only the order of recording is asked for.
    """CREATE INDEX transactions_by_day
       ON transactions (type, undone_at, date, amount_fen, category_id)""",
)

_BUDGETS = (
    """CREATE TABLE budgets (
         month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'),
         category TEXT NOT NULL CHECK (category <> ''),  -- the name: spending is counted by name, too
         limit_fen INTEGER NOT NULL CHECK (limit_fen BETWEEN 1 AND 100000000000),
         PRIMARY KEY (month, category)
       ) STRICT, WITHOUT ROWID""",
    # A month's totals by day and category come out of this index in order, without sorting. What the old one
    # answered it answers as well.
    "DROP INDEX transactions_by_day",
    """CREATE INDEX transactions_by_day
       ON transactions (type, undone_at, date, category_id, amount_fen)""",
)


def _saving(clearing: str) -> str:
    """The trigger that writes a batch with transfers, and then clears its draft."""
    return f"""CREATE TRIGGER save_batch INSTEAD OF INSERT ON new_batches BEGIN
         INSERT INTO batches (id, created_at, digest) VALUES (NEW.id, NEW.created_at, NEW.digest);
         INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id,
                                   account_id, description, date, created_at, to_account_id)
         SELECT row.value ->> 'id', NEW.id, row.key, row.value ->> 'amount_fen', row.value ->> 'currency',
                row.value ->> 'type',
                coalesce((SELECT id FROM categories
                          WHERE name = row.value ->> 'category' AND type = row.value ->> 'type'),
                         (SELECT min(id) FROM categories WHERE name = row.value ->> 'category')),
                (SELECT id FROM accounts WHERE name = row.value ->> 'account'),
                row.value ->> 'description', row.value ->> 'date', row.value ->> 'created_at',
                CASE WHEN row.value ->> 'to_account' IS NOT NULL
                     THEN coalesce((SELECT id FROM accounts WHERE name = row.value ->> 'to_account'), 0) END
         FROM json_each(NEW.rows) AS row
         ORDER BY row.key;
         {clearing};
       END"""  # noqa: S608 - put together from constants


_TRANSFERS = (
    # An unknown name becomes 0, which this refuses, and with it the whole statement.
    """ALTER TABLE transactions ADD COLUMN to_account_id INTEGER REFERENCES accounts (id)
       CHECK (to_account_id IS NULL OR (to_account_id > 0 AND type = 'TRANSFER'))""",
    """CREATE VIEW recorded AS  -- all rows with names, those that were taken back included
       SELECT t.seq, t.id, t.batch_id, t.amount_fen, t.currency, t.type, c.name AS category,
              a.name AS account, t.description, t.date, t.created_at,
              (SELECT name FROM accounts WHERE id = t.to_account_id) AS to_account, t.undone_at
       FROM transactions AS t
       JOIN categories AS c ON c.id = t.category_id
       JOIN accounts AS a ON a.id = t.account_id""",
    "DROP VIEW entries",  # and with it its triggers
    """CREATE VIEW entries AS  -- the rows that count, with names; also for people with a SQLite shell
       SELECT seq, id, batch_id, amount_fen, currency, type, category, account, description, date, created_at,
              to_account
       FROM recorded WHERE undone_at IS NULL""",
    "DROP TRIGGER save_batch",
    _saving("DELETE FROM draft"),
    """CREATE TRIGGER amend_entry INSTEAD OF UPDATE ON entries BEGIN
         UPDATE transactions SET
           amount_fen = NEW.amount_fen, type = NEW.type, description = NEW.description, date = NEW.date,
           category_id = coalesce((SELECT id FROM categories WHERE name = NEW.category AND type = NEW.type),
                                  (SELECT min(id) FROM categories WHERE name = NEW.category)),
           account_id = (SELECT id FROM accounts WHERE name = NEW.account),
           to_account_id = CASE WHEN NEW.type = 'TRANSFER' AND NEW.to_account IS NOT NULL
                                THEN coalesce((SELECT id FROM accounts WHERE name = NEW.to_account), 0) END
         WHERE seq = OLD.seq;
       END""",
    """CREATE TRIGGER undo_entry INSTEAD OF DELETE ON entries BEGIN
         UPDATE transactions SET undone_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE seq = OLD.seq;
       END""",
    "DROP TRIGGER keep_revision",
    """CREATE TRIGGER keep_revision AFTER UPDATE ON transactions BEGIN
         INSERT INTO revisions (transaction_id, changed_at, why, old_row)
         VALUES (
           OLD.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
           CASE WHEN NEW.undone_at IS NOT NULL AND OLD.undone_at IS NULL THEN 'undone' ELSE 'amended' END,
           json_object(
             'id', OLD.id, 'batch_id', OLD.batch_id, 'amount_fen', OLD.amount_fen, 'currency', OLD.currency,
             'type', OLD.type, 'category', (SELECT name FROM categories WHERE id = OLD.category_id),
             'account', (SELECT name FROM accounts WHERE id = OLD.account_id),
             'description', OLD.description, 'date', OLD.date, 'created_at', OLD.created_at,
             'to_account', (SELECT name FROM accounts WHERE id = OLD.to_account_id),
             'undone_at', OLD.undone_at
           )
         );
       END""",
)

_RECURRENCE = (
    # A budget of an earlier version was for one month.
    """ALTER TABLE budgets ADD COLUMN recurrence TEXT NOT NULL DEFAULT 'once'
       CHECK (recurrence IN ('once', 'monthly', 'carried'))""",
    # The last month of a budget that was ended.
    """ALTER TABLE budgets ADD COLUMN last_month TEXT
       CHECK (last_month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]')""",
    # A hidden name keeps its rows, and is neither offered nor understood any more.
    "ALTER TABLE categories ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1))",
    "ALTER TABLE accounts ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1))",
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
    _saving("DELETE FROM drafts WHERE batch_id = NEW.id"),
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
    _saving("""DELETE FROM drafts WHERE batch_id = NEW.id;
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

_STEPS = (_TABLES, _REVISIONS, _REPORTS, _BUDGETS, _TRANSFERS, _RECURRENCE, _SOURCES, _RECURRING, _LESSONS)

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
