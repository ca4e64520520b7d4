"""The time and the memory of importing a bill of 5,000 lines into a ledger of 100,000 rows.

    python benchmarks/bill_import.py [--rows N] [--lines N]

The rows are spread over ten years, 27 a day, a third of them at a usual price; the bill covers the last two years, seven lines a day, of
which two thirds were said, every third of these rounded. `voiced ledger import` runs in a process of its own, with its modules compiled, as
they are where it is installed. Budgets: 5 s, 150 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

from voiced.adapters.ledger.sqlite_intake import add_batch
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.bills.billed import CHINA
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

LAST_DAY = date(2026, 10, 31)
TEN_YEARS, TWO_YEARS = 3652, 730
USUAL = (800, 1200, 1500, 1800, 2200, 3500)
THINGS = ("午饭", "打车", "咖啡", "买菜", "晚饭", "水果")
COLUMNS = (
    "交易时间",
    "交易分类",
    "交易对方",
    "商品说明",
    "收/支",
    "金额",
    "收/付款方式",
    "交易状态",
    "交易订单号",
    "商家订单号",
)
BUDGET_SECONDS, BUDGET_MB = 5.0, 150


def rows_of(size: int, dice: random.Random) -> Iterator[Transaction]:
    """Rows as they were said in the evening, without an account."""
    for number in range(size):
        day = LAST_DAY - timedelta(days=TEN_YEARS - 1 - number * TEN_YEARS // size)
        fen = dice.choice(USUAL) if number % 3 == 0 else dice.randrange(300, 30_000)
        yield Transaction(
            id=f"row-{number}",
            batch_id=f"batch-{number // 20}",
            amount=Money(fen),
            type=TransactionType.EXPENSE,
            category="餐饮",
            account="现金",
            description=dice.choice(THINGS),
            date=day,
            created_at=datetime(day.year, day.month, day.day, 21, tzinfo=CHINA),
        )


def write_bill(file: Path, rows: Sequence[Transaction], lines: int, dice: random.Random) -> None:
    """A bill of 支付宝: of three lines one was never said, one was said exactly and one rounded."""
    of_day: dict[date, list[Transaction]] = {}
    for row in rows:
        of_day.setdefault(row.date, []).append(row)
    with file.open("w", encoding="gb18030", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow(COLUMNS)
        for number in range(lines):
            day = LAST_DAY - timedelta(days=number * TWO_YEARS // lines)
            said = of_day[day].pop() if number % 3 and of_day.get(day) else None
            fen = said.amount.fen if said else dice.randrange(300, 30_000)
            fen -= dice.randrange(1, 40) if said and number % 3 == 2 and fen % 50 == 0 else 0
            words = said.description if said else "别的"
            when = f"{day} {dice.randrange(7, 21):02}:{dice.randrange(60):02}:00"
            money = f"{fen / 100:.2f}"
            numbers = (f"2026{number:012}00000001", f"T{number}")
            writer.writerow(
                (when, "餐饮美食", f"店{number % 400}", words, "支出", money, "余额", "交易成功", *numbers)
            )


async def make(ledger: Path) -> None:
    """A new ledger."""
    await (await SqliteLedger.open(ledger)).close()


def main() -> int:
    """Measure and print; returns 1 if a budget is missed."""
    parser = argparse.ArgumentParser(description="Time the import of a bill.")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--lines", type=int, default=5_000)
    options = parser.parse_args()
    dice = random.Random(37)  # noqa: S311 - amounts, no secrets
    with tempfile.TemporaryDirectory() as directory:
        ledger, bill = Path(directory) / "ledger.db", Path(directory) / "bill.csv"
        asyncio.run(make(ledger))
        rows = list(rows_of(options.rows, dice))
        add_batch(ledger, rows)
        write_bill(bill, rows, options.lines, dice)
        command = [sys.executable, "-m", "voiced", "ledger", "import", bill, "--db", ledger, "--json"]
        compiled = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": directory}
        subprocess.run([*command, "--dry-run"], env=compiled, capture_output=True, check=False)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        done = subprocess.run(command, env=compiled, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    megabytes = used.ru_maxrss / 1024
    processor = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    counts = Counter(json.loads(line)["outcome"] for line in done.stdout.splitlines())
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    print(f"{options.lines:,} lines against {options.rows:,} rows: {told}")
    print(f"by the clock {seconds:.2f} s, of a processor {processor:.2f} s, peak memory {megabytes:.0f} MB")
    return 0 if seconds <= BUDGET_SECONDS and megabytes <= BUDGET_MB else 1


if __name__ == "__main__":
    raise SystemExit(main())
