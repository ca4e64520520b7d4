"""`voiced ledger import` and `undo` as a person runs them."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from pathlib import Path

import pytest

from tests.support.ledger_files import open_ledger
from voiced.adapters.ledger.sqlite_import import SqliteImporter
from voiced.cli.main import main
from voiced.cli.terminal import shown
from voiced.domain.file_import import FileImport

BILLS = """\
时间,分类,二级分类,类型,金额,账户1,账户2,备注
2026-11-20 12:05,餐饮,,支出,35.50,微信,,牛肉面
2026-11-20 18:00,户外,营位,支出,300,招商银行,,
2026-11-21 00:00,餐饮,,支出,0,微信,,免单
"""


@pytest.fixture
def bills(tmp_path: Path) -> Path:
    file = tmp_path / "bills.csv"
    file.write_text(BILLS, encoding="gb18030")
    return file


def take(file: Path, *options: str) -> int:
    return main(["ledger", "import", "--format", "qianji", str(file), *options])


def exported(capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["ledger", "export", "--format", "jsonl"]) == 0
    return capsys.readouterr().out


def test_on_demand_wrong_lines_are_named_and_the_others_are_added(
    database: Path, bills: Path, capsys: pytest.CaptureFixture[str]
):
    assert take(bills, "--skip-wrong") == 0
    told = capsys.readouterr()
    assert told.err.startswith(f"{bills}:3: the ledger has no category 户外; --add-names")
    assert f"{bills}: 1 rows added" in told.out
    assert "1 line wrong and skipped" in told.out
    kept = exported(capsys)
    assert "牛肉面" in kept
    assert "营位" not in kept


def test_every_bad_line_is_named_and_nothing_is_written(
    database: Path, bills: Path, capsys: pytest.CaptureFixture[str]
):
    assert take(bills) == 2
    complaint = capsys.readouterr().err.splitlines()
    assert complaint[0].startswith(f"{bills}:3: the ledger has no category 户外; --add-names")
    assert complaint[1].startswith(f"{bills}:3: the ledger has no account 招商银行; --add-names")
    assert complaint[2] == (
        f"voiced: {bills}: 1 line cannot be imported, see above; the ledger is unchanged; correct the "
        "file, or add its other lines with --skip-wrong"
    )
    assert exported(capsys) == ""


def test_a_dry_run_says_what_would_be_and_makes_no_ledger(
    database: Path, bills: Path, capsys: pytest.CaptureFixture[str]
):
    assert take(bills, "--dry-run", "--add-names") == 0
    assert capsys.readouterr().out.splitlines() == [
        "+ 2026-11-20 支出 35.5元 餐饮 牛肉面 [微信]",
        "+ 2026-11-20 支出 300元 户外 营位 [招商银行]",
        "category 户外 (expense): would be added",
        "account 招商银行: would be added",
        f"{bills}:4: left out: the amount is 0",
        f"{bills}: 2 rows would be added (2026-11-20 to 2026-11-20, 支出335.5元, 收入0元), 0 were known, 1 line left out",
    ]
    assert not database.exists()


def test_a_dry_run_tells_new_rows_from_known_and_from_refused_ones(
    database: Path, bills: Path, capsys: pytest.CaptureFixture[str]
):
    take(bills, "--add-names")
    bills.write_text(
        f"{BILLS}2026-11-22 08:00,餐饮,,支出,12,微信,,早饭\n昨天,餐饮,,支出,9,微信,,\n", encoding="utf-8"
    )
    capsys.readouterr()
    assert take(bills, "--dry-run") == 2
    printed = capsys.readouterr()
    assert printed.out == "+ 2026-11-22 支出 12元 餐饮 早饭 [微信]\n"
    assert [line.partition(" ")[0] for line in printed.err.splitlines()] == [f"{bills}:6:", "voiced:"]
    assert exported(capsys).count("\n") == 2


def test_the_terminal_and_the_page_preview_the_same_import(
    database: Path, bills: Path, capsys: pytest.CaptureFixture[str]
):
    async def previewed() -> FileImport:
        async with open_ledger(database) as ledger:
            return await SqliteImporter(database, ledger.vocabulary).preview(BILLS)

    seen = asyncio.run(previewed())
    assert main(["ledger", "import", str(bills), "--dry-run", "--add-names"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.removeprefix("+ ") for line in lines if line.startswith("+")] == [
        shown(row) for row in seen.rows
    ]
    assert f"{len(seen.rows)} rows would be added" in lines[-1]
    assert f"{seen.known} were known" in lines[-1]


def test_the_format_is_detected(database: Path, bills: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["ledger", "import", str(bills), "--add-names"]) == 0
    assert "2 rows added" in capsys.readouterr().out
    bills.write_text("a photo, perhaps", encoding="utf-8")
    assert main(["ledger", "import", str(bills)]) == 2
    assert capsys.readouterr().err.startswith(f"voiced: {bills}: the file is in none of the known formats")


def test_an_import_is_done_once_and_can_be_taken_back(
    database: Path, bills: Path, capsys: pytest.CaptureFixture[str]
):
    assert take(bills, "--add-names") == 0
    told = capsys.readouterr().out
    assert f"{bills}: 2 rows added (2026-11-20 to 2026-11-20, 支出335.5元, 收入0元), 0 were known" in told
    assert exported(capsys).count("\n") == 2
    assert take(bills) == 0
    again = capsys.readouterr().out
    assert f"{bills}: 0 rows added, 2 were known" in again
    assert "to undo them" not in again
    found = re.search(r"to undo them: voiced (ledger undo \S+)", told)
    assert found is not None
    assert main(found[1].split()) == 0
    back = re.search(
        r"from (\S+) to (\S+)\nto restore them: voiced (ledger undo --back \S+)", capsys.readouterr().out
    )
    assert back is not None
    assert exported(capsys) == ""
    assert main(back[3].split()) == 0
    assert capsys.readouterr().out == "2 rows restored\n"
    assert exported(capsys).count("\n") == 2
    assert main(back[3].split()) == 0
    assert capsys.readouterr().out == "none of its rows was undone\n"
    assert main(found[1].split()) == 0
    assert exported(capsys) == ""
    assert main(found[1].split()) == 0
    assert "were undone before" in capsys.readouterr().out
    assert take(bills) == 0
    assert exported(capsys) == ""


def test_how_far_it_is_is_told_on_a_terminal_only(
    database: Path, bills: Path, monkeypatch: pytest.MonkeyPatch
):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    assert take(bills, "--add-names") == 0
    assert seen.getvalue() == f"\r{bills}: 2 of 2\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("import --format qianji none.csv", "No such file or directory; name another file"),
        (
            "import --format jsonl /dev/null",
            "/dev/null: holds no entry in the format jsonl; name another file or",
        ),
        ("undo nothing", "no batch nothing is in the ledger"),
        ("undo --back nothing", "no batch nothing is in the ledger"),
    ],
)
def test_a_missing_batch_or_file_gets_one_line(
    arguments: str, complaint: str, database: Path, bills: Path, capsys: pytest.CaptureFixture[str]
):
    take(bills, "--add-names")
    capsys.readouterr()
    assert main(["ledger", *arguments.split()]) in (1, 2)
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1
