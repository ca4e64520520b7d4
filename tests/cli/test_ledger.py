"""`voiced ledger export` as a person or a script runs it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.support.ledger_files import ledger_with
from voiced.cli.command import finished
from voiced.cli.main import parser
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.errors import LedgerUnusable

ROW = Transaction(
    id="6f9619ff-8b86-d011-b42d-00cf4fc964ff",
    batch_id="batch-1",
    amount=Money(3550),
    type=TransactionType.EXPENSE,
    category="餐饮",
    account="现金",
    description="午饭",
    date=date(2026, 11, 20),
    created_at=datetime(2026, 11, 21, 12, tzinfo=UTC),
)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A ledger with one row, closed."""
    return await ledger_with(tmp_path / "ledger.db", ROW)


def run(*arguments: str) -> int:
    options = parser().parse_args(["ledger", *arguments])
    return finished(options.run(options))


@pytest.mark.parametrize(
    ("to", "begins"),
    [("jsonl", '{"id":"6f9619ff'), ("csv", "\ufeffid,batch_id"), ("beancount", 'option "title" "voiced"')],
)
def test_exports_every_format(database: Path, to: str, begins: str, capsys: pytest.CaptureFixture[str]):
    assert run("export", "--format", to, "--db", str(database)) == 0
    exported = capsys.readouterr().out
    assert exported.startswith(begins)
    assert "午饭" in exported


def test_changes_nothing(database: Path, capsys: pytest.CaptureFixture[str]):
    before = database.read_bytes()
    run("export", "--format", "jsonl", "--db", str(database))
    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


def test_reads_the_configured_ledger(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("VOICED_LEDGER__PATH", str(database))
    run("export", "--format", "jsonl")
    assert json.loads(capsys.readouterr().out)["id"] == ROW.id


def test_reads_the_default_ledger(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    (tmp_path / "data" / "voiced").mkdir(parents=True)
    database.rename(tmp_path / "data" / "voiced" / "ledger.db")
    run("export", "--format", "jsonl")
    assert json.loads(capsys.readouterr().out)["id"] == ROW.id


def test_a_missing_ledger_is_wrong_input_and_is_not_created(tmp_path: Path):
    missing = tmp_path / "none" / "ledger.db"
    with pytest.raises(LedgerUnusable) as raised:
        run("export", "--format", "jsonl", "--db", str(missing))
    assert str(raised.value) == f"{missing}: there is no such ledger; name another with --db"
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_format_is_wrong_input(database: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as raised:
        run("export", "--format", "xls", "--db", str(database))
    assert raised.value.code == 2
    assert "choose from" in capsys.readouterr().err
