"""`voiced recurring`: entries that come again, set up and removed by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from voiced.cli.main import main


def run(capsys: pytest.CaptureFixture[str], database: Path, *words: str) -> str:
    assert main(["recurring", *words, "--db", str(database)]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], database: Path, *words: str) -> str:
    """The one line about a mistake."""
    assert main(["recurring", *words, "--db", str(database)]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line


def test_an_entry_is_added_listed_and_removed(capsys: pytest.CaptureFixture[str], database: Path):
    assert "房租: added; 每月15号 3000元, due next on 20" in run(capsys, database, "add", "每月15号房租3000")
    table = run(capsys, database, "list")
    assert "每月15号" in table
    assert "支出3,000.00" in table
    assert run(capsys, database, "remove", "房租") == "房租: removed\n"
    assert run(capsys, database, "list") == "没有定期的账。\n"


def test_json_holds_every_field(capsys: pytest.CaptureFixture[str], database: Path):
    added = json.loads(run(capsys, database, "add", "每月最后一天", "微信付话费99", "--json"))
    assert {
        name: added[name] for name in ("days", "amount", "type", "category", "description", "account")
    } == {
        "days": "每月最后一天",
        "amount": "99",
        "type": "EXPENSE",
        "category": "通讯",
        "description": "话费",
        "account": "微信",
    }
    assert added["since"] <= added["next"]
    assert json.loads(run(capsys, database, "list", "--json")) == {"entries": [added]}
    assert json.loads(run(capsys, database, "remove", added["id"], "--json")) == {"removed": added}


def test_a_sentence_without_days_or_amount_is_refused(capsys: pytest.CaptureFixture[str], database: Path):
    assert "「房租3000」 names no days that come again" in refused(capsys, database, "add", "房租3000")
    assert "write it as: voiced recurring add 每月15号房租3000" in refused(
        capsys, database, "add", "每月15号房租"
    )


def test_an_unknown_or_ambiguous_name_is_refused(capsys: pytest.CaptureFixture[str], database: Path):
    run(capsys, database, "add", "每月1号工资8000")
    assert "there is no recurring entry 房租; there are 工资" in refused(capsys, database, "remove", "房租")
    run(capsys, database, "add", "每月15号工资8000")
    assert "several recurring entries are called 工资" in refused(capsys, database, "remove", "工资")
    for one in json.loads(run(capsys, database, "list", "--json"))["entries"]:
        run(capsys, database, "remove", one["id"])
    assert "there are none" in refused(capsys, database, "remove", "工资")


def test_the_same_entry_is_added_once(capsys: pytest.CaptureFixture[str], database: Path):
    run(capsys, database, "add", "每月15号房租3000")
    line = refused(capsys, database, "add", "每个月十五号房租三千")
    assert "房租 每月15号 3000元 exists already; nothing was added" in line
    assert len(json.loads(run(capsys, database, "list", "--json"))["entries"]) == 1
    run(capsys, database, "add", "每月16号房租3000")
