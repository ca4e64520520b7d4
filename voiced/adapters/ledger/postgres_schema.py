"""The tables of a ledger on PostgreSQL, which one step makes, in a schema of their own.

The ledger's statements see the same as in `sqlite_schema`: an INSERT into the view `new_batches` writes a
batch with its rows, an UPDATE or DELETE of the view `entries` amends or undoes rows, and every UPDATE of a
row keeps its earlier version in `revisions`. The draft stays on the device that heard it.
"""

from __future__ import annotations

from voiced.adapters.ledger.sql_schema import LESSONS_OF_A_CHANGE, VERSION, VIEWS, keeping_revision

SCHEMA = "voiced"
"""The namespace in the database; other namespaces are left alone."""

_NOW = "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
"""ISO 8601 in UTC, as SQLite's ledger has it."""

_ROWS = (
    """CREATE TABLE accounts (
         id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         name text NOT NULL UNIQUE CHECK (name <> ''),
         keywords text NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position integer NOT NULL,          -- the first one is the default account
         -- A hidden name keeps its rows, and is neither offered nor understood any more.
         is_hidden smallint NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1))
       )""",
    """CREATE TABLE categories (
         id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         name text NOT NULL CHECK (name <> ''),
         type text NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         keywords text NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position integer NOT NULL,
         is_custom integer NOT NULL DEFAULT 1 CHECK (is_custom IN (0, 1)),
         is_hidden smallint NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
         UNIQUE (name, type)
       )""",
    """CREATE TABLE batches (
         id text PRIMARY KEY,
         created_at text NOT NULL,
         digest text NOT NULL  -- of the rows as they were confirmed: tells a repeated save from another one
       )""",
    """CREATE TABLE transactions (
         seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- the order of recording
         id text NOT NULL UNIQUE,
         batch_id text NOT NULL REFERENCES batches (id),
         position integer NOT NULL,  -- within the batch, from 0
         amount_fen bigint NOT NULL CHECK (amount_fen BETWEEN 1 AND 100000000000),
         currency text NOT NULL,
         type text NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         category_id integer NOT NULL REFERENCES categories (id),
         account_id integer NOT NULL REFERENCES accounts (id),
         description text NOT NULL,
         date date NOT NULL,
         created_at text NOT NULL,  -- ISO 8601 with the time zone of the device, which timestamptz forgets
         undone_at text,
         -- An unknown name becomes 0, which this refuses, and with it the whole statement.
         to_account_id integer REFERENCES accounts (id),
         CHECK (to_account_id IS NULL OR (to_account_id > 0 AND type = 'TRANSFER')),
         said_account_id integer REFERENCES accounts (id),  -- the one that a person named
         paid_at text,   -- ISO 8601 with time zone, as a bill has it
         merchant text,  -- in the words of a bill
         UNIQUE (batch_id, position)
       )""",
    # Totals of a period are read from this index alone.
    """CREATE INDEX transactions_by_day ON transactions (type, date, category_id) INCLUDE (amount_fen, seq)
       WHERE undone_at IS NULL""",
    """CREATE TABLE revisions (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         transaction_id text NOT NULL REFERENCES transactions (id),
         changed_at text NOT NULL,  -- UTC
         why text NOT NULL CHECK (why IN ('amended', 'undone', 'billed')),
         old_row text NOT NULL      -- JSON, the values before the change
       )""",
    """CREATE TABLE lessons (  -- what confirmed rows and stated habits teach about words
         seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- the order of confirming
         transaction_id text REFERENCES transactions (id),  -- NULL of a habit that was stated or imported
         words text NOT NULL,  -- in the form of `habit_words`
         -- The field that was corrected, or that a habit gave; the question that was answered, `type` or `entry`; `said` of
         -- each row that may teach later.
         field text NOT NULL CHECK (field IN ('category', 'account', 'type', 'entry', 'said')),
         -- A row has these values itself.
         type text CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         value text,
         taught_at text,  -- ISO 8601 with time zone
         times integer NOT NULL DEFAULT 1,
         CHECK (transaction_id IS NOT NULL OR (type IS NOT NULL AND value IS NOT NULL AND taught_at IS NOT NULL)),
         UNIQUE (transaction_id, field)
       )""",
)

