"""The time that several devices add to a commit: ten rows on PostgreSQL, by psycopg, `PostgresLedger` and `OutboxLedger`.

    python -m benchmarks.ledger_postgres

The benchmark runs its own server on a socket, which forces each commit to the disk. All contenders write the same tables,
indices and triggers, in turns. A speaker waits for `OutboxLedger`: it forces the batch to this device's disk first, and
marks it there after the delivery. Without the server only the disk counts.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

import psycopg

from benchmarks.ledger_commit import BUDGET, a_batch
from tests.support.postgres_rig import PostgresRig, device, postgres_rig
from voiced.adapters.ledger.postgres_ledger import PostgresLedger
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.domain.transaction import Transaction

BATCHES = 300

Times = dict[str, list[float]]


def save_raw(connection: psycopg.Connection, rows: Sequence[Transaction]) -> None:
    """The minimum: a program that knows all ids and needs no event loop."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO batches VALUES (%s, '2026-11-21T12:00:00+00:00', '')", (rows[0].batch_id,)
        )
        cursor.executemany(
            "INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id, account_id,"
            " description, date, created_at)"
            " VALUES (%s, %s, %s, %s, 'CNY', 'EXPENSE', 1, 1, %s, '2026-11-01', '2026-11-21T12:00:00')",
            [
                (row.id, row.batch_id, position, row.amount.fen, row.description)
                for position, row in enumerate(rows)
            ],
        )


async def measure(rig: PostgresRig, folder: Path) -> Times:
    """Seconds of each save, by contender."""
    url = rig.new_database()
    ledger = PostgresLedger(PostgresServer.at(url))
    await ledger.prepare()
    times: Times = {
        "raw psycopg": [],
        "PostgresLedger": [],
        "OutboxLedger": [],
        "OutboxLedger, server away": [],
    }
    with closing(psycopg.connect(url, autocommit=True, options="-c search_path=voiced")) as connection:
        async with device(url, folder / "outbox.db") as shared:
            for _ in range(BATCHES):
                start = time.perf_counter()
                save_raw(connection, a_batch())
                times["raw psycopg"].append(time.perf_counter() - start)
                for name, saving in (("PostgresLedger", ledger), ("OutboxLedger", shared)):
                    rows = a_batch()
                    start = time.perf_counter()
                    await saving.save_batch(rows[0].batch_id, rows)
                    times[name].append(time.perf_counter() - start)
    await ledger.close()
    rig.stop()
    async with device(url, folder / "outbox.db") as shared:
        for _ in range(BATCHES):
            rows = a_batch()
            start = time.perf_counter()
            await shared.save_batch(rows[0].batch_id, rows)
            times["OutboxLedger, server away"].append(time.perf_counter() - start)
    return times


def main() -> int:
    """Measure and print; returns 1 if the budget is missed."""
    with tempfile.TemporaryDirectory() as folder, postgres_rig(settings=()) as rig:
        times = asyncio.run(measure(rig, Path(folder)))
    for name, seconds in times.items():
        p99 = quantiles(seconds, n=100)[98]
        print(f"{name:26} p50 {median(seconds) * 1e3:7.3f} ms   p99 {p99 * 1e3:7.3f} ms")
    ratio = median(times["PostgresLedger"]) / median(times["raw psycopg"])
    print(f"ratio of the medians, PostgresLedger to raw, {ratio:.2f} (budget {BUDGET})")
    return 0 if ratio <= BUDGET else 1


if __name__ == "__main__":
    raise SystemExit(main())
