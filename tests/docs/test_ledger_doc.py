"""Every command of docs/ledger.md is run, in its order, on a ledger with a few rows."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import csv
import json
import re
import shlex
from pathlib import Path

import pytest

from tests.support.ledger_files import ledger_with
from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.exchange import qianji, suishouji
from voiced.adapters.machine.paths import default_database
from voiced.cli.main import main

DOCUMENT = Path(__file__).parents[2] / "docs" / "ledger.md"


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.fixture
async def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    monkeypatch.setenv("VOICED_PROFILE", "")
    monkeypatch.chdir(tmp_path)
    await ledger_with(default_database(), *batch_of("BATCH", a_row()))
    return tmp_path


def run(line: str) -> None:
    """Run one line as a shell would: `> FILE` at its end is where the output goes."""
    words = shlex.split(line)
    assert words[0] == "voiced", line
    if ">" not in words:
        assert main(words[1:]) == 0, line
        return
    at = words.index(">")
    with Path(words[at + 1]).open("w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        assert main(words[1:at]) == 0, line


async def test_every_command_does_what_it_is_there_for(home: Path):
    (home / "钱迹.csv").write_text(
        ",".join(qianji.COLUMNS) + "\n2026/11/20 12:05,户外,营位,支出,300,微信,,周末\n",
        encoding="utf-8",
    )
    (home / "随手记.csv").write_text(
        ",".join(suishouji.COLUMNS) + "\n支出,2026-11-20,食品酒水,夜啤酒,现金,,58,,,,\n",
        encoding="gb18030",
    )
    for line in commands():
        await asyncio.to_thread(run, line)
    rows = [json.loads(line) for line in (home / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    # BATCH is undone and brought back, so its lunch is there as well.
    assert sorted(row["description"] for row in rows) == ["午饭", "午饭", "周末", "夜啤酒", "奶茶", "打车"]
    assert (home / "anna.db").exists()


async def test_the_csv_files_are_what_the_page_tells_a_spreadsheet(home: Path):
    """UTF-8 with the mark by which Excel knows it, and commas: what LibreOffice asks for."""
    told = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
    assert "The CSV files are UTF-8 and begin with a byte order mark, by which Excel knows it" in told
    assert "choose the character set *Unicode (UTF-8)* and *Comma* as the separator" in told
    exports = [line for line in commands() if " export " in line and line.endswith(".csv")]
    assert len(exports) == 3
    for line in exports:
        await asyncio.to_thread(run, line)
        content = (home / line.rpartition("> ")[2]).read_bytes()
        assert content.startswith(codecs.BOM_UTF8), line
        header, row = csv.reader(content.decode("utf-8-sig").splitlines())
        assert len(row) == len(header), line
        assert "午饭" in row, line


def test_each_command_is_documented():
    known = {re.sub(r"^voiced( --profile \w+)? ", "", line) for line in commands()}
    for needed in ("list", "search", "add", "backup", "check", "restore", "import", "undo", "export"):
        assert any(line.startswith(f"ledger {needed}") for line in known), needed
