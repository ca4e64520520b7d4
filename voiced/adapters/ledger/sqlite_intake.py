"""Writes rows to the ledger beside the daemon in one transaction: imported rows, and those of a command."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from itertools import groupby, islice
from pathlib import Path

from voiced.adapters.exchange.importing import ImportPlan
from voiced.adapters.ledger.sql_balances import OPENINGS, opening_columns, openings_of
from voiced.adapters.ledger.sql_habits import TEACH, stated_columns
from voiced.adapters.ledger.sql_names import ADD_ACCOUNT, ADD_CATEGORY
from voiced.adapters.ledger.sql_rows import COLUMNS, columns, digest
from voiced.adapters.ledger.sqlite_errors import failing
from voiced.adapters.ledger.sqlite_file import WRITE_SAFELY, uri
from voiced.domain.balances import Opening
from voiced.domain.habits import Habit, HabitField, HabitKey, key_of
from voiced.domain.transaction import Transaction, TransactionType

_PIECE = 1000
"""Rows between two reports of the progress."""
_BUSY_SECONDS = 10.0
"""The longest wait for the daemon, whose saves take milliseconds."""

_KNOWN = "SELECT id FROM transactions WHERE id IN (SELECT value FROM json_each(?))"
_BATCH = "INSERT INTO batches (id, created_at, digest) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING"
_LESSON = "INSERT INTO lessons (transaction_id, words, field) VALUES (:id, :words, :field)"
# An account that has one keeps it: what its owner told here counts before a file.
_OPENING = """
INSERT INTO openings (account_id, fen, date) SELECT id, :fen, :day FROM accounts WHERE name = :account
ON CONFLICT (account_id) DO NOTHING
"""
_TAUGHT = "SELECT words, type, field, created_at FROM taught"
_IDS_BY_NAME = {
    "category": (
        "category_id",
        """coalesce((SELECT id FROM categories WHERE name = :category AND type = :type),
                (SELECT min(id) FROM categories WHERE name = :category))""",
    ),
    "account": ("account_id", "(SELECT id FROM accounts WHERE name = :account)"),
    "to_account": (
        "to_account_id",
        """CASE WHEN :to_account IS NOT NULL
            THEN coalesce((SELECT id FROM accounts WHERE name = :to_account), 0) END""",
    ),
    "said_account": ("said_account_id", "(SELECT id FROM accounts WHERE name = :said_account)"),
}
"""The columns for a name, each with its column in the table and the expression for the id. An unknown name is refused."""
_INTO = {column: f":{column}" for column in COLUMNS if column not in _IDS_BY_NAME} | dict(
    _IDS_BY_NAME.values()
)
"""Each column of the table, and the expression for its value."""
_ROW = f"""
INSERT INTO transactions ({", ".join(_INTO)}, position)
SELECT {", ".join(_INTO.values())},
       (SELECT coalesce(max(position), -1) + 1 FROM transactions WHERE batch_id = :batch_id)
