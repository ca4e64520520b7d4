"""Where the running daemon serves its card, published for other processes of its user."""

from __future__ import annotations

import logging
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiced.adapters.machine.card_place import CardPlace, published, running_card
from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import held
from voiced.errors import NotRunning

HERE = CardPlace("127.0.0.1", 9377, "secret")
SERVE = """
import sys
from voiced.adapters.machine.card_place import CardPlace, published
from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import held
with held(pid_files()[0]), published(CardPlace("0.0.0.0", 9377, "secret")):
    print("served", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this session's sockets and the like."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    return tmp_path


@pytest.fixture
def daemon() -> Iterator[subprocess.Popen[str]]:
    """Another process that serves a card."""
    command = [sys.executable, "-c", SERVE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "served\n"
        yield process
        process.kill()


def test_the_card_of_a_daemon_that_runs_is_found(daemon: subprocess.Popen[str], runtime: Path) -> None:
    place = running_card()
    assert place is not None
    assert place == CardPlace("0.0.0.0", 9377, "secret")  # noqa: S104 - what it was told
    assert place.address == "http://127.0.0.1:9377/?token=secret"
    assert place.address_at("fe80::1") == "http://[fe80::1]:9377/?token=secret"
    assert stat.S_IMODE((runtime / "voiced" / "card.json").stat().st_mode) == 0o600
    daemon.communicate()
    assert not (runtime / "voiced" / "card.json").exists()


def test_an_address_left_by_a_crash_leads_to_no_card(daemon: subprocess.Popen[str], runtime: Path) -> None:
    daemon.kill()
    daemon.communicate()
    assert (runtime / "voiced" / "card.json").exists()
    with pytest.raises(NotRunning, match="voiced is not running; start it with: voiced run"):
        running_card()
    with held(pid_files()[0]), published(HERE):
        assert running_card() == HERE


def test_a_daemon_that_serves_no_card_publishes_no_place() -> None:
    with held(pid_files()[0]):
        assert running_card() is None


def test_a_second_daemon_of_the_same_user_does_not_displace_the_first(
    daemon: subprocess.Popen[str],
) -> None:
    found = running_card()
    with held(pid_files()[0]) as ours, published(HERE):
        assert not ours
        assert running_card() == found
    assert daemon.poll() is None
    assert running_card() == found


def test_a_card_that_cannot_be_published_is_served_all_the_same(
    runtime: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with held(pid_files()[0]):
        (runtime / "voiced" / "card.json").mkdir()
        with published(HERE):
            assert running_card() is None
    assert "card.json: Is a directory; voiced card will not find the card" in caplog.text
