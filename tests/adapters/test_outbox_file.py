"""The outbox as a file: what cannot be read of it is told, and ends nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.earlier_ledgers import OUTBOX_OF_VERSION_1, earlier_ledger
from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.outbox_work import SaveWork
from voiced.errors import LedgerFailure, LedgerUnusable


@pytest.mark.parametrize("body", ["", "{}", "\N{REPLACEMENT CHARACTER}", "[" * 100_000])
async def test_an_entry_that_cannot_be_read_is_a_failure_and_stays(tmp_path: Path, body: str) -> None:
    path = tmp_path / "outbox.db"
    outbox = await Outbox.open(path)
    number = await outbox.add(SaveWork("b", tuple(batch_of("b", a_row()))))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE work SET body = ?", (body,))
    with pytest.raises(LedgerFailure, match=rf"entry {number} of .*outbox\.db cannot be read.*keep a copy"):
        await outbox.entries()
    await outbox.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT body FROM work").fetchall() == [(body,)]


async def test_an_outbox_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    path = earlier_ledger(OUTBOX_OF_VERSION_1, tmp_path / "outbox.db")
    before = path.read_bytes()
    with pytest.raises(LedgerUnusable, match=r"an earlier voiced .* scripts/renew-ledger"):
        await Outbox.open(path)
    assert path.read_bytes() == before