"""  # noqa: S608 - put together from constants


def known_ids(ledger: Path, rows: Sequence[Transaction]) -> frozenset[str]:
    """The ids of those rows that the ledger has, undone rows included.

    Raises:
        LedgerFailure: the ledger could not be read.
    """
    with failing("reading the ledger", ledger), closing(_connect(ledger)) as connection:
        return _known(connection, rows)


def kept_openings(ledger: Path) -> Mapping[str, Opening]:
    """The opening balances of a ledger, by account.

    Raises:
        LedgerFailure: the ledger could not be read.
    """
    with failing("reading the ledger", ledger), closing(_connect(ledger)) as connection:
        return _kept(connection)


def take_in(ledger: Path, plan: ImportPlan, report: Callable[[int], None]) -> int:
    """Write the new rows and opening balances of a plan, in one transaction. Returns the number of rows.

    An open draft of the daemon stays as it is.

    Args:
        ledger: a ledger that was opened before, and so is of our version.
        plan: the rows to write.
        report: gets the number of written rows now and then.

    Raises:
        LedgerFailure: nothing was written.
    """
    with failing("importing", ledger), closing(_connect(ledger)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        known = _known(connection, plan.rows)
        new = [row for row in plan.rows if row.id not in known]
        kept = _kept(connection)
        openings = [one.opening for one in plan.openings if one.opening.account not in kept]
        if new or openings:
            for name, type_ in plan.categories:
                connection.execute(ADD_CATEGORY, {"name": name, "type": type_, "words": ""}).fetchall()
            for name in plan.accounts:
                connection.execute(ADD_ACCOUNT, {"name": name, "words": ""}).fetchall()
            _write(connection, new, report)
            for one in openings:
                connection.execute(_OPENING, opening_columns(one))
        _teach(connection, plan, {row.id: row.created_at for row in new})
        connection.execute("COMMIT")
    return len(new)


def _teach(connection: sqlite3.Connection, plan: ImportPlan, written: Mapping[str, datetime]) -> None:
    """Write what the new rows and the stated habits teach, in the order in which it was taught."""
    steps = [
        (
            written[lesson.transaction_id],
            _LESSON,
            {"id": lesson.transaction_id, "words": lesson.words, "field": lesson.field.value},
        )
        for lesson in plan.lessons
        if lesson.transaction_id in written
    ]
    steps += [(habit.last_used, TEACH, stated_columns(habit)) for habit in _unknown(connection, plan.stated)]
    for _, sql, values in sorted(steps, key=lambda step: step[0]):
        connection.execute(sql, values)


def _unknown(connection: sqlite3.Connection, stated: Sequence[Habit]) -> list[Habit]:
    """Those that are later than all that the ledger knows about the same words: a later lesson stays in force."""
    last: dict[HabitKey, datetime] = {}
    for words, type_, field, at in connection.execute(_TAUGHT):
        key, time = key_of(words, TransactionType(type_), HabitField(field)), datetime.fromisoformat(at)
        last[key] = max(time, last.get(key, time))
    return [habit for habit in stated if habit.key not in last or habit.last_used > last[habit.key]]


def add_batch(ledger: Path, rows: Sequence[Transaction]) -> None:
    """Write a new batch, in one transaction. An open draft of the daemon stays as it is.

    Args:
        ledger: a ledger that was opened before, and so is of our version.
        rows: the rows of the batch, under names that the ledger has.

    Raises:
        LedgerFailure: nothing was written.
    """
    with failing("adding the rows", ledger), closing(_connect(ledger)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        _write(connection, rows, lambda _: None)
        connection.execute("COMMIT")


def _connect(ledger: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri(ledger, "mode=rw"), uri=True, timeout=_BUSY_SECONDS, isolation_level=None
    )
    for pragma in WRITE_SAFELY:
        connection.execute(pragma)
    return connection


def _known(connection: sqlite3.Connection, rows: Sequence[Transaction]) -> frozenset[str]:
    ids = iter([row.id for row in rows])
    found = set[str]()
    while piece := list(islice(ids, _PIECE)):
        found.update(id_ for (id_,) in connection.execute(_KNOWN, (json.dumps(piece),)))
    return frozenset(found)


def _kept(connection: sqlite3.Connection) -> Mapping[str, Opening]:
    return {one.account: one for one in openings_of(connection.execute(OPENINGS))}


def _write(
    connection: sqlite3.Connection, rows: Sequence[Transaction], report: Callable[[int], None]
) -> None:
    by_batch = sorted(rows, key=lambda row: row.batch_id)
    for batch_id, batch in groupby(by_batch, key=lambda row: row.batch_id):
        of_batch = list(batch)
        created = of_batch[0].created_at.isoformat()
        connection.execute(_BATCH, (batch_id, created, digest(of_batch)))
    done = 0
    for piece in _pieces(rows):
        connection.executemany(_ROW, [columns(row) for row in piece])
        done += len(piece)
        report(done)


def _pieces(rows: Sequence[Transaction]) -> Iterator[Sequence[Transaction]]:
    return (rows[at : at + _PIECE] for at in range(0, len(rows), _PIECE))
