"""Commands on a disk that is full: one line that says so, exit status 1, and what was there stays whole.

Anybody can have one: the limit on the size of a process's files lets it write no byte, and `/dev/full` takes none.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.ledger_files import open_ledger
from tests.support.ledger_rows import a_draft

ROOT = Path(__file__).parents[2]


def no_room() -> None:
    """Nothing can be written to a file from now on."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def voiced(
    home: Path, *arguments: str, typed: str = "", output: int = subprocess.PIPE, is_full: bool = True
) -> subprocess.CompletedProcess[str]:
    """A command of somebody with this home; `is_full` leaves no room for files."""
    return subprocess.run(
        [sys.executable, "-m", "voiced", *arguments],
        env={"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"},
        preexec_fn=no_room if is_full else None,
        cwd=home,
        input=typed,
        stdout=output,
        stderr=subprocess.PIPE,
        check=False,
        text=True,
        timeout=60,
    )


@pytest.fixture
async def ledger(tmp_path: Path) -> Path:
    """A ledger that was closed in good order, with a draft in it."""
    path = tmp_path / "books.db"
    async with open_ledger(path) as ledger:
        await ledger.drafts.keep(a_draft())
    return path


COMMANDS = {
    "replay": ("replay", "--offline", "--db", "{ledger}", "text:午饭35块", "text:确认"),
    "chat": ("chat", "--offline", "--db", "{ledger}"),
    "export": ("ledger", "export", "--format", "csv", "--db", "{ledger}"),
    "check": ("ledger", "check", "--db", "{ledger}"),
    "backup": ("ledger", "backup", "{home}/backup.db", "--db", "{ledger}"),
    "restore": ("ledger", "restore", "{ledger}", "--db", "{home}/other.db"),
    "categories": ("categories", "add", "露营", "--db", "{ledger}"),
    "accounts": ("accounts", "list", "--db", "{ledger}"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_that_there_is_no_room(command: str, tmp_path: Path, ledger: Path) -> None:
    before = ledger.read_bytes()
    arguments = [argument.format(ledger=ledger, home=tmp_path) for argument in COMMANDS[command]]
    done = voiced(tmp_path, *arguments, typed="午饭35块\n确认\n")
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert "disk" in done.stderr
    assert ledger.read_bytes() == before


def test_a_replay_needs_room_for_its_scratch_ledger(tmp_path: Path) -> None:
    done = voiced(tmp_path, "replay", "--offline", "text:午饭35块")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "voiced: there is no place for a scratch ledger: No usable temporary directory"
    )
    assert done.stderr.endswith("; make room, or name a ledger with --db\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "--offline", "text:午饭35块", "text:确认"),
        ("replay", "--offline", "--json", "text:午饭35块", "text:确认"),
        ("chat", "--offline", "--db", "books.db"),
        ("categories", "list", "--db", "books.db"),
        ("ledger", "export", "--format", "jsonl", "--db", "books.db"),
        ("config", "default"),
        ("nlu", "parse"),
        ("models", "list"),
    ],
    ids=" ".join,
)
def test_output_that_cannot_be_written_is_told_in_one_line(
    command: tuple[str, ...], tmp_path: Path, ledger: Path
) -> None:
    assert ledger.exists()
    voiced(tmp_path, "replay", "--offline", "--db", "books.db", "text:午饭35块", "text:确认", is_full=False)
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = voiced(tmp_path, *command, typed='{"text": "午饭35块"}\n', output=full, is_full=False)
    finally:
        os.close(full)
    assert done.stderr == "voiced: output: No space left on device; make room and try again\n"
    assert done.returncode == 1
