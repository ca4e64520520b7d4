"""The tables of a ledger on PostgreSQL, in a schema of their own and in the same numbered steps as SQLite's.

The ledger's statements see the same as in `sqlite_schema`: an INSERT into the view `new_batches` writes a
batch with its rows, an UPDATE or DELETE of the view `entries` amends or undoes rows, and every UPDATE of a
row keeps its earlier version in `revisions`. The draft stays on the device that heard it.

A step that a ledger may have taken is never edited: a change is a new step at the end of `STEPS`. The first ones are in `postgres_first_steps`.
"""

from __future__ import annotations

from voiced.adapters.ledger.postgres_first_steps import (
    BUDGETS,
    RECURRENCE,
    REPORTS,
    REVISIONS,
    TABLES,
    TRANSFERS,
)

_SOURCES: tuple[str, ...] = ()
"""The drafts of several sources, which SQLite keeps beside each daemon: the server has no drafts."""

_RECURRING = (
    """CREATE TABLE recurring (  -- entries that are offered on their due days
         id text PRIMARY KEY,
         every text NOT NULL CHECK (every IN ('week', 'month', 'year')),
         day integer NOT NULL CHECK (day BETWEEN 1 AND 31),     -- of the week from Monday, else of the month
         month integer NOT NULL CHECK (month BETWEEN 0 AND 12),  -- of the year; else 0
         amount_fen bigint NOT NULL CHECK (amount_fen BETWEEN 1 AND 100000000000),
         type text NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         category text NOT NULL CHECK (category <> ''),
         description text NOT NULL,
         account text,
         to_account text,
         since date NOT NULL,
         offered date,  -- the day of the last offer
         settled date   -- the due day that was answered last
       )""",
)

_LESSONS = (
    """CREATE TABLE lessons (  -- confirmed rows whose value in a field was corrected, or came from a habit
         seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- the order of confirming
         transaction_id text NOT NULL REFERENCES transactions (id),
         words text NOT NULL,  -- the description as it was understood, normalised
         field text NOT NULL CHECK (field IN ('category', 'account')),
         UNIQUE (transaction_id, field)
       )""",
    """CREATE OR REPLACE VIEW new_batches (id, created_at, digest, rows, lessons) AS  -- JSON lists of objects
       SELECT id, created_at, digest, json_build_array(), json_build_array() FROM batches""",
    """CREATE OR REPLACE FUNCTION save_batch() RETURNS trigger
       LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         INSERT INTO batches (id, created_at, digest) VALUES (NEW.id, NEW.created_at, NEW.digest);
         INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id,
                                   account_id, description, date, created_at, to_account_id)
         SELECT item.value ->> 'id', NEW.id, item.place - 1, (item.value ->> 'amount_fen')::bigint,
                item.value ->> 'currency', item.value ->> 'type',
                category_called(item.value ->> 'category', item.value ->> 'type'),
                (SELECT id FROM accounts WHERE name = item.value ->> 'account'),
                item.value ->> 'description', (item.value ->> 'date')::date, item.value ->> 'created_at',
                account_called(item.value ->> 'to_account')
         FROM json_array_elements(NEW.rows) WITH ORDINALITY AS item (value, place)
         ORDER BY item.place;
         INSERT INTO lessons (transaction_id, words, field)
         SELECT item.value ->> 'transaction_id', item.value ->> 'words', item.value ->> 'field'
         FROM json_array_elements(NEW.lessons) WITH ORDINALITY AS item (value, place)
         ORDER BY item.place;
         RETURN NEW;
       END $$""",
    # A lesson has the present value of its row: a row that was amended teaches its new value, an undone one nothing.
    """CREATE VIEW taught AS
       SELECT l.seq, l.words, e.type, l.field,
              CASE l.field WHEN 'category' THEN e.category ELSE e.account END AS value, e.created_at
       FROM lessons AS l JOIN entries AS e ON e.id = l.transaction_id""",
)
"""What confirmed rows teach about the habits of the household."""

STEPS = (TABLES, REVISIONS, REPORTS, BUDGETS, TRANSFERS, RECURRENCE, _SOURCES, _RECURRING, _LESSONS)

VERSION = len(STEPS)
"""The version of the schema that this program reads and writes; the same number as SQLite's means the same."""
