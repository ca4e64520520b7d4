"""A device that dies between any two steps of a delivery delivers the batch once when it is started again."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.ledger_files import rows_of
from tests.support.ledger_rows import a_row, batch_of
from tests.support.postgres_rig import PostgresRig, device
from voiced.domain.transaction import Transaction

ROOT = Path(__file__).parent.parent.parent
DIED = 9


async def rows_after_a_restart(url: str, outbox: Path) -> list[Transaction]:
    async with device(url, outbox) as ledger:
        return await rows_of(ledger)


SAVE_AND_DIE = """
import asyncio, os, sys
from pathlib import Path
from tests.support.ledger_rows import a_row, batch_of
from tests.support.postgres_rig import device
from voiced.adapters.ledger import outbox_delivery
from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.postgres_ledger import PostgresLedger

outbox_delivery.GRACE_SECONDS = 20.0
when, step, url, outbox = sys.argv[1:]
owner = PostgresLedger if step == "save_batch" else Outbox
whole = getattr(owner, step)

async def dies(*arguments):
    if when == "before":
        os._exit(9)
    await whole(*arguments)
    os._exit(9)

setattr(owner, step, dies)

async def main():
    async with device(url, Path(outbox)) as ledger:
        await ledger.save_batch("b1", batch_of("b1", a_row("60"), a_row("30")))

asyncio.run(main())
"""


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("when", "step", "is_kept", "has_arrived"),
    [
        ("before", "add", False, False),
        ("after", "add", True, False),
        ("before", "save_batch", True, False),
        ("after", "save_batch", True, True),
        ("before", "remove", True, True),
        ("after", "remove", True, True),
    ],
)
def test_a_batch_that_was_kept_arrives_once(
    postgres: PostgresRig, tmp_path: Path, when: str, step: str, is_kept: bool, has_arrived: bool
):
    url, outbox = postgres.empty_ledger(), tmp_path / "outbox.db"
    died = subprocess.run(
        [sys.executable, "-c", SAVE_AND_DIE, when, step, url, str(outbox)], cwd=ROOT, check=False
    )
    assert died.returncode == DIED
    assert postgres.sql(url, "SELECT EXISTS (SELECT FROM batches)") == [(has_arrived,)]
    assert asyncio.run(rows_after_a_restart(url, outbox)) == (
        batch_of("b1", a_row("60"), a_row("30")) if is_kept else []
    )