_BILLS = (
    """CREATE TABLE bills (  -- imports of bills
         batch_id text PRIMARY KEY REFERENCES batches (id),
         form text NOT NULL,
         first date NOT NULL,  -- 2026-11-21, the first day that it covers
         last date NOT NULL
       )""",
    """CREATE TABLE bill_lines (
         ref text PRIMARY KEY,  -- `alipay:2026…01`
         batch_id text NOT NULL REFERENCES batches (id),
         day date NOT NULL,
         outcome text NOT NULL CHECK (outcome IN ('linked', 'ask', 'new', 'refund', 'ignored')),
         is_withdrawn smallint NOT NULL CHECK (is_withdrawn IN (0, 1)),
         body text NOT NULL  -- JSON, all of it
       )""",
    "CREATE INDEX bill_lines_by_day ON bill_lines (day)",
    """CREATE TABLE bill_links (  -- the rows of each line: which a person said, and which it made
         transaction_id text NOT NULL REFERENCES transactions (id),
         ref text NOT NULL REFERENCES bill_lines (ref),
         kind text NOT NULL CHECK (kind IN ('said', 'made')),
         PRIMARY KEY (transaction_id, ref)
       )""",
    "CREATE INDEX bill_links_by_line ON bill_links (ref)",
    """CREATE TABLE bill_changes (  -- what a later import or a person made of a line, for the undoing
         seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         batch_id text NOT NULL REFERENCES batches (id),
         ref text NOT NULL REFERENCES bill_lines (ref),
         before text NOT NULL,  -- JSON
         after text NOT NULL
       )""",
)

