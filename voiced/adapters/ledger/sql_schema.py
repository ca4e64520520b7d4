"""What the tables of a ledger are alike in on SQLite and PostgreSQL; `sqlite_schema` and `postgres_schema` make the rest."""

from __future__ import annotations

VERSION = 10
"""The version of the schema that this program reads and writes."""

VIEWS = (
    """CREATE VIEW recorded AS  -- all rows with names, those that were taken back included
       SELECT t.seq, t.id, t.batch_id, t.amount_fen, t.currency, t.type, c.name AS category,
              a.name AS account, t.description, t.date, t.created_at,
              (SELECT name FROM accounts WHERE id = t.to_account_id) AS to_account, t.undone_at
       FROM transactions AS t
       JOIN categories AS c ON c.id = t.category_id
       JOIN accounts AS a ON a.id = t.account_id""",
    """CREATE VIEW entries AS  -- the rows that count, with names; also for people with a shell of the database
       SELECT seq, id, batch_id, amount_fen, currency, type, category, account, description, date, created_at,
              to_account
       FROM recorded WHERE undone_at IS NULL""",
    # A lesson has the present value of its row: a row that was amended teaches its new value, an undone one nothing.
    """CREATE VIEW taught AS
       SELECT l.seq, l.words, e.type, l.field,
              CASE l.field WHEN 'category' THEN e.category ELSE e.account END AS value, e.created_at
       FROM lessons AS l JOIN entries AS e ON e.id = l.transaction_id""",
)
"""The rows with names, for reading; the triggers of `entries` amend and undo them."""


def keeping_revision(now: str, json: str) -> str:
    """The statement with which a trigger keeps a row as it was before a change.

    Args:
        now: the expression for the present moment.
        json: the function that makes a JSON object of names and values.
    """
    return f"""INSERT INTO revisions (transaction_id, changed_at, why, old_row)
         VALUES (
           OLD.id, {now},
           CASE WHEN NEW.undone_at IS NOT NULL AND OLD.undone_at IS NULL THEN 'undone' ELSE 'amended' END,
           {json}(
             'id', OLD.id, 'batch_id', OLD.batch_id, 'amount_fen', OLD.amount_fen, 'currency', OLD.currency,
             'type', OLD.type, 'category', (SELECT name FROM categories WHERE id = OLD.category_id),
             'account', (SELECT name FROM accounts WHERE id = OLD.account_id),
             'description', OLD.description, 'date', OLD.date, 'created_at', OLD.created_at,
             'to_account', (SELECT name FROM accounts WHERE id = OLD.to_account_id),
             'undone_at', OLD.undone_at
           )
         );"""  # noqa: S608 - put together from constants
