"""Ledgers of earlier versions, from their text in tests/data/ledgers."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

_TEXTS = Path(__file__).parents[1] / "data" / "ledgers"
OF_5DF1FA39, OF_VERSION_4, OUTBOX_OF_VERSION_1 = "of_5df1fa39", "of_version_4", "outbox_of_version_1"
"""The commit 5df1fa39 has the tables of version 9, the last one without bills."""


def earlier_ledger(name: str, path: Path) -> Path:
    """A closed file as that version left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((_TEXTS / f"{name}.sql").read_text(encoding="utf-8"))
    return path


def tables_of(path: Path) -> dict[str, str]:
    """The statements of all tables, views, indexes and triggers, without comments and spaces."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s", "", re.sub(r"--[^\n]*", "", sql)) for name, sql in found}
