"""`voiced ledger backup`, `restore` and `check` as a person runs them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.ledger_files import ledger_with
from tests.support.ledger_rows import a_row, batch_of
from voiced.cli.main import main


@pytest.fixture
async def database(database: Path) -> Path:
    """A ledger with one row, closed."""
    return await ledger_with(database, *batch_of("b", a_row()))


def test_a_backup_goes_to_the_configured_folder_under_the_time(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("VOICED_LEDGER__BACKUP_DIR", str(tmp_path / "stick"))
    assert main(["ledger", "backup"]) == 0
    (backup,) = (tmp_path / "stick").iterdir()
    assert re.fullmatch(r"ledger-\d{8}T\d{6}Z\.db", backup.name)
    assert capsys.readouterr().out == f"{backup}: {backup.stat().st_size:,} bytes, checked\n"


def test_a_ledger_comes_back_from_its_backup(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    copy = tmp_path / "copy.db"
    assert main(["ledger", "backup", str(copy)]) == 0
    assert main(["ledger", "undo", "b"]) == 0
    assert main(["ledger", "restore", str(copy)]) == 0
    assert re.search(r"ledger\.db\.replaced-\d{8}-\d{6}: the former ledger\n", capsys.readouterr().out)
    assert main(["ledger", "export", "--format", "jsonl"]) == 0
    assert "午饭" in capsys.readouterr().out
    assert main(["ledger", "backup", str(copy)]) == 2
    assert "is not overwritten; name another file" in capsys.readouterr().err


def test_a_batch_that_was_never_written_is_wrong_input(database: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["ledger", "undo", "nobody"]) == 2
    assert capsys.readouterr().err == (
        "voiced: no batch nobody is in the ledger; look for it (batch_id) in: voiced ledger export --format csv\n"
    )


def test_a_check_says_what_is_wrong_and_what_to_do(database: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["ledger", "check"]) == 0
    assert capsys.readouterr().out == f"{database}: sound\n"
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096 * 3)
    assert main(["ledger", "check"]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{database}: ")
    assert "voiced ledger restore FILE" in told


@pytest.mark.parametrize("action", ["check", "backup"])
def test_a_ledger_that_is_not_there_is_wrong_input(
    action: str, database: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["ledger", action, "--db", str(database.parent / "none.db")]) == 2
    complaint = capsys.readouterr().err
    assert "none.db: there is no such ledger" in complaint
    assert complaint.count("\n") == 1
