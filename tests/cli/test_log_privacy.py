"""Nothing that was said reaches standard error, which a service's journal keeps, at any log level."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests" / "audio" / "conversations" / "noisy_single"
SAID = ("小明还我火锅钱八十三块五", "第一笔改成九千一百二十七", "上个月花了多少", "确认", "收回", "退出")
TELLING = ("小明", "火锅", "八十三", "83.5", "九千一百", "9127")
NOBODY = "http://127.0.0.1:9"
"""No gateway answers there."""
TYPED = tuple(f"text:{said}" for said in SAID)


def told(folder: Path, turns: Sequence[str], *options: str) -> tuple[str, list[str]]:
    """A conversation of a new process that logs all it can: its transcript, and the lines of standard error."""
    ran = subprocess.run(
        [sys.executable, "-m", "voiced", "-v", "replay", *turns, *options],
        cwd=ROOT,
        env={**os.environ, "XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    # A test's folder has a number, which may be one that was said.
    return ran.stdout, ran.stderr.replace(str(folder), "the folder").splitlines()


def telling(lines: list[str]) -> list[str]:
    return [line for line in lines if any(word in line for word in TELLING)]


def refuse_writes(ledger: Path) -> None:
    """From now on nothing can be saved."""
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON transactions BEGIN SELECT RAISE(ABORT, 'no room for it'); END"
        )


@pytest.mark.speech
def test_nothing_of_a_spoken_conversation_is_logged_at_debug(tmp_path: Path) -> None:
    turns = [str(RECORDED / name) for name in ("1.wav", "2.wav")]
    transcript, lines = told(
        tmp_path, turns, "--offline", "--asr", "whisper", "--db", str(tmp_path / "ledger.db")
    )
    assert "记好了" in transcript
    assert any(line.startswith("DEBUG voiced.") for line in lines), "the level was not debug"
    assert [line for line in lines if re.search("[一-鿿]", line)] == []


def test_nothing_of_a_typed_conversation_is_logged_at_debug(tmp_path: Path) -> None:
    transcript, lines = told(tmp_path, TYPED, "--offline", "--db", str(tmp_path / "ledger.db"))
    assert "火锅" in transcript
    assert telling(lines) == []


def test_nothing_of_what_was_said_is_logged_also_when_all_fails(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.db"
    told(tmp_path, TYPED, "--offline", "--db", str(ledger))
    refuse_writes(ledger)
    _, lines = told(tmp_path, TYPED, "--llm", NOBODY, "--db", str(ledger))
    assert any("local rules take over" in line for line in lines)
    assert any("nothing was written" in line for line in lines)
    assert telling(lines) == []


def test_each_failure_is_told_once_on_standard_error_and_once_in_the_transcript(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.db"
    told(tmp_path, TYPED, "--offline", "--db", str(ledger))
    refuse_writes(ledger)
    transcript, lines = told(tmp_path, TYPED, "--offline", "--db", str(ledger))
    in_the_log = [line for line in lines if "no room for it" in line]
    in_the_transcript = [line for line in transcript.splitlines() if "no room for it" in line]
    assert len(in_the_log) == len(in_the_transcript) == 1
