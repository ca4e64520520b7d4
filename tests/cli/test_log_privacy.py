"""What was said is nobody's business: none of it is in the log, but for `log.level = "debug"`."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from voiced.cli.main import main

SAID = ("小明还我火锅钱八十三块五", "第一笔改成九十一", "上个月花了多少", "确认", "收回", "退出")
TELLING = ("小明", "火锅", "八十三", "83.5", "九十一", "91")
NOBODY = "http://127.0.0.1:9"
"""No gateway answers there."""


def refuse_writes(ledger: Path) -> None:
    """From now on nothing can be saved."""
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON transactions BEGIN SELECT RAISE(ABORT, 'no room for it'); END"
        )


def test_nothing_of_what_was_said_is_logged_also_when_all_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ledger = tmp_path / "ledger.db"
    turns = [f"text:{said}" for said in SAID]
    assert main(["replay", *turns, "--offline", "--db", str(ledger)]) == 0
    refuse_writes(ledger)
    caplog.set_level(logging.INFO, "voiced")
    assert main(["replay", *turns, "--llm", NOBODY, "--db", str(ledger)]) == 0
    logged = [record.getMessage() for record in caplog.records]
    assert any("local rules take over" in line for line in logged)
    assert any("nothing was written" in line for line in logged)
    assert [line for line in logged if any(word in line for word in TELLING)] == []
