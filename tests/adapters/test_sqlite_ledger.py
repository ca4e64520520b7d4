"""What is SQLite's own about the ledger: the file, its tables, its history and who else has it open."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from tests.support.ledger_rows import a_draft, a_row, batch_of
from voiced.adapters.ledger.sql_database import Database, Parameters, Row
from voiced.adapters.ledger.sql_questions import answer_question
from voiced.adapters.ledger.sqlite_file import open_for_writing
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.money import Money
from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period
from voiced.domain.transaction import FieldChange, TransactionType
from voiced.domain.vocabulary import Account, Category
from voiced.errors import LedgerFailure


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
async def ledger(path: Path) -> AsyncGenerator[SqliteLedger]:
    opened = await SqliteLedger.open(path, busy_seconds=0.01)
    yield opened
    await opened.close()


def sql(path: Path, statement: str) -> list[tuple[object, ...]]:
    """What another program does to the file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement).fetchall()


def names(directory: Path) -> list[str]:
    return [file.name for file in directory.iterdir()]


async def test_commits_survive_a_power_cut(path: Path):
    connection = await open_for_writing(path, 1)
    found = [
        await connection.execute_fetchall(f"PRAGMA {pragma}")
        for pragma in ("journal_mode", "synchronous", "foreign_keys")
    ]
    await connection.close()
    full = 2
    assert found == [[("wal",)], [(full,)], [(1,)]]


async def test_is_its_owners_alone_and_makes_its_directories(tmp_path: Path):
    path = tmp_path / "share" / "voiced" / "ledger.db"
    ledger = await SqliteLedger.open(path)
    await ledger.save_batch("b1", batch_of("b1", a_row()))
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    await ledger.close()
    assert modes == {"ledger.db": 0o600, "ledger.db-wal": 0o600, "ledger.db-shm": 0o600}
    assert names(path.parent) == [path.name]


@pytest.mark.parametrize("name", ["账 本.db", "what?#%41&mode=ro.db"])
async def test_any_file_name_will_do(tmp_path: Path, name: str):
    ledger = await SqliteLedger.open(tmp_path / name)
    await ledger.save_batch("b1", batch_of("b1", a_row()))
    assert len([row async for row in ledger.rows()]) == 1
    await ledger.close()
    assert names(tmp_path) == [name]


async def test_is_there_again_when_opened_again(path: Path):
    batch = batch_of("b1", a_row("60"), a_row("30", "红包", TransactionType.INCOME))
    first = await SqliteLedger.open(path)
    await first.save_batch("b1", batch)
    await first.drafts.keep(a_draft())
    await first.close()
    second = await SqliteLedger.open(path)
    assert [row async for row in second.rows()] == batch
    assert await second.drafts.kept() == a_draft()
    await second.close()


async def test_an_amendment_keeps_the_old_row(ledger: SqliteLedger, path: Path):
    (row,) = await ledger.save_batch("b1", batch_of("b1", a_row("60")))
    await ledger.amend(row.id, FieldChange(amount=Money(5000), category="饮品"))
    await ledger.undo_batch("b1")
    kept = sql(path, "SELECT transaction_id, why, changed_at LIKE '20%Z', old_row FROM revisions ORDER BY id")
    assert [one[:3] for one in kept] == [(row.id, "amended", 1), (row.id, "undone", 1)]
    amended, undone = (json.loads(str(one[3])) for one in kept)
    assert (amended["amount_fen"], amended["category"], amended["account"]) == (6000, "餐饮", "现金")
    assert (undone["amount_fen"], undone["category"], undone["undone_at"]) == (5000, "饮品", None)
    assert sql(path, "SELECT count(*), count(undone_at) FROM transactions") == [(1, 1)]


async def test_nothing_is_kept_where_nothing_is_changed(ledger: SqliteLedger, path: Path):
    (row,) = await ledger.save_batch("b1", batch_of("b1", a_row()))
    await ledger.amend(row.id, FieldChange())
    with pytest.raises(LedgerFailure):
        await ledger.amend(row.id, FieldChange(category="没有的"))
    assert sql(path, "SELECT * FROM revisions") == []


