"""Checks a ledger: its pages, its references, and rows that belong to nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from voiced.adapters.ledger.sqlite_errors import describe, is_passing
from voiced.adapters.ledger.sqlite_file import is_usable, reading_uri
from voiced.adapters.ledger.sqlite_schema import APPLICATION_ID
from voiced.domain.vocabulary import OTHER
from voiced.errors import LedgerFailure, LedgerUnusable

_MOST_FINDINGS = 20
"""The most findings of one kind that are shown."""

_QUESTIONS = (
    (
        "SELECT count(*) FROM revisions WHERE transaction_id NOT IN (SELECT id FROM transactions)",
        "{} revisions belong to no row",
    ),
    ("SELECT count(*) FROM revisions WHERE NOT json_valid(old_row)", "{} revisions are no JSON"),
    (
        "SELECT count(*) FROM batches WHERE id NOT IN (SELECT batch_id FROM transactions)",
        "{} batches have no rows",
    ),
    (
        "SELECT count(*) FROM transactions WHERE date IS NOT strftime('%Y-%m-%d', date, '+0 days')",
        "{} rows have an invalid day",
    ),
    ("SELECT NOT count(*) FROM accounts", "there is no account"),
    (
        f"SELECT NOT count(*) FROM categories WHERE name = '{OTHER}'",  # noqa: S608 - a constant
        f"the category {OTHER} is gone",
    ),
)
"""A query that counts faults, and the sentence for them."""


def check(ledger: Path) -> tuple[str, ...]:
    """The faults of a ledger, one sentence each; empty for a sound one. The ledger is only read.

    Raises:
        LedgerUnusable: the file is missing, another program's, or of another version.
        LedgerFailure: it cannot be read now; the ledger itself may be sound.
    """
    try:
        if not is_usable(ledger):
            raise LedgerUnusable.missing(ledger)
    except sqlite3.Error as error:
        _raise_if_passing(error, ledger)
        return (describe(error, ledger),)
    except OSError as error:
        raise LedgerUnusable(f"{ledger}: {error.strerror}; name another with --db") from error
    if broken := damage(ledger):
        return broken
    with closing(sqlite3.connect(reading_uri(ledger), uri=True)) as connection:
        return (*_loose_ends(connection), *_oddities(connection))


def damage(database: Path) -> tuple[str, ...]:
    """The faults of the pages of a database; also if it is not a ledger.

    Raises:
        LedgerFailure: it cannot be read now.
    """
    try:
        with closing(sqlite3.connect(reading_uri(database), uri=True)) as connection:
            ((owner,),) = connection.execute("PRAGMA application_id")
            if owner != APPLICATION_ID:
                return ("it is no ledger of voiced",)
            answers = connection.execute(f"PRAGMA integrity_check({_MOST_FINDINGS})").fetchall()
    except sqlite3.Error as error:
        _raise_if_passing(error, database)
        return (describe(error, database),)
    return tuple(line for (answer,) in answers if answer != "ok" for line in answer.splitlines())


def _raise_if_passing(error: sqlite3.Error, database: Path) -> None:
    if is_passing(error):
        raise LedgerFailure(f"the ledger cannot be read now: {describe(error, database)}") from error


def _loose_ends(connection: sqlite3.Connection) -> tuple[str, ...]:
    found = connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST_FINDINGS)
    return tuple(
        f"row {row} of {table} points to {parent}, where there is no such row"
        for table, row, parent, _ in found
    )


def _oddities(connection: sqlite3.Connection) -> tuple[str, ...]:
    counts = ((connection.execute(question).fetchone()[0], finding) for question, finding in _QUESTIONS)
    return tuple(finding.format(count) for count, finding in counts if count)
