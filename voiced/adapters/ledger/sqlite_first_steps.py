"""The first steps of the tables of the ledger: rows, their versions, budgets, transfers.

A ledger takes each step once. An edit here would not reach the ledgers that exist, so a change is a new step.
"""

from __future__ import annotations

APPLICATION_ID = 0x766F6963
"""`voic` in ASCII, in the header of each ledger: other programs' databases are left alone."""

TABLES = (
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

REVISIONS = (
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

REPORTS = (
    # Totals of a period are read from this index alone; without it a month costs a scan of everything. The
    # type comes first so that SQLite does not take the index where only the order of recording is asked for.
    """CREATE INDEX transactions_by_day
       ON transactions (type, undone_at, date, amount_fen, category_id)""",
)

BUDGETS = (
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


def saving(clearing: str) -> str:
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


TRANSFERS = (
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
    saving("DELETE FROM draft"),
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

RECURRENCE = (
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
