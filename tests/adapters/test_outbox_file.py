"""The outbox as a file: what cannot be read of it is told, and ends nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.ledger_rows import a_draft, a_row, batch_of
from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.outbox_work import SaveWork
from voiced.adapters.ledger.sqlite_ledger import DRAFT_VERSION, encode_draft
from voiced.errors import LedgerFailure
from voiced.ports.ledger import ROOM


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


async def test_an_outbox_of_the_version_before_keeps_its_work_and_its_draft(tmp_path: Path) -> None:
    path = tmp_path / "outbox.db"
    outbox = await Outbox.open(path)
    await outbox.add(SaveWork("b", tuple(batch_of("b", a_row()))))
    await outbox.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(_AS_BEFORE)
        connection.execute("INSERT INTO draft VALUES (1, ?, ?)", (DRAFT_VERSION, encode_draft(a_draft("d"))))

    outbox = await Outbox.open(path)
    assert await outbox.drafts.kept(ROOM) == a_draft("d")
    assert len(await outbox.entries()) == 1
    await outbox.add(SaveWork("other", tuple(batch_of("other", a_row()))))
    assert await outbox.drafts.kept(ROOM) == a_draft("d")
    await outbox.add(SaveWork("d", tuple(batch_of("d", a_row()))))
    assert await outbox.drafts.kept(ROOM) is None
    await outbox.close()


_AS_BEFORE = """
DROP TABLE drafts;
DROP TRIGGER save_ends_draft;
CREATE TABLE draft (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TRIGGER save_ends_draft AFTER INSERT ON work WHEN NEW.kind = 'save' BEGIN DELETE FROM draft; END;
PRAGMA user_version = 1;
"""
