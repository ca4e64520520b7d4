"""What the tables of a ledger are alike in on SQLite and PostgreSQL; `sqlite_schema` and `postgres_schema` make the rest."""

from __future__ import annotations

VERSION = 11
"""The version of the schema that this program reads and writes."""

VIEWS = (
    """CREATE VIEW recorded AS  -- all rows with names, those that were taken back included
       SELECT t.seq, t.id, t.batch_id, t.amount_fen, t.currency, t.type, c.name AS category,
              a.name AS account, t.description, t.date, t.created_at,
              (SELECT name FROM accounts WHERE id = t.to_account_id) AS to_account,
              (SELECT name FROM accounts WHERE id = t.said_account_id) AS said_account, t.paid_at, t.merchant,
              t.undone_at
       FROM transactions AS t
       JOIN categories AS c ON c.id = t.category_id
       JOIN accounts AS a ON a.id = t.account_id""",
    """CREATE VIEW entries AS  -- the rows that count, with names; also for people with a shell of the database
       SELECT seq, id, batch_id, amount_fen, currency, type, category, account, description, date, created_at,
              to_account, said_account, paid_at, merchant
       FROM recorded WHERE undone_at IS NULL""",
    # It grows with every change of rows and of bills; a write that was planned before such a change is refused.
    """CREATE VIEW seen (number) AS
       SELECT (SELECT coalesce(max(id), 0) FROM revisions) + (SELECT coalesce(max(seq), 0) FROM transactions)
              + (SELECT coalesce(max(seq), 0) FROM bill_changes) + (SELECT count(*) FROM bills)""",
    # A lesson has the present value of its row: a row that was amended teaches its new value, an undone one nothing. The
    # words that were said of a row teach no value.
    """CREATE VIEW taught AS
       SELECT l.seq, l.words, coalesce(l.type, e.type) AS type, l.field,
              coalesce(l.value, CASE l.field WHEN 'category' THEN e.category WHEN 'account' THEN e.account ELSE e.type END)
                AS value,
              coalesce(l.taught_at, e.created_at) AS created_at, l.times
       FROM lessons AS l LEFT JOIN entries AS e ON e.id = l.transaction_id
       WHERE l.field <> 'said' AND (l.transaction_id IS NULL OR e.id IS NOT NULL)""",
)
"""The rows with names, for reading; the triggers of `entries` amend and undo them."""


LESSONS_OF_A_CHANGE = """
         SELECT said.transaction_id, said.words, changed.field
         FROM lessons AS said
         JOIN (SELECT 'category' AS field WHERE NEW.category <> OLD.category AND NEW.type = OLD.type
               UNION ALL SELECT 'account' WHERE NEW.account <> OLD.account AND NEW.type = OLD.type
               UNION ALL SELECT 'type' WHERE NEW.type <> OLD.type) AS changed
           ON changed.field = 'type' OR NEW.type <> 'TRANSFER'
         WHERE said.transaction_id = OLD.id AND said.field = 'said'
"""
"""The lessons of a change of a saved row, for the trigger that changes it: the row teaches if its words are known."""


def keeping_revision(now: str, json: str) -> str:
    """The statement with which a trigger keeps a row as it was before a change.

    Args:
        now: the expression for the present moment.
        json: the function that makes a JSON object of names and values.
    """
    return f"""INSERT INTO revisions (transaction_id, changed_at, why, old_row)
         VALUES (
           OLD.id, {now},
           CASE WHEN NEW.undone_at IS NOT NULL AND OLD.undone_at IS NULL THEN 'undone'
                WHEN coalesce(NEW.paid_at, '') <> coalesce(OLD.paid_at, '')
                     OR coalesce(NEW.merchant, '') <> coalesce(OLD.merchant, '') THEN 'billed'
                ELSE 'amended' END,
           {json}(
             'id', OLD.id, 'batch_id', OLD.batch_id, 'amount_fen', OLD.amount_fen, 'currency', OLD.currency,
             'type', OLD.type, 'category', (SELECT name FROM categories WHERE id = OLD.category_id),
             'account', (SELECT name FROM accounts WHERE id = OLD.account_id),
             'description', OLD.description, 'date', OLD.date, 'created_at', OLD.created_at,
             'to_account', (SELECT name FROM accounts WHERE id = OLD.to_account_id),
             'said_account', (SELECT name FROM accounts WHERE id = OLD.said_account_id),
             'paid_at', OLD.paid_at, 'merchant', OLD.merchant,
             'undone_at', OLD.undone_at
           )
         );"""  # noqa: S608 - put together from constants
