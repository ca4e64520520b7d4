"""Every command that the README shows, in English and in Chinese, is run here or by the test that is named."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.paths import default_database
from voiced.cli.main import main

ROOT = Path(__file__).parents[2]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
RECORDINGS = sorted((ROOT / "tests/audio/conversations/offline_single").glob("*.wav"))[:2]

RUN_BY = {
    "voiced run": "tests/rig/test_run.py",
    "voiced doctor": "tests/rig/test_doctor.py",
    "voiced service status": "tests/cli/test_service.py",
    "voiced card": "tests/cli/test_card.py",
    "voiced card --help": "tests/cli/test_card.py",
    "voiced wake": "tests/service/test_fresh_machine.py",
    "voiced models fetch": "tests/cli/test_models.py",
    "voiced gateway --upstream URL --model NAME": "tests/cli/test_gateway.py",
    "voiced ledger …": "tests/docs/test_ledger_doc.py",
    "voiced --profile NAME …": "tests/cli/test_profile.py",
    "scripts/install --user": "tests/service/test_fresh_machine.py",
    "scripts/test": ".ci/run",
}
"""What needs a microphone, a service manager, a server or a network has a test of its own."""
RUN_APART = {"scripts/demo"}


def commands() -> list[str]:
    found: list[str] = []
    for readme in READMES:
        text = readme.read_text(encoding="utf-8")
        found += re.findall(r"`(voiced [^`]+)`", text)
        found += re.findall(r"^    ((?:scripts/|voiced )\S.*?)  ", text, re.MULTILINE)
    return list(dict.fromkeys(found))


@pytest.fixture
async def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    # Put back afterwards, as `--profile` sets it.
    monkeypatch.setenv("VOICED_PROFILE", "")
    ledger = await SqliteLedger.open(default_database())
    await ledger.save_batch("BATCH", batch_of("BATCH", a_row()))
    await ledger.close()
    return tmp_path


def completed(command: str, home: Path) -> list[str]:
    """The words of a command, what stands for a file or a sentence filled in."""
    words = shlex.split(command.replace("1.wav 2.wav", " ".join(map(str, RECORDINGS))))[1:]
    words = [str(home / "copy.db") if word == "FILE" else word for word in words]
    return [*words, "list"] if words in (["accounts"], ["categories"]) else words


@pytest.mark.speech
@pytest.mark.parametrize("command", [c for c in commands() if c not in {*RUN_BY, *RUN_APART}])
def test_a_command_of_the_readme_does_what_it_is_there_for(
    command: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO('{"text": "午饭35"}\n'.encode())))
    assert main(completed(command, home)) == 0


@pytest.mark.speech
@pytest.mark.timeout(180)
def test_the_demo_ends_with_the_rows_in_the_ledger() -> None:
    demo = subprocess.run([ROOT / "scripts" / "demo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert demo.returncode == 0, demo.stderr
    assert demo.stdout.splitlines()[-1].startswith("60,CNY,EXPENSE,红包"), demo.stdout


@pytest.mark.parametrize(("command", "by"), RUN_BY.items())
def test_other_commands_are_run_by_the_test_that_is_named(command: str, by: str) -> None:
    assert command in commands()
    assert shlex.split(command)[0 if command.startswith("scripts") else 1].rpartition("/")[2] in (
        ROOT / by
    ).read_text(encoding="utf-8")
