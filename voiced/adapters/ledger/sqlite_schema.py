"""The tables of the ledger, which one step makes; `PRAGMA user_version` holds the version of the schema.

Every write of the daemon is one SQL statement, which SQLite does completely or undoes: a crash, a cancelled task or another
coroutine cannot come between the parts of a write. Triggers make that possible.

* An INSERT into the view `new_batches` writes a batch with its rows and lessons and deletes the draft that the batch was.
* An INSERT into the view `bill_writes` does all that an import of a bill, an answer about a line or its undoing changes.
* An UPDATE or DELETE of the view `entries` amends or undoes rows; names are looked up, and undone rows stay.
* Every UPDATE of a row keeps its earlier version in `revisions`.

A change of the tables before the first release is made here, in the one step, and `VERSION` is one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import aiosqlite
from msgspec import Struct

from voiced.adapters.ledger.sql_names import FIRST_ACCOUNTS, FIRST_CATEGORIES
from voiced.adapters.ledger.sql_schema import LESSONS_OF_A_CHANGE, VERSION, VIEWS, keeping_revision

APPLICATION_ID = 0x766F6963
"""`voic` in ASCII, in the header of each ledger: other programs' databases are left alone."""
_NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
"""ISO 8601 in UTC."""


class FileTables(Struct, frozen=True):
    """What a new file of ours gets.

    Attributes:
        application_id: marks the file as ours.
        version: that of the statements.
        statements: make the tables, views and triggers.
        first_rows: statements, each with the rows that it writes.
    """

    application_id: int
    version: int
    statements: Sequence[str]
    first_rows: Sequence[tuple[str, Sequence[Sequence[Any]]]] = ()


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
)
"""A draft for each source. The outbox of a server's ledger has them, too."""

_ROWS = (
    """CREATE TABLE accounts (
         id INTEGER PRIMARY KEY,
         name TEXT NOT NULL UNIQUE CHECK (name <> ''),
         keywords TEXT NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position INTEGER NOT NULL,          -- the first one is the default account
         -- A hidden name keeps its rows, and is neither offered nor understood any more.
         is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1))
       ) STRICT""",
    """CREATE TABLE categories (
         id INTEGER PRIMARY KEY,
         name TEXT NOT NULL CHECK (name <> ''),
         type TEXT NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         keywords TEXT NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position INTEGER NOT NULL,
         is_custom INTEGER NOT NULL DEFAULT 1 CHECK (is_custom IN (0, 1)),
         is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
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
         -- An unknown name becomes 0, which this refuses, and with it the whole statement.
         to_account_id INTEGER REFERENCES accounts (id)
           CHECK (to_account_id IS NULL OR (to_account_id > 0 AND type = 'TRANSFER')),
         said_account_id INTEGER REFERENCES accounts (id),  -- the one that a person named
         paid_at TEXT,   -- ISO 8601 with time zone, as a bill has it
         merchant TEXT,  -- in the words of a bill
         UNIQUE (batch_id, position)
       ) STRICT""",
    # Totals of a period are read from this index alone; without it a month costs a scan of everything. The type
    # comes first so that SQLite does not take the index where only the order of recording is asked for. A month's
    # totals by day and category come out of it in order, without sorting.
    """CREATE INDEX transactions_by_day
       ON transactions (type, undone_at, date, category_id, amount_fen)""",
    """CREATE TABLE revisions (
         id INTEGER PRIMARY KEY,
         transaction_id TEXT NOT NULL REFERENCES transactions (id),
         changed_at TEXT NOT NULL,  -- UTC
         why TEXT NOT NULL CHECK (why IN ('amended', 'undone', 'billed')),
         old_row TEXT NOT NULL      -- JSON, the values before the change
       ) STRICT""",
    """CREATE TABLE lessons (  -- what confirmed rows and stated habits teach about words
         seq INTEGER PRIMARY KEY,  -- the order of confirming
         transaction_id TEXT REFERENCES transactions (id),  -- NULL of a habit that was stated or imported
         words TEXT NOT NULL,  -- in the form of `habit_words`
         -- The field that was corrected, or that a habit gave; the question that was answered, `type` or `entry`; `said` of
         -- each row that may teach later.
         field TEXT NOT NULL CHECK (field IN ('category', 'account', 'type', 'entry', 'said')),
         -- A row has these values itself.
         type TEXT CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         value TEXT,
         taught_at TEXT,  -- ISO 8601 with time zone
         times INTEGER NOT NULL DEFAULT 1,
         CHECK (transaction_id IS NOT NULL OR (type IS NOT NULL AND value IS NOT NULL AND taught_at IS NOT NULL)),
         UNIQUE (transaction_id, field)
       ) STRICT""",
)

