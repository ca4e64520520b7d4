"""`voiced ledger list` and `search`, as a person or a script runs them."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.support.ledger_files import ledger_with
from tests.support.ledger_rows import a_row, a_transfer, batch_of
from voiced.cli.main import main
from voiced.domain.transaction import TransactionType

OCTOBER = date(2026, 10, 9)


@pytest.fixture
async def ledger(database: Path) -> Path:
    """The configured ledger, with five rows."""
    return await ledger_with(
        database,
        *batch_of(
            "batch",
            a_row("35.5", description="牛肉面", account="微信"),
            a_row("4.5", "饮品", description="咖啡 latte"),
            a_row("8000", "工资", TransactionType.INCOME, description="工资"),
            a_transfer("200"),
            a_row("1234.5", "住房", day=OCTOBER, description="房租"),
        ),
    )


class Listed:
    """What the command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, status: int = 0) -> str:
        assert main(["ledger", *arguments]) == status
        printed = self._capsys.readouterr()
        return printed.err if status else printed.out


@pytest.fixture
def listed(capsys: pytest.CaptureFixture[str], ledger: Path) -> Listed:
    assert ledger.exists()
    return Listed(capsys)


def names(table: str) -> list[str]:
    """The descriptions in a table, from the top."""
    return [line.split()[4] for line in table.splitlines()[1:-1]]


def test_the_latest_rows_stand_first_in_straight_columns(listed: Listed) -> None:
    assert listed("list") == (
        "日期        类型       金额  分类  说明        账户\n"
        "2026-11-21  转账     200.00  转账              微信 → 支付宝\n"
        "2026-11-21  收入  +8,000.00  工资  工资        现金\n"
        "2026-11-21  支出      -4.50  饮品  咖啡 latte  现金\n"
        "2026-11-21  支出     -35.50  餐饮  牛肉面      微信\n"
        "2026-10-09  支出  -1,234.50  住房  房租        现金\n"
        "共5笔，支出1,274.50，收入8,000.00\n"
    )


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ("--month 2026-10", ["房租"]),
        ("--to 2026-10-09", ["房租"]),
        ("--from 2026-10-10 --type expense", ["咖啡", "牛肉面"]),
        ("--category 餐饮", ["牛肉面"]),
        ("--account 微信 --type expense", ["牛肉面"]),
        ("--min 35.5 --max 1234.5 --type expense", ["牛肉面", "房租"]),
    ],
)
def test_a_filter_leaves_the_rows_that_fit(filters: str, found: list[str], listed: Listed) -> None:
    assert names(listed("list", *filters.split())) == found


def test_words_are_found_in_descriptions_and_names(listed: Listed) -> None:
    assert names(listed("search", "LATTE")) == ["咖啡"]
    assert names(listed("search", "房租", "--month", "2026-10")) == ["房租"]
    assert listed("search", "房租", "--month", "2026-11") == "没有符合的记录。\n"


def test_a_limit_keeps_the_latest_rows_and_says_so(listed: Listed) -> None:
    shown = listed("list", "--limit", "2")
    assert names(shown)[-1] == "工资"
    assert shown.endswith("共5笔，支出1,274.50，收入8,000.00，这里是最近的2笔（--limit N 看更多）\n")


def test_a_limit_may_be_above_a_page_of_the_ledger(listed: Listed, ledger: Path) -> None:
    asyncio.run(ledger_with(ledger, *batch_of("many", *(a_row(description=str(at)) for at in range(120)))))
    rows = json.loads(listed("list", "--limit", "110", "--json"))["rows"]
    assert [row["description"] for row in rows] == [str(at) for at in range(119, 9, -1)]


def test_a_script_gets_json_with_the_fields_of_an_export(listed: Listed) -> None:
    found = json.loads(listed("search", "牛肉面", "--json"))
    assert (found["count"], found["spent"], found["earned"]) == (1, "35.5", "0")
    exported = [json.loads(line) for line in listed("export", "--format", "jsonl").splitlines()]
    assert found["rows"] == [row for row in exported if row["description"] == "牛肉面"]


def test_rows_that_were_taken_back_are_listed_when_asked_for(listed: Listed) -> None:
    listed("undo", "batch")
    assert listed("list") == "没有符合的记录。\n"
    assert listed("list", "--undone").endswith("共5笔，支出1,274.50，收入8,000.00\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("list --month 11", "--month 11: not a month; write it as 2026-11"),
        ("list --from gestern", "--from gestern: not a day; write it as 2026-11-21"),
        (
            "list --from 2026-11-30 --to 2026-11-01",
            "--from 2026-11-30 lies after --to 2026-11-01; exchange the two",
        ),
        ("list --min 50 --max 10", "--min 50 is more than --max 10; exchange the two"),
        ("list --min 三十", "--min 三十: not an amount; write it in yuan, as 35 or 35.50"),
        ("list --limit 0", "--limit 0: give a number from 1"),
        ("list --month 2026-11 --to 2026-11-02", "--month does not go together with --from and --to"),
        ("list --category 餐厅", "the ledger has no category '餐厅'; see: voiced categories list"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: str, told: str, listed: Listed) -> None:
    shown = listed(*arguments.split(), status=2)
    assert shown.startswith(f"voiced: {told}")
    assert shown.count("\n") == 1


def test_a_search_for_nothing_is_refused(listed: Listed) -> None:
    assert "the words are empty" in listed("search", " ", status=2)


def test_a_description_cannot_write_to_the_terminal(listed: Listed, ledger: Path) -> None:
    asyncio.run(ledger_with(ledger, *batch_of("odd", a_row(description="\x1b[2Ja\nb"))))
    assert "\ufffd[2Ja\ufffdb" in listed("list", "--limit", "1")


class TestAtATerminal:
    def test_income_is_green_and_a_long_description_is_shortened(self, ledger: Path) -> None:
        terminal = Terminal("ledger", "list", settings={"TERM": "xterm", "NO_COLOR": "", "COLUMNS": "59"})
        try:
            shown = terminal.ends()
        finally:
            terminal.close()
        assert "\033[32m+8,000.00\033[0m" in shown
        assert "咖啡 lat…" in shown

    def test_no_color_turns_the_colours_off(self, ledger: Path) -> None:
        terminal = Terminal("ledger", "list", settings={"TERM": "xterm", "NO_COLOR": "1"})
        try:
            assert "\033" not in terminal.ends()
        finally:
            terminal.close()
