"""The time that the ledger adds to a commit: ten rows saved by `SqliteLedger` and by bare sqlite3, in turns, on one disk.

    python benchmarks/ledger_commit.py [DIRECTORY]

Both write the same tables, indices and triggers with the same pragmas. The budget is a ratio of the medians of at most
2.5. A slow disk hides the difference; a directory in memory (/dev/shm) shows it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

BATCHES = 1500
ROWS = 10
BUDGET = 2.5


def a_batch() -> list[Transaction]:
    """Ten rows of a batch that the ledger does not have yet."""
    batch_id = str(uuid4())
    return [
        Transaction(
            id=str(uuid4()),
            batch_id=batch_id,
            amount=Money(3500 + number),
            type=TransactionType.EXPENSE,
            category="餐饮",
            account="现金",
            description="午饭",
            date=date(2026, 11, 1 + number),
            created_at=datetime(2026, 11, 21, 12, tzinfo=UTC),
        )
        for number in range(ROWS)
    ]


def save_raw(connection: sqlite3.Connection, rows: Sequence[Transaction]) -> None:
    """The minimum: a program that knows all ids and needs no event loop."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(
        "INSERT INTO batches VALUES (?, ?, '')", (rows[0].batch_id, "2026-11-21T12:00:00+00:00")
    )
    connection.executemany(
        "INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id, account_id,"
        " description, date, created_at) VALUES (?, ?, ?, ?, 'CNY', 'EXPENSE', 1, 1, ?, ?, ?)",
        [
            (
                row.id,
                row.batch_id,
                position,
                row.amount.fen,
                row.description,
                "2026-11-01",
                "2026-11-21T12:00:00",
            )
            for position, row in enumerate(rows)
        ],
    )
    connection.execute("DELETE FROM drafts WHERE batch_id = 'b'")
    connection.execute("COMMIT")


async def measure(directory: Path) -> tuple[list[float], list[float]]:
    """Seconds of each save, bare and by the ledger."""
    bare_path, path = directory / "bare.db", directory / "ledger.db"
    await (await SqliteLedger.open(bare_path)).close()
    ledger = await SqliteLedger.open(path)
    bare, ours = list[float](), list[float]()
    with closing(sqlite3.connect(bare_path, isolation_level=None)) as connection:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        for _ in range(BATCHES):
            rows = a_batch()
            start = time.perf_counter()
            save_raw(connection, rows)
            bare.append(time.perf_counter() - start)
            rows = a_batch()
            start = time.perf_counter()
            await ledger.save_batch(rows[0].batch_id, rows)
            ours.append(time.perf_counter() - start)
    await ledger.close()
    return bare, ours


def main() -> int:
    """Measure and print; returns 1 if the budget is missed."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as directory:
        bare, ours = asyncio.run(measure(Path(directory)))
    for name, times in (("raw sqlite3", bare), ("SqliteLedger", ours)):
        print(
            f"{name:14} p50 {median(times) * 1e3:6.3f} ms   p99 {quantiles(times, n=100)[98] * 1e3:6.3f} ms"
        )
    ratio = median(ours) / median(bare)
    print(f"ratio of the medians {ratio:.2f} (budget {BUDGET})")
    return 0 if ratio <= BUDGET else 1


if __name__ == "__main__":
    raise SystemExit(main())
