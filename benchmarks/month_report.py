"""The time for 「这个月花了多少」 as the ledger grows: total, count and the latest 50 rows of one month.

    python benchmarks/month_report.py [--largest N]

The rows are spread evenly over ten years, so a month of the largest ledger (a million rows) holds about 8 300.
Beside the ledger's own time stands the same total without the index. The budget is 3 ms at a million rows.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from statistics import median, quantiles

from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.month import Month
from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period, Subject
from voiced.domain.transaction import TransactionType

SIZES = (1_000, 10_000, 100_000, 1_000_000)
ASKED = 200
BUDGET_SECONDS = 0.003
TEN_YEARS = 3652
LAST_DAY = date(2026, 11, 30)
NOVEMBER = Period("这个月", date(2026, 11, 1), LAST_DAY)
QUESTIONS = {
    "spent": LedgerQuestion(Measure.TOTAL, AskedRows(TransactionType.EXPENSE, NOVEMBER)),
    "spent on one category": LedgerQuestion(
        Measure.TOTAL, AskedRows(TransactionType.EXPENSE, NOVEMBER, (Subject("餐饮", ("餐饮",)),))
    ),
    "largest": LedgerQuestion(Measure.LARGEST, AskedRows(TransactionType.EXPENSE, NOVEMBER)),
}
WITHOUT_INDEX = """
SELECT count(*), sum(amount_fen) FROM transactions NOT INDEXED
WHERE undone_at IS NULL AND type = 'EXPENSE' AND date BETWEEN '2026-11-01' AND '2026-11-30'
"""

Row = tuple[str, str, int, int, int, str]


def rows_of(size: int) -> Iterator[Row]:
    """So many expenses in the order of their days, amounts and categories at random."""
    dice = random.Random(size)  # noqa: S311 - amounts, no secrets
    for number in range(size):
        day = LAST_DAY - timedelta(days=TEN_YEARS - 1 - number * TEN_YEARS // size)
        yield f"row-{number}", "all", number, dice.randint(100, 50_000), dice.randint(1, 27), day.isoformat()


def fill(path: Path, size: int) -> None:
    """Write the rows straight into the table: the daemon's way would take an hour."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO batches VALUES ('all', '2026-11-30T12:00:00+08:00', '')")
        connection.executemany(
            "INSERT INTO transactions (id, batch_id, position, amount_fen, category_id, date, currency, type,"
            " account_id, description, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?, 'CNY', 'EXPENSE', 1, '午饭', '2026-11-30T12:00:00+08:00')",
            rows_of(size),
        )


def unindexed(path: Path) -> float:
    """Seconds of the total without its index, the better of three."""
    with closing(sqlite3.connect(path)) as connection:
        times = list[float]()
        for _ in range(3):
            start = time.perf_counter()
            connection.execute(WITHOUT_INDEX).fetchall()
            times.append(time.perf_counter() - start)
        return min(times)


async def report_of_the_card(path: Path, size: int) -> float:
    """Print a line for the month by day and category as the card draws it; return its median seconds."""
    books = SqlBooks(await SqliteDatabase.open(path))
    times = list[float]()
    for _ in range(ASKED):
        start = time.perf_counter()
        await books.report(Month(2026, 11))
        times.append(time.perf_counter() - start)
    report = await books.report(Month(2026, 11))
    await books.close()
    print(
        f"{size:9,} rows  {'by day and category':22} p50 {median(times) * 1e3:7.3f} ms   "
        f"p99 {quantiles(times, n=100)[98] * 1e3:7.3f} ms   {len(report.days) + len(report.categories):6,} sums"
    )
    return median(times)


async def measure(path: Path, size: int) -> float:
    """Print a line for each question; return the median seconds of the month report."""
    await (await SqliteLedger.open(path)).close()
    await asyncio.to_thread(fill, path, size)
    slow = await asyncio.to_thread(unindexed, path)
    ledger = await SqliteLedger.open(path)
    medians = dict[str, float]()
    for name, question in QUESTIONS.items():
        times = list[float]()
        for _ in range(ASKED):
            start = time.perf_counter()
            await ledger.answer(question)
            times.append(time.perf_counter() - start)
        medians[name] = median(times)
        count = (await ledger.answer(question)).count
        print(
            f"{size:9,} rows  {name:22} p50 {median(times) * 1e3:7.3f} ms   "
            f"p99 {quantiles(times, n=100)[98] * 1e3:7.3f} ms   {count:6,} rows counted"
        )
    await ledger.close()
    medians["card"] = await report_of_the_card(path, size)
    print(f"{size:9,} rows  {'total without index':22} min {slow * 1e3:7.3f} ms")
    return max(medians["spent"], medians["card"])


def main() -> int:
    """Measure and print; returns 1 if the budget is missed at the largest size."""
    parser = argparse.ArgumentParser(description="Time the month report of ledgers of growing size.")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="stop at this number of rows")
    largest = parser.parse_args().largest
    seconds = 0.0
    for size in (size for size in SIZES if size <= largest):
        with tempfile.TemporaryDirectory() as directory:
            seconds = asyncio.run(measure(Path(directory) / "ledger.db", size))
    return 0 if seconds <= BUDGET_SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
