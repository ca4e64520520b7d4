"""The time to read a question and to answer it from a ledger of 100 000 and of a million rows.

    python -m benchmarks.questions [--largest N]

The questions are the labelled ones of `tests/data/questions`. The rows are spread evenly over ten years. Budgets: reading p50
300 µs; an answer p95 20 ms at 100 000 rows and 200 ms at a million; the sum of a month 3 ms at a million. The processor time
beside an answer's time is what is left of it on a machine without other work.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from statistics import median, quantiles

from tests.support import labelled_questions as labelled
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.question import LedgerQuestion
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.asking import ask
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 22, 20, 0, tzinfo=timezone(timedelta(hours=8)))
SIZES = (100_000, 1_000_000)
BUDGET_SECONDS = {100_000: 0.02, 1_000_000: 0.2}
MONTH_SECONDS = 0.003
READING_SECONDS = 0.0003
DAYS = 3652
MONTH = "这个月花了多少"


def fill(path: Path, size: int) -> None:
    """Write rows straight into the table, with the descriptions, types and accounts of the household."""
    dice = random.Random(size)  # noqa: S311 - rows, no secrets
    household = labelled.FIRST.rows
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO batches VALUES ('all', '2026-11-22T12:00:00+08:00', '')")
        categories = {
            (name, of_type): id_
            for id_, name, of_type in connection.execute("SELECT id, name, type FROM categories")
        }
        accounts = {name: id_ for id_, name in connection.execute("SELECT id, name FROM accounts")}
        rows = list[tuple[object, ...]]()
        for number in range(size):
            row = dice.choice(household)
            day = NOW.date() - timedelta(days=DAYS - 1 - number * DAYS // size)
            category = categories.get((row.category, row.type)) or categories["其他", "EXPENSE"]
            rows.append(
                (
                    f"row-{number}",
                    number,
                    dice.randint(100, 50_000),
                    row.type,
                    category,
                    accounts[row.account],
                    row.description,
                    day.isoformat(),
                )
            )
        connection.executemany(
            "INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id, account_id, description,"
            " date, created_at) VALUES (?, 'all', ?, ?, 'CNY', ?, ?, ?, ?, ?, '2026-11-22T12:00:00+08:00')",
            rows,
        )


def read_all(said: Sequence[str], vocabulary: Vocabulary) -> list[LedgerQuestion]:
    """The questions that have an answer."""
    asked = (ask(words, vocabulary, NOW) for words in said)
    return [question for question in asked if isinstance(question, LedgerQuestion)]


def read(vocabulary: Vocabulary) -> list[LedgerQuestion]:
    """Print the time to read a question; return the questions that have an answer."""
    said = [
        normalise(question.words) for question in labelled.FIRST.questions.values() if not question.previous
    ]
    found, times = read_all(said, vocabulary), list[float]()
    for _ in range(2):
        for words in said:
            start = time.perf_counter()
            ask(words, vocabulary, NOW)
            times.append(time.perf_counter() - start)
    print(
        f"reading   p50 {median(times) * 1e6:7.0f} µs   p99 {quantiles(times, n=100)[98] * 1e6:7.0f} µs   {len(said)} questions"
    )
    print(
        f"          within the budget of {READING_SECONDS * 1e6:.0f} µs: {'yes' if median(times) <= READING_SECONDS else 'no'}"
    )
    return found


async def measure(path: Path, size: int) -> None:
    """Print the times of the answers from a ledger of this size."""
    await (await SqliteLedger.open(path)).close()
    await asyncio.to_thread(fill, path, size)
    ledger = await SqliteLedger.open(path)
    questions = read(await ledger.vocabulary())
    times: list[tuple[float, LedgerQuestion]] = []
    computed: list[float] = []
    for question in questions:
        start, busy = time.perf_counter(), time.process_time()
        await ledger.answer(question)
        times.append((time.perf_counter() - start, question))
        computed.append(time.process_time() - busy)
    (month,) = read_all((MONTH,), await ledger.vocabulary())
    months = list[float]()
    for _ in range(100):
        start = time.perf_counter()
        await ledger.answer(month)
        months.append(time.perf_counter() - start)
    await ledger.close()
    taken = [seconds for seconds, _ in times]
    p95 = quantiles(taken, n=100)[94]
    print(
        f"{size:9,} rows   p50 {median(taken) * 1e3:7.2f} ms   p95 {p95 * 1e3:7.2f} ms   largest {max(taken) * 1e3:7.2f} ms"
        f"   budget p95 {BUDGET_SECONDS[size] * 1e3:.0f} ms   the month p50 {median(months) * 1e3:.2f} ms"
    )
    print(
        f"{size:9,} rows   processor time p95 {quantiles(computed, n=100)[94] * 1e3:7.2f} ms   largest {max(computed) * 1e3:7.2f} ms"
    )
    for seconds, question in sorted(times, key=lambda one: -one[0])[:3]:
        print(
            f"          {seconds * 1e3:7.2f} ms   {question.measure.value}, {question.rows.period.label or 'all days'}"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time questions to ledgers of growing size.")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="stop at this number of rows")
    largest = parser.parse_args().largest
    for size in (size for size in SIZES if size <= largest):
        with tempfile.TemporaryDirectory() as directory:
            asyncio.run(measure(Path(directory) / "ledger.db", size))


if __name__ == "__main__":
    main()
