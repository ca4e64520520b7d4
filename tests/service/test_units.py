"""The units as systemd itself judges them, and that they say what the program does."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.console_blocks import blocks
from tests.support.unit_file import Unit
from voiced.config import SECRETS
from voiced.runtime.daemon import STOP_SECONDS
from voiced.runtime.microphone_feed import LONGEST_RETRY_SECONDS
from voiced.runtime.watchdog import CHECKS

ROOT = Path(__file__).parents[2]
SYSTEM, USER = (ROOT / "systemd" / kind / "voiced.service" for kind in ("system", "user"))
MOST_EXPOSURE = 2.0


def verified(unit: str, folder: Path, *options: str) -> str:
    """What `systemd-analyze verify` complains of, in a root of its own where `voiced` is installed."""
    for program in ("usr/local/bin/voiced", "root/.local/bin/voiced", "bin/kill"):
        place = folder / program
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy("/bin/true", place)
    place = folder / "etc/systemd/system/voiced.service"
    place.parent.mkdir(parents=True)
    place.write_text(unit)
    for target in ("sysinit", "basic", "shutdown", "sound", "network", "multi-user"):
        (place.parent / f"{target}.target").write_text(f"[Unit]\nDescription={target}\n")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={folder}", *options, "voiced.service"],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout + done.stderr if done.returncode or done.stderr else ""


def test_the_system_unit_is_clean(tmp_path: Path) -> None:
    assert verified(SYSTEM.read_text(), tmp_path) == ""


def test_the_user_unit_is_clean(tmp_path: Path) -> None:
    assert verified(USER.read_text(), tmp_path) == ""


@pytest.mark.parametrize("addition", blocks(ROOT / "docs" / "service.md", "ini"))
def test_the_additions_of_the_page_to_the_system_unit_pass_its_check(addition: str, tmp_path: Path) -> None:
    assert verified(f"{SYSTEM.read_text()}\n{addition}", tmp_path) == ""


def test_a_mistake_in_a_unit_would_be_found(tmp_path: Path) -> None:
    assert "WatchdogSecs" in verified(SYSTEM.read_text().replace("WatchdogSec=", "WatchdogSecs="), tmp_path)


def test_the_system_unit_is_hardly_exposed() -> None:
    judged = subprocess.run(
        [
            *("systemd-analyze", "security", "--offline=true", "--no-pager"),
            *(f"--threshold={MOST_EXPOSURE * 10:.0f}", "--json=short", str(SYSTEM)),
        ],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert json.loads(judged.stdout)


@pytest.mark.parametrize("file", [SYSTEM, USER], ids=["system", "user"])
def test_times_fit_those_of_the_program(file: Path) -> None:
    unit = Unit(file)
    between_checks = unit.seconds("WatchdogSec") / CHECKS
    assert between_checks > LONGEST_RETRY_SECONDS, "a microphone that is looked for would be a hang"
    assert unit.seconds("TimeoutStopSec") > 2 * STOP_SECONDS


@pytest.mark.parametrize("file", [SYSTEM, USER], ids=["system", "user"])
def test_the_journal_gets_what_went_wrong_and_not_what_was_said(file: Path) -> None:
    unit = Unit(file)
    assert (unit.last("StandardOutput"), unit.last("StandardError")) == ("null", "journal")


def test_every_credential_that_the_daemon_asks_for_is_handed_over() -> None:
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "voiced" / "app").glob("*.py")]
    asked_for = {name for source in sources for name in re.findall(r'\bcredential\("([^"]+)"\)', source)}
    handed_over = {one.split(":")[0] for one in Unit(SYSTEM).all("LoadCredential")}
    assert handed_over == asked_for
    assert asked_for <= SECRETS | {"mqtt.password"}, "a password that is no setting: mqtt has a file for it"