async def test_names_of_the_users_own_come_first(ledger: SqliteLedger, path: Path):
    sql(
        path,
        "INSERT INTO categories (name, type, keywords, position) VALUES ('猫', 'EXPENSE', '猫粮 猫砂', 0)",
    )
    sql(path, "INSERT INTO accounts (name, position) VALUES ('小金库', -1)")
    vocabulary = await ledger.vocabulary()
    assert vocabulary.categories[0] == Category(
        "猫", TransactionType.EXPENSE, ("猫粮", "猫砂"), is_custom=True
    )
    assert (vocabulary.accounts[0], vocabulary.default_account) == (Account("小金库"), "小金库")
    batch = batch_of("b1", a_row(category="猫", account="小金库"))
    assert await ledger.save_batch("b1", batch) == tuple(batch)


async def test_a_ledger_without_accounts_has_a_default_all_the_same(ledger: SqliteLedger, path: Path):
    sql(path, "DELETE FROM accounts")
    vocabulary = await ledger.vocabulary()
    assert (vocabulary.accounts, vocabulary.default_account) == ((), "现金")


async def test_a_row_that_fails_in_the_middle_takes_the_others_with_it(ledger: SqliteLedger, path: Path):
    """Not a row that is known to be wrong beforehand: SQLite itself gives up on the third."""
    sql(
        path,
        "CREATE TRIGGER refuse BEFORE INSERT ON transactions WHEN NEW.position = 2 "
        "BEGIN SELECT RAISE(ABORT, 'not this one'); END",
    )
    await ledger.drafts.keep(a_draft("b1"))
    with pytest.raises(LedgerFailure, match=r"saving the batch failed.*not this one"):
        await ledger.save_batch("b1", batch_of("b1", *(a_row() for _ in range(4))))
    assert sql(path, "SELECT (SELECT count(*) FROM batches), (SELECT count(*) FROM transactions)") == [(0, 0)]
    assert await ledger.drafts.kept() == a_draft("b1")


async def test_an_amendment_that_sqlite_refuses_for_a_reason_of_its_own_says_it(
    ledger: SqliteLedger, path: Path
):
    (row,) = await ledger.save_batch("b1", batch_of("b1", a_row()))
    sql(
        path,
        "CREATE TRIGGER refuse BEFORE UPDATE ON transactions BEGIN SELECT RAISE(ABORT, 'closed year'); END",
    )
    with pytest.raises(LedgerFailure, match=r"amending the row failed.*closed year"):
        await ledger.amend(row.id, FieldChange(description="x"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transactions SET amount_fen = 0",
        "UPDATE transactions SET amount_fen = 100000000001",
        "UPDATE transactions SET amount_fen = 0.5",
        "UPDATE transactions SET type = 'GIFT'",
        "UPDATE transactions SET category_id = NULL",
    ],
)
async def test_the_tables_refuse_what_makes_no_sense(ledger: SqliteLedger, path: Path, statement: str):
    await ledger.save_batch("b1", batch_of("b1", a_row()))
    with pytest.raises(sqlite3.IntegrityError):
        sql(path, statement)


@pytest.mark.parametrize(
    ("version", "body"),
    [(1, "{"), (1, '{"id": 3}'), (1, "[]"), (2, "{}"), (0, "")],
    ids=["torn", "wrong fields", "no object", "newer", "older"],
)
async def test_a_kept_draft_that_cannot_be_read_is_dropped(
    ledger: SqliteLedger, path: Path, version: int, body: str
):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO drafts VALUES (1, 'room', '', ?, ?)", (version, body))
    assert await ledger.drafts.kept() is None
    assert sql(path, "SELECT * FROM drafts") == []


async def test_two_ledgers_may_have_the_same_file_open(ledger: SqliteLedger, path: Path):
    other = await SqliteLedger.open(path)
    batch = batch_of("b1", a_row())
    await ledger.save_batch("b1", batch)
    assert await other.save_batch("b1", batch) == tuple(batch)
    await other.save_batch("b2", batch_of("b2", a_row()))
    assert [row.batch_id async for row in ledger.rows()] == ["b1", "b2"]
    await other.close()


