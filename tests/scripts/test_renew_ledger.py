"""`scripts/renew-ledger` brings a ledger of an earlier version over into a new file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.earlier_ledgers import (
    OF_5DF1FA39,
    OF_VERSION_4,
    OUTBOX_OF_VERSION_1,
    earlier_ledger,
    tables_of,
)
from tests.support.ledger_files import ledger_with, open_ledger, rows_of
from tests.support.ledger_rows import a_draft, a_row, batch_of
from tests.support.recurring import RENT
from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.outbox_work import SaveWork
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_schema import VERSION
from voiced.adapters.ledger.sqlite_check import check
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.domain.month import Month

ROOT = Path(__file__).parents[2]
TABLES = (
    *("accounts", "categories", "batches", "transactions", "revisions"),
    *("lessons", "budgets", "recurring", "drafts"),
)


def renewed(old: Path, new: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "scripts" / "renew-ledger", old, new]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def content_of(path: Path, old: Path) -> dict[str, Sequence[object]]:
    """All rows in the columns of an old ledger, undone ones and hidden names included."""
    with closing(sqlite3.connect(old)) as connection:
        columns = {
            name: ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({name})"))
            for name in TABLES
        }
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: connection.execute(f"SELECT {columns[name]} FROM {name} ORDER BY 1, 2").fetchall()  # noqa: S608 - names of ours
            for name in TABLES
        }


async def test_all_of_a_ledger_of_version_9_is_in_the_new_one(tmp_path: Path) -> None:
    old, new = earlier_ledger(OF_5DF1FA39, tmp_path / "old.db"), tmp_path / "new.db"
    before = old.read_bytes()
    done = renewed(old, new)
    assert (done.returncode, done.stderr) == (0, "")
    assert "transactions: 6\n" in done.stdout
    assert done.stdout.endswith(f"{new} has all of {old}; put it in its place\n")
    content = content_of(new, old)
    assert content == content_of(old, old)
    assert all(content.values()), "the old ledger has something in each table"
    assert old.read_bytes() == before
    assert check(new) == ()
    async with open_ledger(new) as ledger:
        assert [row.description for row in await rows_of(ledger)] == ["晚饭", "打车", "", "营养土", "营养土"]
        assert [habit.words for habit in (await ledger.memory()).habits] == ["营养土"]
        assert await ledger.drafts.kept() == a_draft("d1")
        # The digest of rows with one account is that of the versions before a transfer had two. Other rows under the id of
        # a batch that was saved would be refused.
        batch = batch_of("b1", a_row(), a_row("20", "交通", description="打车"))
        assert [row.description for row in await ledger.save_batch("b1", batch)] == ["晚饭", "打车"]


async def test_a_ledger_with_fewer_columns_and_tables_is_that_of_now(tmp_path: Path) -> None:
    old, new = earlier_ledger(OF_VERSION_4, tmp_path / "old.db"), tmp_path / "new.db"
    assert renewed(old, new).returncode == 0
    assert tables_of(new) == tables_of(await ledger_with(tmp_path / "made.db"))
    assert check(new) == ()
    async with open_ledger(new) as ledger:
        assert [row.description for row in await rows_of(ledger)] == ["晚饭", "打车"]
        assert await ledger.drafts.kept() == a_draft("d1")
        await ledger.recurring.keep(RENT)
        await ledger.save_batch("b2", batch_of("b2", a_row()))
    books = SqlBooks(await SqliteDatabase.open(new))
    assert [one.before.description for one in await books.revisions("b1/0")] == ["午饭"]
    assert [row.description for row in await books.restore_row("b1/2")] == ["奶茶"]
    months = [await books.report(Month(2026, month)) for month in (11, 12)]
    assert [len(month.budgets) for month in months] == [1, 0], "a budget was for one month"
    await books.close()


async def test_each_table_of_now_is_copied(tmp_path: Path) -> None:
    old, new = await ledger_with(tmp_path / "old.db", a_row()), tmp_path / "new.db"
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("INSERT INTO openings (account_id, fen, date) VALUES (1, 10000, '2026-11-01')")
    done = renewed(old, new)
    copied = {line.partition(":")[0] for line in done.stdout.splitlines()[:-1]}
    assert copied == {name for name, made in tables_of(new).items() if made.startswith("CREATETABLE")}
    with closing(sqlite3.connect(new)) as connection:
        assert connection.execute("SELECT fen FROM openings").fetchall() == [(10000,)]


async def test_what_waits_in_an_outbox_waits_in_the_new_one(tmp_path: Path) -> None:
    old, new = earlier_ledger(OUTBOX_OF_VERSION_1, tmp_path / "old.db"), tmp_path / "new.db"
    assert renewed(old, new).returncode == 0
    outbox = await Outbox.open(new)
    assert [entry.work for entry in await outbox.entries()] == [
        SaveWork("b1", tuple(batch_of("b1", a_row())))
    ]
    assert await outbox.drafts.kept() == a_draft("d1")
    assert await outbox.recall("ledger", str) == "postgresql://nas/household"
    await outbox.close()


class TestIsRefused:
    def told(self, old: Path, new: Path) -> str:
        done = renewed(old, new)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        return done.stderr

    def test_what_is_missing(self, tmp_path: Path) -> None:
        assert "old.db: there is no such file" in self.told(tmp_path / "old.db", tmp_path / "new.db")

    @pytest.mark.parametrize("done", ["PRAGMA application_id = 7", f"PRAGMA user_version = {VERSION + 1}"])
    def test_what_others_wrote(self, tmp_path: Path, done: str) -> None:
        old = earlier_ledger(OF_VERSION_4, tmp_path / "old.db")
        with closing(sqlite3.connect(old)) as connection:
            connection.execute(done)
        assert "is no ledger of voiced, or of a newer one" in self.told(old, tmp_path / "new.db")

    def test_a_place_that_is_taken(self, tmp_path: Path) -> None:
        old = earlier_ledger(OF_VERSION_4, tmp_path / "old.db")
        (tmp_path / "new.db").write_text("mine")
        assert "new.db: is there already and is not overwritten" in self.told(old, tmp_path / "new.db")
        assert (tmp_path / "new.db").read_text() == "mine"


def test_what_does_not_fit_leaves_nothing(tmp_path: Path) -> None:
    old = earlier_ledger(OF_VERSION_4, tmp_path / "old.db")
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE transactions SET category_id = 99")
    done = renewed(old, tmp_path / "new.db")
    assert done.returncode == 1
    assert "bringing it over failed" in done.stderr
    assert not list(tmp_path.glob("new*"))
