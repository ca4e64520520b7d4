"""Bills imported in the terminal: the table, the JSON lines, the exit status, and what is refused."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.domain.bills.households import a_row
from tests.support.bill_samples import SAMPLE_BILLS
from tests.support.ledger_files import open_ledger
from voiced.cli.main import main
from voiced.domain.transaction import Transaction

ALIPAY = SAMPLE_BILLS / "alipay-2025.csv"


def say(database: Path, *rows: Transaction) -> None:
    async def written() -> None:
        async with open_ledger(database) as ledger:
            for row in rows:
                await ledger.save_batch(row.batch_id, [row])

    asyncio.run(written())


def said(id: str, fen: int, day: int, account: str | None = None, **other: Any) -> Transaction:
    return replace(a_row(id, fen, day, account=account, **other).row, said_account=account)


def imported(capsys: pytest.CaptureFixture[str], *options: str, status: int = 0) -> list[dict[str, Any]]:
    """The JSON lines of an import."""
    capsys.readouterr()
    assert main(["ledger", "import", str(ALIPAY), "--json", *options]) == status
    told = capsys.readouterr()
    assert told.err == ""
    return [json.loads(line) for line in told.out.splitlines()]


def exported(capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["ledger", "export", "--format", "jsonl"]) == 0
    return capsys.readouterr().out


def test_each_line_has_an_outcome(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say(database, said("s1", 5800, 31), said("s2", 1200, 1, "现金"))
    lines = imported(capsys, status=3)
    assert [line["line"] for line in lines] == list(range(26, 50))
    assert lines[0] == {
        "line": 26,
        "outcome": "linked",
        "row_id": "s1",
        "reason": "fits clearly better than any other",
        "ref": "alipay:20261031220000000000000001",
    }
    assert (lines[-1]["outcome"], lines[-1]["row_id"]) == ("ask", "s2")
    assert [line["outcome"] for line in lines].count("refund") == 3
    assert "row_id" not in next(line for line in lines if line["outcome"] == "ignored")
    rows = [json.loads(row) for row in exported(capsys).splitlines()]
    assert len(rows) == 2 + len([line for line in lines if line["outcome"] in ("new", "refund")])
    assert rows[0]["merchant"] == "老碗会羊肉泡馍"
    assert rows[0]["paid_at"] == "2026-10-31T19:12:44+08:00"


def test_again_it_changes_nothing_and_still_asks(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say(database, said("s2", 1200, 1, "现金"))
    imported(capsys, status=3)
    before = exported(capsys)
    again = imported(capsys, status=3)
    assert [line["outcome"] for line in again] == ["ignored"] * 23 + ["ask"]
    assert exported(capsys) == before


def test_a_dry_run_writes_nothing_and_makes_no_ledger(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {line["outcome"] for line in imported(capsys, "--dry-run")} == {"new", "refund", "ignored"}
    assert not database.exists()


def test_a_table_tells_what_became_of_it_and_how_to_undo_it(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(database, said("s1", 5800, 31), said("s3", 9900, 31))
    before = exported(capsys)
    assert main(["ledger", "import", str(ALIPAY)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split() == ["line", "day", "yuan", "outcome", "reason"]
    assert told[1].split()[:5] == ["26", "2026-10-31", "58.00", "老碗会羊肉泡馍", "linked"]
    assert f"{ALIPAY}: 1 rows (99元) were said in these days and stand in no bill" in told
    assert (
        f"{ALIPAY}: 24 lines were imported (1 linked, 0 ask, 19 new, 3 refund, 1 ignored), 0 were known"
        in told
    )
    batch = told[-1].split()[-1]
    assert main(["ledger", "undo", batch]) == 0
    assert exported(capsys) == before
    assert main(["ledger", "import", str(ALIPAY)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert (
        f"{ALIPAY}: 24 lines of it were undone; to bring them back: voiced ledger undo --back {batch}" in told
    )


def test_another_persons_bill_is_told_before_anything_is_written(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(database, *(said(f"s{n}", 77_700 + 100 * n, 1 + n % 28) for n in range(50)))
    before = exported(capsys)
    assert main(["ledger", "import", str(ALIPAY)]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "may be another person's bill, and nothing was written" in told
    assert main(["ledger", "import", str(ALIPAY), "--dry-run"]) == 0
    assert "is it another person's bill?" in capsys.readouterr().out
    assert exported(capsys) == before
    assert main(["ledger", "import", str(ALIPAY), "--mine"]) == 0


def test_a_zip_gets_its_password_from_standard_input(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["ledger", "import", str(SAMPLE_BILLS / "older.zip"), "--dry-run"]
    assert main(command) == 2
    assert "--password-stdin" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"246810\n")))
    assert main([*command, "--password-stdin"]) == 0
    assert "3 lines would be imported" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "options", "reason"),
    [
        (b"<!doctype html>\n<p>\xe7\x99\xbb\xe5\xbd\x95", (), "none of the known formats"),
        (b"a,b,c,d\n1,2,3,4\n", (), "its columns are a,b,c,d"),
        (b"a,b,c,d\n1,2,3,4\n", ("--format", "wechat"), "its columns are a, b, c, d"),
        (b"a,b,c,d\n1,2,3,4\n", ("--json",), "is no bill that is known"),
        (b"%PDF-1.7", (), "save it as CSV"),
        (b"PK\x03\x04", (), "cannot be opened"),
    ],
)
def test_what_is_no_bill_is_refused_in_a_line(
    database: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    content: bytes,
    options: tuple[str, ...],
    reason: str,
) -> None:
    (tmp_path / "x").write_bytes(content)
    assert main(["ledger", "import", str(tmp_path / "x"), *options]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert reason in told
    assert not database.exists()


def test_accounts_that_the_ledger_does_not_have_are_named(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bill = tmp_path / "bill.csv"
    bill.write_text(ALIPAY.read_text("gb18030").replace("花呗", "星卡"), "utf-8")
    assert main(["ledger", "import", str(bill), "--dry-run"]) == 0
    assert "no account of the ledger is called 星卡" in capsys.readouterr().out


def test_a_bank_is_named_only_where_the_ledger_has_no_account_for_it(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bill = str(SAMPLE_BILLS / "icbc-credit.csv")
    assert main(["ledger", "import", bill, "--dry-run"]) == 0
    assert "no account of the ledger" not in capsys.readouterr().out
    assert main(["accounts", "remove", "信用卡"]) == 0
    assert main(["ledger", "import", bill, "--dry-run"]) == 3
    assert "no account of the ledger is called 工商银行信用卡; add the word" in capsys.readouterr().out


def test_the_days_of_the_bill_are_those_that_it_tells(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = said("s1", 9900, 31)
    say(database, row, replace(said("s2", 9900, 31), date=row.date + timedelta(days=1)))
    assert main(["ledger", "import", str(ALIPAY), "--dry-run"]) == 0
    assert "1 rows (99元) were said" in capsys.readouterr().out