async def test_while_another_program_writes_a_save_fails_and_can_be_repeated(
    ledger: SqliteLedger, path: Path
):
    batch = batch_of("b1", a_row())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerFailure, match=r"database is locked; another program is writing.*try again"):
            await ledger.save_batch("b1", batch)
        with pytest.raises(LedgerFailure, match="undoing the batch failed"):
            await ledger.undo_batch("b1")
        with pytest.raises(LedgerFailure, match=r"amending the row failed: .*database is locked"):
            await ledger.amend("b1/0", FieldChange(category="没有的"))
        with pytest.raises(LedgerFailure, match="keeping the draft failed"):
            await ledger.drafts.keep(a_draft())
        assert [row async for row in ledger.rows()] == []
    assert await ledger.save_batch("b1", batch) == tuple(batch)


async def test_on_a_full_disk_a_save_fails_as_a_whole_and_what_is_there_can_be_read(ledger: SqliteLedger):
    database = ledger._database  # pyright: ignore[reportPrivateUsage] - the limit holds for one connection
    ((pages,),) = await database.run("counting", "PRAGMA page_count")
    await database.run("limiting", f"PRAGMA max_page_count = {pages + 8}")
    written = list[str]()

    async def save_on() -> None:
        for number in range(100):
            rows = [a_row(description="长" * 300) for _ in range(10)]
            await ledger.save_batch(f"b{number}", batch_of(f"b{number}", *rows))
            written.append(f"b{number}")

    with pytest.raises(LedgerFailure, match="database or disk is full; make room on the disk"):
        await save_on()
    assert written
    read = [row.batch_id async for row in ledger.rows()]
    assert read == [batch_id for batch_id in written for _ in range(10)]


def damage(path: Path) -> None:
    """Overwrite the pages at the end, which hold rows."""
    with path.open("r+b") as file:
        file.seek(-5 * 4096, os.SEEK_END)
        file.write(b"\xa5" * 5 * 4096)


async def test_a_damaged_file_is_a_failure(ledger: SqliteLedger, path: Path):
    await ledger.save_batch("b1", batch_of("b1", *(a_row(description="长" * 300) for _ in range(50))))
    sql(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    damage(path)
    with pytest.raises(LedgerFailure, match="malformed; restore a backup that is whole"):
        [row async for row in ledger.rows()]


class _Planning:
    """Runs statements and keeps the steps that SQLite plans for them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.steps: list[str] = []

    async def run(self, doing: str, sql: str, parameters: Parameters | None = None) -> list[Row]:
        plan = self._connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters or {})
        self.steps = [step for *_, step in plan]
        return self._connection.execute(sql, parameters or {}).fetchall()


@pytest.mark.parametrize("measure", [Measure.TOTAL, Measure.LARGEST])
async def test_totals_are_read_from_the_index_alone(ledger: SqliteLedger, path: Path, measure: Measure):
    """What keeps a month report short however long the ledger is; benchmarks/month_report.py tells how short."""
    november = AskedRows(TransactionType.EXPENSE, Period("", date(2026, 11, 1), date(2026, 11, 30)))
    with closing(sqlite3.connect(path)) as connection:
        planning = _Planning(connection)
        await answer_question(cast(Database, planning), LedgerQuestion(measure, november))
    by_day = "SEARCH transactions USING COVERING INDEX transactions_by_day (type=? AND undone_at=? AND date>"
    assert [step for step in planning.steps if step.startswith(by_day)], planning.steps
    assert not [
        step for step in planning.steps if step.split()[:2] in (["SCAN", "t"], ["SCAN", "transactions"])
    ]


async def test_equal_rows_of_other_batches_are_rows_of_their_own(ledger: SqliteLedger):
    first = batch_of("b1", a_row())
    second = [replace(first[0], id="b2/0", batch_id="b2")]
    await ledger.save_batch("b1", first)
    await ledger.save_batch("b2", second)
    assert [row async for row in ledger.rows()] == first + second
