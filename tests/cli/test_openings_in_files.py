"""Opening balances go into a file with the rows and come back from it, in real ledgers."""

from __future__ import annotations

import asyncio
import csv
import re
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from tests.support.ledger_files import ledger_with
from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.cli.main import main
from voiced.domain.balances import Opening
from voiced.domain.money import Money

CASH = Opening("现金", Money(10000), date(2026, 1, 1))
CARD = Opening("信用卡", Money(-50050), date(2026, 2, 1))
EMPTY = Opening("微信", Money(0), date(2026, 3, 1))
TOLD = (CASH, EMPTY, CARD)
"""In the order of the accounts of a new ledger."""
FORMATS = ("jsonl", "csv", "beancount")


def tell(ledger: Path, *openings: Opening) -> None:
    async def telling() -> None:
        books = SqlBooks(await SqliteDatabase.open(ledger))
        for one in openings:
            await books.set_opening(one)
        await books.close()

    asyncio.run(telling())


def told(ledger: Path) -> tuple[Opening, ...]:
    async def reading() -> tuple[Opening, ...]:
        books = SqlBooks(await SqliteDatabase.open(ledger))
        try:
            return (await books.balances()).openings
        finally:
            await books.close()

    return asyncio.run(reading())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A ledger with two rows and three opening balances."""
    path = tmp_path / "home.db"
    asyncio.run(ledger_with(path, *batch_of("b1", a_row(), a_row("12", description="晚饭"))))
    tell(path, *TOLD)
    return path


def exported(capsys: pytest.CaptureFixture[str], ledger: Path, form: str) -> str:
    capsys.readouterr()
    assert main(["ledger", "export", "--format", form, "--db", str(ledger)]) == 0
    return capsys.readouterr().out


def take(file: Path, content: str, ledger: Path, *options: str) -> int:
    file.write_text(content, encoding="utf-8")
    return main(["ledger", "import", str(file), "--db", str(ledger), *options])


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_and_its_import_give_the_same_opening_balances(
    form: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file, new = tmp_path / "all", tmp_path / "new.db"
    content = exported(capsys, home, form)
    assert take(file, content, new) == 0
    assert "opening balance of 信用卡, -500.5元 before 2026-02-01: added" in capsys.readouterr().out
    assert told(new) == TOLD
    assert exported(capsys, new, form) == content

    assert take(file, content, new) == 0
    again = capsys.readouterr().out
    assert "opening balance" not in again
    assert "0 rows added, 2 were known, 0 lines left out" in again
    assert exported(capsys, new, form) == content


@pytest.mark.parametrize("form", FORMATS)
def test_what_was_told_to_this_ledger_counts_before_a_file(
    form: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file, other = tmp_path / "all", tmp_path / "other.db"
    content = exported(capsys, home, form)
    asyncio.run(ledger_with(other))
    here = Opening("现金", Money(1), date(2026, 5, 5))
    tell(other, here)
    assert take(file, content, other) == 0
    assert "left out: 现金 has another opening balance, which stays" in capsys.readouterr().out
    assert told(other) == (here, EMPTY, CARD)


@pytest.mark.parametrize("form", FORMATS)
def test_opening_balances_alone_are_a_file_of_a_known_form(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    home, file, new = tmp_path / "home.db", tmp_path / "all", tmp_path / "new.db"
    asyncio.run(ledger_with(home))
    tell(home, CARD)
    content = exported(capsys, home, form)
    assert take(file, content, new, "--dry-run") == 0
    assert "-500.5元 before 2026-02-01: would be added" in capsys.readouterr().out
    assert not new.exists()
    assert take(file, content, new) == 0
    assert told(new) == (CARD,)


@pytest.mark.parametrize("form", FORMATS)
def test_an_account_that_the_ledger_lacks_is_added_on_demand(
    form: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file, new = tmp_path / "all", tmp_path / "new.db"
    assert main(["accounts", "rename", "信用卡", "招行卡", "--db", str(home)]) == 0
    content = exported(capsys, home, form)
    assert take(file, content, new) == 2
    assert "the ledger has no account 招行卡" in capsys.readouterr().err
    assert take(file, content, new, "--add-names") == 0
    assert [one.account for one in told(new)] == ["现金", "微信", "招行卡"]


def test_a_spreadsheet_shows_them_and_adds_them_to_no_total(home: Path, capsys: pytest.CaptureFixture[str]):
    lines = list(csv.DictReader(exported(capsys, home, "csv").removeprefix("\ufeff").splitlines()))
    shown = [(one["type"], one["account"], one["date"], one["opening"]) for one in lines if one["opening"]]
    assert shown == [("OPENING", one.account, str(one.day), str(one.amount)) for one in TOLD]
    assert sum(Decimal(one["amount"] or 0) for one in lines) == Decimal("47.5")


@pytest.mark.parametrize(
    ("form", "right", "wrong", "reason"),
    [
        ("jsonl", '"amount":"-500.5"', '"amount":"much"', "'much' is not an amount"),
        ("jsonl", '"date":"2026-02-01"', '"date":"1 Feb"', "'1 Feb' is not a date"),
        ("jsonl", '"account":"信用卡"', '"account":""', "an opening balance has no account"),
        ("jsonl", '{"opening":{"account":"信用卡"', '{"opening":{"x":"信用卡"', "is not a row"),
        ("csv", "-500.5", "--500.5", "the amount is -500.5"),
        ("csv", "-500.5", "-9999999999", "'9999999999' is not an amount"),
    ],
)
def test_one_that_is_wrong_is_named_and_nothing_is_written(
    form: str,
    right: str,
    wrong: str,
    reason: str,
    home: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    file, new = tmp_path / "all", tmp_path / "new.db"
    content = exported(capsys, home, form)
    assert right in content
    assert take(file, content.replace(right, wrong), new) == 2
    assert reason in capsys.readouterr().err
    assert told(new) == ()
    assert take(file, content.replace(right, wrong), new, "--skip-wrong") == 0
    assert told(new) == (CASH, EMPTY)


def test_undoing_the_rows_of_an_import_leaves_the_opening_balances(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file, new = tmp_path / "all", tmp_path / "new.db"
    assert take(file, exported(capsys, home, "jsonl"), new) == 0
    found = re.search(r"to undo them: voiced (ledger undo \S+)", capsys.readouterr().out)
    assert found is not None
    assert main([*found[1].split(), "--db", str(new)]) == 0
    assert told(new) == TOLD
