"""Every command that the README shows, in English and in Chinese, is run here or by the test that is named."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.installed import Installed, installed

ROOT = Path(__file__).parents[2]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
RECORDINGS = sorted((ROOT / "tests/audio/conversations/offline_single").glob("*.wav"))[:2]

RUN_BY = {
    "voiced run": "tests/installed/test_every_command.py",
    "voiced doctor": "tests/installed/test_every_command.py",
    "voiced devices": "tests/installed/test_every_command.py",
    "voiced service status": "tests/installed/test_every_command.py",
    "voiced card": "docs/install.md",
    "voiced card --help": "tests/cli/test_card.py",
    "voiced wake": "docs/install.md",
    "voiced models fetch": "docs/install.md",
    "voiced models fetch voice-bank": "tests/cli/test_fetching_voices.py",
    "voiced voice try 记好了": "tests/cli/test_fetching_voices.py",
    "voiced gateway --upstream http://127.0.0.1:11434/v1 --model qwen2.5:3b": "tests/cli/test_gateway.py",
    "voiced llm check": "tests/cli/test_llm_check.py",
    "voiced asr try": "tests/cli/test_asr.py",
    "scripts/install --user": "docs/install.md",
    "scripts/test": ".ci/run",
}
"""What needs a microphone, a service manager, a server or a network. What docs/install.md shows is run from there, as it stands
(tests/service/test_fresh_machine.py)."""
RUN_APART = {"scripts/demo", "scripts/demo bills"}


def commands() -> list[str]:
    found: list[str] = []
    for readme in READMES:
        text = readme.read_text(encoding="utf-8")
        found += re.findall(r"`(voiced [^`]+)`", text)
        found += re.findall(r"^    ((?:scripts/|voiced )\S.*?)  ", text, re.MULTILINE)
    return list(dict.fromkeys(found))


@pytest.fixture(scope="module")
def product() -> Installed:
    """The installed program, with the recogniser that the page names."""
    return installed("whisper")


@pytest.fixture
def home(product: Installed, tmp_path: Path) -> Path:
    """Somebody who has recorded one entry, and has two recordings at hand."""
    for number, recording in enumerate(RECORDINGS, start=1):
        shutil.copy(recording, tmp_path / f"{number}.wav")
    done = product.run("chat", "--offline", home=tmp_path, stdin="午饭35块\n确认\n")
    assert done.returncode == 0, done.stderr
    return tmp_path


@pytest.mark.speech
@pytest.mark.timeout(180)
@pytest.mark.parametrize("line", [line for line in commands() if line not in {*RUN_BY, *RUN_APART}])
def test_a_line_of_the_readme_does_what_it_is_there_for(line: str, product: Installed, home: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=home,
        env=product.environment(home, VOICED_ASR__MODELS_DIR=str(ROOT / ".cache/models")),
        input='{"text": "午饭35"}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.timeout(180)
@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_first_conversation_is_what_the_daemon_says(
    readme: Path, product: Installed, tmp_path: Path
) -> None:
    shown = re.findall(r"^    ((?:你|它)：.*)$", readme.read_text(encoding="utf-8"), re.MULTILINE)
    turns = [f"text:{line.removeprefix('你：')}" for line in shown if line.startswith("你：")]
    done = product.run("replay", *turns, home=tmp_path)
    assert [line for line in done.stdout.splitlines() if line.startswith(("你：", "它："))] == shown, (
        done.stderr
    )


@pytest.mark.speech
@pytest.mark.timeout(180)
def test_the_demo_ends_with_the_rows_in_the_ledger() -> None:
    demo = subprocess.run([ROOT / "scripts" / "demo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert demo.returncode == 0, demo.stderr
    assert demo.stdout.splitlines()[-1].startswith("60,CNY,EXPENSE,红包"), demo.stdout


@pytest.mark.timeout(180)
def test_the_demo_of_bills_ends_with_a_month_in_which_each_payment_counts_once() -> None:
    command = [ROOT / "scripts" / "demo", "bills"]
    demo = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert demo.returncode == 0, demo.stderr
    said, billed = re.findall(r"^支出 +([\d,.]+)$", demo.stdout, re.MULTILINE)
    assert (said, billed) == ("6,806.50", "7,090.51")
    assert "0 lines were imported (0 linked, 0 ask, 0 new, 0 refund, 0 ignored), 19 were known" in demo.stdout


@pytest.mark.parametrize(("command", "by"), RUN_BY.items())
def test_other_commands_are_run_by_the_test_that_is_named(command: str, by: str) -> None:
    assert command in commands()
    assert shlex.split(command)[0 if command.startswith("scripts") else 1].rpartition("/")[2] in (
        ROOT / by
    ).read_text(encoding="utf-8")


def test_each_picture_is_taken_by_the_script_and_shown_somewhere() -> None:
    taken = set(
        re.findall(r'"(\w+-\w+-(?:light|dark))"', (ROOT / "scripts/screenshots").read_text(encoding="utf-8"))
    )
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    shown = {
        name
        for page in pages
        for name in re.findall(r"screenshots/([\w-]+)\.png", page.read_text(encoding="utf-8"))
    }
    kept = {picture.stem for picture in (ROOT / "docs/screenshots").glob("*.png")}
    assert taken == shown == kept