_PLANS = (
    """CREATE TABLE budgets (
         month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-1][0-9]$'),
         category text NOT NULL CHECK (category <> ''),  -- the name: spending is counted by name, too
         limit_fen bigint NOT NULL CHECK (limit_fen BETWEEN 1 AND 100000000000),
         recurrence text NOT NULL DEFAULT 'once' CHECK (recurrence IN ('once', 'monthly', 'carried')),
         last_month text CHECK (last_month ~ '^[0-9]{4}-[0-1][0-9]$'),  -- of one that was ended
         PRIMARY KEY (month, category)
       )""",
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
         settled date,  -- the due day that was answered last
         -- The last row of the ledger when these values were set: later rows may teach others.
         rows_before bigint NOT NULL DEFAULT 0
       )""",
    """CREATE TABLE openings (  -- what was in an account before the rows of a day; no row, and in no total
         account_id integer PRIMARY KEY REFERENCES accounts (id),
         fen bigint NOT NULL CHECK (fen BETWEEN -100000000000 AND 100000000000),
         date date NOT NULL
       )""",
)

_NEW_BATCHES = """CREATE VIEW new_batches (id, created_at, digest, rows, lessons) AS  -- JSON lists of objects
   SELECT id, created_at, digest, json_build_array(), json_build_array() FROM batches"""

_BILL_WRITES = """CREATE VIEW bill_writes (seen, batch_id, created_at, digest, form, first, last, new, changed, lines,
                                 links, changes) AS  -- JSON lists of objects
   SELECT 0::bigint, batch_id, ''::text, ''::text, form, first, last, json_build_array(), json_build_array(),
          json_build_array(), json_build_array(), json_build_array() FROM bills"""

_FUNCTIONS = (
    # A category of the row's own type comes first; an entry whose type was corrected may keep one of another type.
    """CREATE FUNCTION category_called(wanted text, of_type text) RETURNS integer
       LANGUAGE sql STABLE SET search_path FROM CURRENT
       RETURN coalesce((SELECT id FROM categories WHERE name = wanted AND type = of_type),
                       (SELECT min(id) FROM categories WHERE name = wanted))""",
    """CREATE FUNCTION account_called(wanted text) RETURNS integer
       LANGUAGE sql STABLE SET search_path FROM CURRENT
       RETURN CASE WHEN wanted IS NOT NULL THEN coalesce((SELECT id FROM accounts WHERE name = wanted), 0) END""",
    # An unknown name leaves its id NULL, which NOT NULL refuses, and with it the whole statement.
    """CREATE FUNCTION save_batch() RETURNS trigger
       LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         INSERT INTO batches (id, created_at, digest) VALUES (NEW.id, NEW.created_at, NEW.digest);
         INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id,
                                   account_id, description, date, created_at, to_account_id, said_account_id,
                                   paid_at, merchant)
         SELECT item.value ->> 'id', NEW.id, item.place - 1, (item.value ->> 'amount_fen')::bigint,
                item.value ->> 'currency', item.value ->> 'type',
                category_called(item.value ->> 'category', item.value ->> 'type'),
                (SELECT id FROM accounts WHERE name = item.value ->> 'account'),
                item.value ->> 'description', (item.value ->> 'date')::date, item.value ->> 'created_at',
                account_called(item.value ->> 'to_account'),
                (SELECT id FROM accounts WHERE name = item.value ->> 'said_account'),
                item.value ->> 'paid_at', item.value ->> 'merchant'
         FROM json_array_elements(NEW.rows) WITH ORDINALITY AS item (value, place)
         ORDER BY item.place;
         INSERT INTO lessons (transaction_id, words, field)
         SELECT item.value ->> 'transaction_id', item.value ->> 'words', item.value ->> 'field'
         FROM json_array_elements(NEW.lessons) WITH ORDINALITY AS item (value, place)
         ORDER BY item.place;
         RETURN NEW;
       END $$""",
    # Two devices may change different fields of one row at once. The second one waits for the first, and has seen the
    # row as it was before: fields that it does not change keep the values of the first one.
    # The last lesson decides, so an earlier one of the row becomes the last one.
    f"""CREATE FUNCTION amend_entry() RETURNS trigger
       LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       DECLARE now transactions%ROWTYPE;
       BEGIN
         SELECT * INTO now FROM transactions WHERE seq = OLD.seq AND undone_at IS NULL FOR UPDATE;
         IF NOT FOUND THEN RETURN NULL; END IF;
         IF NEW.amount_fen <> OLD.amount_fen THEN now.amount_fen := NEW.amount_fen; END IF;
         IF NEW.description <> OLD.description THEN now.description := NEW.description; END IF;
         IF NEW.date <> OLD.date THEN now.date := NEW.date; END IF;
         IF NEW.type <> OLD.type THEN now.type := NEW.type; END IF;
         IF NEW.category <> OLD.category OR NEW.type <> OLD.type THEN
           now.category_id := category_called(
             CASE WHEN NEW.category <> OLD.category THEN NEW.category
                  ELSE (SELECT name FROM categories WHERE id = now.category_id) END,
             now.type
           );
         END IF;
         IF NEW.account <> OLD.account THEN
           now.account_id := (SELECT id FROM accounts WHERE name = NEW.account);
         END IF;
         IF NEW.to_account IS DISTINCT FROM OLD.to_account THEN
           now.to_account_id := account_called(NEW.to_account);
         END IF;
         IF NEW.said_account IS DISTINCT FROM OLD.said_account THEN
           now.said_account_id := (SELECT id FROM accounts WHERE name = NEW.said_account);
         END IF;
         IF now.type <> 'TRANSFER' THEN now.to_account_id := NULL; END IF;
         UPDATE transactions SET
           amount_fen = now.amount_fen, type = now.type, description = now.description, date = now.date,
           category_id = now.category_id, account_id = now.account_id, to_account_id = now.to_account_id,
           said_account_id = now.said_account_id
         WHERE seq = OLD.seq;
         INSERT INTO lessons (transaction_id, words, field) {LESSONS_OF_A_CHANGE}
         ON CONFLICT (transaction_id, field) DO UPDATE SET seq = DEFAULT;
         RETURN NEW;
       END $$""",  # noqa: S608 - put together from constants
    # Two devices may take back the same row at once; the second one, which waited for the first, took back nothing.
    f"""CREATE FUNCTION undo_entry() RETURNS trigger
       LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         UPDATE transactions SET undone_at = {_NOW} WHERE seq = OLD.seq AND undone_at IS NULL;
         IF NOT FOUND THEN RETURN NULL; END IF;
         RETURN OLD;
       END $$""",  # noqa: S608 - put together from constants
    # Rows that changed since they were read refuse the write.
    f"""CREATE FUNCTION write_bill() RETURNS trigger
       LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         LOCK TABLE bills, bill_lines IN EXCLUSIVE MODE;
         IF NEW.seen <> (SELECT number FROM seen) THEN
           RAISE EXCEPTION 'the ledger changed meanwhile';
         END IF;
         IF NEW.batch_id IS NOT NULL THEN
           INSERT INTO new_batches (id, created_at, digest, rows, lessons)
           VALUES (NEW.batch_id, NEW.created_at, NEW.digest, NEW.new, json_build_array());
         END IF;
         IF NEW.form IS NOT NULL THEN
           INSERT INTO bills (batch_id, form, first, last) VALUES (NEW.batch_id, NEW.form, NEW.first, NEW.last);
         END IF;
         UPDATE transactions SET
           amount_fen = (item.value ->> 'amount_fen')::bigint,
           category_id = category_called(item.value ->> 'category', item.value ->> 'type'),
           account_id = (SELECT id FROM accounts WHERE name = item.value ->> 'account'),
           to_account_id = account_called(item.value ->> 'to_account'),
           paid_at = item.value ->> 'paid_at', merchant = item.value ->> 'merchant',
           undone_at = CASE WHEN (item.value ->> 'is_undone')::int = 1 THEN coalesce(undone_at, {_NOW}) END
         FROM json_array_elements(NEW.changed) AS item (value) WHERE transactions.id = item.value ->> 'id';
         INSERT INTO bill_lines (ref, batch_id, day, outcome, is_withdrawn, body)
         SELECT item.value ->> 'ref', item.value ->> 'batch_id', (item.value ->> 'day')::date,
                item.value ->> 'outcome', (item.value ->> 'is_withdrawn')::smallint, item.value ->> 'body'
         FROM json_array_elements(NEW.lines) AS item (value)
         ON CONFLICT (ref) DO UPDATE SET batch_id = EXCLUDED.batch_id, outcome = EXCLUDED.outcome,
                                         is_withdrawn = EXCLUDED.is_withdrawn, body = EXCLUDED.body;
         DELETE FROM bill_links WHERE ref IN
           (SELECT item.value ->> 'ref' FROM json_array_elements(NEW.lines) AS item (value));
         INSERT INTO bill_links (transaction_id, ref, kind)
         SELECT item.value ->> 'transaction_id', item.value ->> 'ref', item.value ->> 'kind'
         FROM json_array_elements(NEW.links) AS item (value);
         INSERT INTO bill_changes (batch_id, ref, before, after)
         SELECT NEW.batch_id, item.value ->> 'ref', item.value ->> 'before', item.value ->> 'after'
         FROM json_array_elements(NEW.changes) WITH ORDINALITY AS item (value, place) ORDER BY item.place;
         RETURN NEW;
       END $$""",  # noqa: S608 - put together from constants
    f"""CREATE FUNCTION keep_revision() RETURNS trigger
       LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         {keeping_revision(_NOW, "json_build_object")}
         RETURN NULL;
       END $$""",
)

_TRIGGERS = tuple(
    f"CREATE TRIGGER {name} {when} FOR EACH ROW EXECUTE FUNCTION {name}()"
    for name, when in (
        ("save_batch", "INSTEAD OF INSERT ON new_batches"),
        ("write_bill", "INSTEAD OF INSERT ON bill_writes"),
        ("amend_entry", "INSTEAD OF UPDATE ON entries"),
        ("undo_entry", "INSTEAD OF DELETE ON entries"),
        ("keep_revision", "AFTER UPDATE ON transactions"),
    )
)

STATEMENTS = (
    f"CREATE SCHEMA {SCHEMA}",
    "CREATE TABLE version (number integer NOT NULL)",
    f"INSERT INTO version VALUES ({VERSION})",  # noqa: S608 - a constant
    *_ROWS,
    *_BILLS,
    *_PLANS,
    *VIEWS,
    _NEW_BATCHES,
    _BILL_WRITES,
    *_FUNCTIONS,
    *_TRIGGERS,
)
"""Make the tables, views and functions of a new ledger."""
