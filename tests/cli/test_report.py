"""`voiced report`, as a person or a script runs it on the 10th of November."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.support.ledger_files import ledger_with
from tests.support.ledger_rows import a_row, a_transfer, batch_of
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.machine.clocks import SystemClock
from voiced.cli.main import main
from voiced.domain.budget import Budget, Recurrence
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.transaction import TransactionType

NOVEMBER = Month(2026, 11)


def november(day: int) -> date:
    return date(2026, 11, day)


async def filled(path: Path) -> None:
    await ledger_with(
        path,
        *batch_of(
            "batch",
            a_row("60", day=november(2)),
            a_row("40", day=november(9)),
            a_row("25", "交通", day=november(9), description="打车"),
            a_row("8000", "工资", TransactionType.INCOME, day=november(5), description="工资"),
            a_transfer("200"),
            a_row("30", day=date(2026, 10, 10)),
            a_row("50", day=date(2026, 10, 11)),
        ),
    )
    books = SqlBooks(await SqliteDatabase.open(path))
    await books.set_budget(Budget("餐饮", Month(2026, 10), Money(100_00), Recurrence.CARRIED))
    await books.set_budget(Budget("交通", NOVEMBER, Money(20_00)))
    await books.close()


@pytest.fixture
def ledger(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The configured ledger, with rows of two months and two budgets."""
    monkeypatch.setattr(SystemClock, "now", lambda _: datetime(2026, 11, 10, 12, tzinfo=UTC))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    asyncio.run(filled(database))


@pytest.mark.usefixtures("ledger")
def test_a_month_that_is_not_over_stands_beside_the_same_days_of_the_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["report"]) == 0
    assert capsys.readouterr().out == (
        "2026年11月\n"
        "支出    125.00  上月  80.00  上月同期  30.00\n"
        "收入  8,000.00  上月   0.00  上月同期   0.00\n"
        "\n"
        "支出\n"
        "餐饮  100.00  80%  上月  80.00  ████████████████████████\n"
        "交通   25.00  20%  上月   0.00  ██████\n"
        "\n"
        "收入\n"
        "工资  8,000.00  100%  上月  0.00  ████████████████████████\n"
        "\n"
        "预算\n"
        "交通   20.00  超支   5.00  ████████████████████████\n"
        "餐饮  120.00  还剩  20.00  ████████████████████····\n"
    )


@pytest.mark.usefixtures("ledger")
def test_a_month_that_is_over_is_compared_as_a_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "2026-10"]) == 0
    assert capsys.readouterr().out == (
        "2026年10月\n"
        "支出  80.00\n"
        "收入   0.00\n"
        "\n"
        "支出\n"
        "餐饮  80.00  100%  ████████████████████████\n"
        "\n"
        "预算\n"
        "餐饮  100.00  还剩  20.00  ███████████████████▎····\n"
    )


@pytest.mark.usefixtures("ledger")
def test_a_month_without_rows_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "2025-03"]) == 0
    assert capsys.readouterr().out == "2025年3月\n这个月没有记账。\n"


@pytest.mark.usefixtures("ledger")
def test_a_script_gets_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "2026-11", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["month"], report["spent"], report["earned"]) == ("2026-11", "125", "8000")
    assert report["before"] == {"month": "2026-10", "spent": "80", "earned": "0"}
    assert report["categories"][1] == {
        "category": "餐饮",
        "type": "EXPENSE",
        "amount": "100",
        "count": 2,
        "before": "80",
    }
    assert report["budgets"][1] == {
        "category": "餐饮",
        "limit": "100",
        "carried": "20",
        "spent": "100",
        "left": "20",
    }


@pytest.mark.usefixtures("ledger")
@pytest.mark.parametrize("month", ["11", "2026-13", "0001-01", "november"])
def test_a_wrong_month_is_told_in_one_line(month: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", month]) == 2
    assert capsys.readouterr().err == f"voiced: report {month}: not a month; write it as 2026-11\n"


def test_a_missing_ledger_is_named_and_not_created(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report"]) == 2
    assert capsys.readouterr().err.startswith(f"voiced: {database}: there is no such ledger")
    assert not database.exists()