_BILLS = (
    """CREATE TABLE bills (  -- imports of bills
         batch_id TEXT PRIMARY KEY NOT NULL REFERENCES batches (id),
         form TEXT NOT NULL,
         first TEXT NOT NULL,  -- 2026-11-21, the first day that it covers
         last TEXT NOT NULL
       ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE bill_lines (
         ref TEXT PRIMARY KEY NOT NULL,  -- `alipay:2026…01`
         batch_id TEXT NOT NULL REFERENCES batches (id),
         day TEXT NOT NULL,
         outcome TEXT NOT NULL CHECK (outcome IN ('linked', 'ask', 'new', 'refund', 'ignored')),
         is_withdrawn INTEGER NOT NULL CHECK (is_withdrawn IN (0, 1)),
         body TEXT NOT NULL  -- JSON, all of it
       ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX bill_lines_by_day ON bill_lines (day)",
    """CREATE TABLE bill_links (  -- the rows of each line: which a person said, and which it made
         transaction_id TEXT NOT NULL REFERENCES transactions (id),
         ref TEXT NOT NULL REFERENCES bill_lines (ref),
         kind TEXT NOT NULL CHECK (kind IN ('said', 'made')),
         PRIMARY KEY (transaction_id, ref)
       ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX bill_links_by_line ON bill_links (ref)",
    """CREATE TABLE bill_changes (  -- what a later import or a person made of a line, for the undoing
         seq INTEGER PRIMARY KEY,
         batch_id TEXT NOT NULL REFERENCES batches (id),
         ref TEXT NOT NULL REFERENCES bill_lines (ref),
         before TEXT NOT NULL,  -- JSON
         after TEXT NOT NULL
       ) STRICT""",
)

_PLANS = (
    """CREATE TABLE budgets (
         month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'),
         category TEXT NOT NULL CHECK (category <> ''),  -- the name: spending is counted by name, too
         limit_fen INTEGER NOT NULL CHECK (limit_fen BETWEEN 1 AND 100000000000),
         recurrence TEXT NOT NULL DEFAULT 'once' CHECK (recurrence IN ('once', 'monthly', 'carried')),
         last_month TEXT CHECK (last_month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'),  -- of one that was ended
         PRIMARY KEY (month, category)
       ) STRICT, WITHOUT ROWID""",
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
         settled TEXT,         -- the due day that was answered last
         -- The last row of the ledger when these values were set: later rows may teach others.
         rows_before INTEGER NOT NULL DEFAULT 0
       ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE openings (  -- what was in an account before the rows of a day; no row, and in no total
         account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
         fen INTEGER NOT NULL CHECK (fen BETWEEN -100000000000 AND 100000000000),
         date TEXT NOT NULL  -- 2026-11-21
       ) STRICT""",
)

_NEW_BATCHES = """CREATE VIEW new_batches (id, created_at, digest, rows, lessons) AS  -- JSON lists of objects
   SELECT id, created_at, digest, '[]', '[]' FROM batches"""

_BILL_WRITES = """CREATE VIEW bill_writes (seen, batch_id, created_at, digest, form, first, last, new, changed, lines,
                                 links, changes) AS  -- JSON lists of objects
   SELECT 0, batch_id, '', '', form, first, last, '[]', '[]', '[]', '[]', '[]' FROM bills"""

_TRIGGERS = (
    # An unknown name leaves its id NULL, which NOT NULL refuses, and with it the whole statement. A category
    # of the row's own type comes first; an entry whose type was corrected may keep one of another type.
    """CREATE TRIGGER save_batch INSTEAD OF INSERT ON new_batches BEGIN
         INSERT INTO batches (id, created_at, digest) VALUES (NEW.id, NEW.created_at, NEW.digest);
         INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id,
                                   account_id, description, date, created_at, to_account_id, said_account_id,
                                   paid_at, merchant)
         SELECT row.value ->> 'id', NEW.id, row.key, row.value ->> 'amount_fen', row.value ->> 'currency',
                row.value ->> 'type',
                coalesce((SELECT id FROM categories
                          WHERE name = row.value ->> 'category' AND type = row.value ->> 'type'),
                         (SELECT min(id) FROM categories WHERE name = row.value ->> 'category')),
                (SELECT id FROM accounts WHERE name = row.value ->> 'account'),
                row.value ->> 'description', row.value ->> 'date', row.value ->> 'created_at',
                CASE WHEN row.value ->> 'to_account' IS NOT NULL
                     THEN coalesce((SELECT id FROM accounts WHERE name = row.value ->> 'to_account'), 0) END,
                (SELECT id FROM accounts WHERE name = row.value ->> 'said_account'),
                row.value ->> 'paid_at', row.value ->> 'merchant'
         FROM json_each(NEW.rows) AS row
         ORDER BY row.key;
         DELETE FROM drafts WHERE batch_id = NEW.id;
         INSERT INTO lessons (transaction_id, words, field)
         SELECT lesson.value ->> 'transaction_id', lesson.value ->> 'words', lesson.value ->> 'field'
         FROM json_each(NEW.lessons) AS lesson ORDER BY lesson.key;
       END""",
    # The last lesson decides, so an earlier one of the row is replaced by a new one.
    f"""CREATE TRIGGER amend_entry INSTEAD OF UPDATE ON entries BEGIN
         UPDATE transactions SET
           amount_fen = NEW.amount_fen, type = NEW.type, description = NEW.description, date = NEW.date,
           category_id = coalesce((SELECT id FROM categories WHERE name = NEW.category AND type = NEW.type),
                                  (SELECT min(id) FROM categories WHERE name = NEW.category)),
           account_id = (SELECT id FROM accounts WHERE name = NEW.account),
           to_account_id = CASE WHEN NEW.type = 'TRANSFER' AND NEW.to_account IS NOT NULL
                                THEN coalesce((SELECT id FROM accounts WHERE name = NEW.to_account), 0) END,
           said_account_id = (SELECT id FROM accounts WHERE name = NEW.said_account)
         WHERE seq = OLD.seq;
         INSERT OR REPLACE INTO lessons (transaction_id, words, field) {LESSONS_OF_A_CHANGE};
       END""",  # noqa: S608 - put together from constants
    f"""CREATE TRIGGER undo_entry INSTEAD OF DELETE ON entries BEGIN
         UPDATE transactions SET undone_at = {_NOW} WHERE seq = OLD.seq;
       END""",  # noqa: S608 - put together from constants
    # Rows that changed since they were read refuse the write.
    f"""CREATE TRIGGER write_bill INSTEAD OF INSERT ON bill_writes BEGIN
         SELECT RAISE(ABORT, 'the ledger changed meanwhile')
         WHERE NEW.seen IS NOT (SELECT number FROM seen);
         INSERT INTO new_batches (id, created_at, digest, rows, lessons)
         SELECT NEW.batch_id, NEW.created_at, NEW.digest, NEW.new, '[]' WHERE NEW.batch_id IS NOT NULL;
         INSERT INTO bills (batch_id, form, first, last)
         SELECT NEW.batch_id, NEW.form, NEW.first, NEW.last WHERE NEW.form IS NOT NULL;
         UPDATE transactions SET
           amount_fen = row.value ->> 'amount_fen',
           category_id = coalesce((SELECT id FROM categories WHERE name = row.value ->> 'category'
                                                             AND type = row.value ->> 'type'),
                                  (SELECT min(id) FROM categories WHERE name = row.value ->> 'category')),
           account_id = (SELECT id FROM accounts WHERE name = row.value ->> 'account'),
           to_account_id = (SELECT id FROM accounts WHERE name = row.value ->> 'to_account'),
           paid_at = row.value ->> 'paid_at', merchant = row.value ->> 'merchant',
           undone_at = CASE WHEN row.value ->> 'is_undone' THEN coalesce(undone_at, {_NOW}) END
         FROM json_each(NEW.changed) AS row WHERE transactions.id = row.value ->> 'id';
         INSERT OR REPLACE INTO bill_lines (ref, batch_id, day, outcome, is_withdrawn, body)
         SELECT line.value ->> 'ref', line.value ->> 'batch_id', line.value ->> 'day', line.value ->> 'outcome',
                line.value ->> 'is_withdrawn', line.value ->> 'body'
         FROM json_each(NEW.lines) AS line;
         DELETE FROM bill_links WHERE ref IN (SELECT value ->> 'ref' FROM json_each(NEW.lines));
         INSERT INTO bill_links (transaction_id, ref, kind)
         SELECT link.value ->> 'transaction_id', link.value ->> 'ref', link.value ->> 'kind'
         FROM json_each(NEW.links) AS link;
         INSERT INTO bill_changes (batch_id, ref, before, after)
         SELECT NEW.batch_id, change.value ->> 'ref', change.value ->> 'before', change.value ->> 'after'
         FROM json_each(NEW.changes) AS change ORDER BY change.key;
       END""",  # noqa: S608 - put together from constants
    f"""CREATE TRIGGER keep_revision AFTER UPDATE ON transactions BEGIN
         {keeping_revision(_NOW, "json_object")}
       END""",
)

LEDGER = FileTables(
    APPLICATION_ID,
    VERSION,
    (*_ROWS, *_BILLS, *_PLANS, *DRAFTS, *VIEWS, _NEW_BATCHES, _BILL_WRITES, *_TRIGGERS),
    (
        (
            "INSERT INTO categories (name, type, keywords, position, is_custom) VALUES (?, ?, ?, ?, 0)",
            FIRST_CATEGORIES,
        ),
        ("INSERT INTO accounts (name, keywords, position) VALUES (?, ?, ?)", FIRST_ACCOUNTS),
    ),
)
"""A ledger with the categories and accounts that each new one has."""


async def make(connection: aiosqlite.Connection, tables: FileTables) -> None:
    """Make the tables of a new file, in one transaction.

    Args:
        connection: a connection that leaves transactions to us (`isolation_level` None).
        tables: what the file gets.
    """
    await connection.execute("BEGIN IMMEDIATE")
    try:
        # Read behind the lock: another process may have made them meanwhile.
        if await version(connection) == 0:
            for statement in tables.statements:
                await connection.execute(statement)
            for statement, rows in tables.first_rows:
                await connection.executemany(statement, rows)
            await connection.execute(f"PRAGMA application_id = {tables.application_id}")
            await connection.execute(f"PRAGMA user_version = {tables.version}")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def version(connection: aiosqlite.Connection) -> int:
    """The version of the tables of a file; 0 without tables."""
    ((number,),) = await connection.execute_fetchall("PRAGMA user_version")
    return int(number)
