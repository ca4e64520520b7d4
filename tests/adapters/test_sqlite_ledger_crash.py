"""A process that is killed in the middle of saving leaves whole batches, and every one it was told was saved."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.support.ledger_rows import a_draft, a_row, batch_of
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger

ROOT = Path(__file__).parent.parent.parent
ROWS = 10

SAVE_FOR_EVER = """
import asyncio, itertools, sys
from pathlib import Path
from tests.support.ledger_rows import a_draft, a_row, batch_of
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger

async def main():
    ledger = await SqliteLedger.open(Path(sys.argv[1]))
    for number in itertools.count():
        batch_id = f"b{number}"
        await ledger.drafts.keep(a_draft(batch_id))
        await ledger.save_batch(batch_id, batch_of(batch_id, *(a_row() for _ in range(int(sys.argv[2])))))
        print(batch_id, flush=True)

asyncio.run(main())
"""


def save_until_killed(path: Path, told: int) -> list[str]:
    """Save batches in another process, kill it after so many were answered; returns all that were."""
    saving = subprocess.Popen(
        [sys.executable, "-c", SAVE_FOR_EVER, str(path), str(ROWS)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with saving:
        assert saving.stdout is not None
        answered = [saving.stdout.readline().strip() for _ in range(told)]
        saving.kill()
        answered += saving.stdout.read().split()
    assert saving.returncode == -9
    return answered


@pytest.mark.parametrize("told", [1, 2, 7, 20, 45])
async def test_whole_batches_and_all_that_were_answered(tmp_path: Path, told: int):
    path = tmp_path / "ledger.db"
    answered = save_until_killed(path, told)
    ledger = await SqliteLedger.open(path)
    rows_of_batch = Counter([row.batch_id async for row in ledger.rows()])
    draft = await ledger.drafts.kept()
    last = f"b{len(rows_of_batch)}"
    assert await ledger.save_batch(last, batch_of(last, a_row()))
    await ledger.close()
    assert set(rows_of_batch.values()) == {ROWS}
    # What was on its way when the process died may be there as well, but at most that one.
    written = [f"b{number}" for number in range(len(rows_of_batch))]
    assert written == list(rows_of_batch)
    assert answered in (written, written[:-1])
    # The draft of a written batch went with it: nothing is offered twice.
    assert draft in (None, a_draft(last))
