"""`voiced budgets`: limits set, listed and ended by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from voiced.cli.main import main


def run(capsys: pytest.CaptureFixture[str], database: Path, *words: str, status: int = 0) -> str:
    assert main(["budgets", *words, "--db", str(database)]) == status
    captured = capsys.readouterr()
    return captured.out + captured.err


def budgets(capsys: pytest.CaptureFixture[str], database: Path, month: str) -> dict[str, str]:
    """The limits that hold in a month, by category."""
    told = json.loads(run(capsys, database, "list", "--month", month, "--json"))
    return {one["category"]: f"{one['limit']} {one['recurrence']}" for one in told["budgets"]}


def test_a_budget_holds_from_its_month_on_for_it_alone_or_with_what_is_left(
    capsys: pytest.CaptureFixture[str], database: Path
):
    told = run(capsys, database, "set", "餐饮", "1500", "--month", "2026-10")
    assert told == "餐饮: 1500元 a month from 2026-10 on\n"
    told = run(capsys, database, "set", "旅行", "3000", "--month", "2026-10", "--once")
    assert told == "旅行: 3000元 for 2026-10 alone\n"
    run(capsys, database, "set", "买菜", "800.5", "--month", "2026-10", "--carry")
    assert budgets(capsys, database, "2026-10") == {
        "买菜": "800.5 carried",
        "旅行": "3000 once",
        "餐饮": "1500 monthly",
    }
    assert budgets(capsys, database, "2026-11") == {"买菜": "800.5 carried", "餐饮": "1500 monthly"}
    shown = run(capsys, database, "list", "--month", "2026-11")
    assert "0 / 1500" in shown
    assert "还剩 1601" in shown

    assert "ended before 2026-11" in run(capsys, database, "remove", "餐饮", "--month", "2026-11")
    assert "has no budget" in run(capsys, database, "remove", "餐饮", "--month", "2026-11")
    assert budgets(capsys, database, "2026-11") == {"买菜": "800.5 carried"}
    assert "没有预算" in run(capsys, database, "list", "--month", "2026-09")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("餐饮", "零"), "零: not a limit"),
        (("餐饮", "0"), "0: not a limit"),
        (("没有的", "5"), "no category"),
        (("餐饮", "5", "--month", "十月"), "not a month"),
    ],
)
def test_a_wrong_budget_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], database: Path, words: tuple[str, ...], complaint: str
):
    told = run(capsys, database, "set", *words, status=2)
    assert complaint in told
    assert told.count("\n") == 1
