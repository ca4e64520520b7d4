"""How long a start may take, told to a real notify socket."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.service_manager import NotifySocket
from tests.support.unit_file import Unit
from voiced.adapters.machine.service_notify import START_SECONDS, ServiceNotify, StartPatience

KILLED = """
import os, signal, sys
from pathlib import Path
from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.adapters.machine.service_notify import StartPatience
with StartPatience(Path(sys.argv[1]), ServiceNotify()).under_way():
    os.kill(os.getpid(), signal.SIGKILL)
"""
UNITS = Path(__file__).parents[2] / "systemd"


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[NotifySocket]:
    with NotifySocket(tmp_path / "notify") as manager:
        yield manager


class Starts:
    """Starts of a service, one after the other."""

    def __init__(self, file: Path, manager: NotifySocket) -> None:
        self.file = file
        self._manager = manager
        self._start = StartPatience(file, ServiceNotify({"NOTIFY_SOCKET": str(manager.path)}))

    def killed(self) -> list[str]:
        """A start that is killed; what the manager was asked for."""
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, str(self.file)],
            env={**os.environ, "NOTIFY_SOCKET": str(self._manager.path)},
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL
        return self._manager.read()

    def well(self) -> list[str]:
        """A start that comes to its end."""
        with self._start.under_way():
            self._start.is_over()
        return self._manager.read()

    def failed(self) -> list[str]:
        """A start that ends by itself."""
        with pytest.raises(OSError, match="disk"), self._start.under_way():
            raise OSError("disk")
        return self._manager.read()


@pytest.fixture
def starts(tmp_path: Path, manager: NotifySocket) -> Starts:
    return Starts(tmp_path / "state" / "starts", manager)


def seconds(minutes: int) -> list[str]:
    return [f"EXTEND_TIMEOUT_USEC={minutes * 60_000_000}"]


def test_each_start_that_took_too_long_is_followed_by_one_that_may_take_twice_as_long(starts: Starts) -> None:
    asked_for = [starts.killed() for _ in range(8)]
    assert asked_for == [[], seconds(4), seconds(8), seconds(16), seconds(32), *[seconds(60)] * 3]


def test_after_a_start_that_came_to_its_end_all_is_as_at_first(
    starts: Starts, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    starts.killed()
    assert starts.well() == seconds(4)
    assert not starts.file.exists()
    assert starts.well() == []
    assert [record.getMessage() for record in caplog.records] == [
        "the last start took too long and was ended; this one may take 240 s"
    ]


def test_a_start_that_fails_while_it_is_ended_was_too_long(tmp_path: Path, manager: NotifySocket) -> None:
    start = StartPatience(tmp_path / "starts", ServiceNotify({"NOTIFY_SOCKET": str(manager.path)}))
    for _ in range(2):
        with pytest.raises(OSError, match="server"), start.under_way(lambda: True):
            raise OSError("server")
    assert manager.read() == seconds(4)


def test_a_start_that_ends_by_itself_was_not_too_long(starts: Starts) -> None:
    starts.failed()
    assert starts.failed() == []
    assert not starts.file.exists()


@pytest.mark.parametrize("text", ["", "many", "-3", "\xff"])
def test_text_that_is_not_a_number_counts_as_no_start(starts: Starts, text: str) -> None:
    starts.file.parent.mkdir()
    starts.file.write_text(text, encoding="latin-1")
    assert starts.well() == []


def test_a_number_of_any_size_is_bounded(starts: Starts) -> None:
    starts.file.parent.mkdir()
    starts.file.write_text("9" * 30)
    assert starts.well() == seconds(60)


def test_a_file_that_cannot_be_written_is_no_reason_not_to_start(starts: Starts) -> None:
    starts.file.parent.write_text("")
    assert starts.well() == []


def test_in_the_foreground_nothing_is_kept(tmp_path: Path) -> None:
    with StartPatience(tmp_path / "starts", ServiceNotify({})).under_way():
        assert not (tmp_path / "starts").exists()


@pytest.mark.parametrize("kind", ["system", "user"])
def test_the_first_limit_is_that_of_the_unit(kind: str) -> None:
    assert Unit(UNITS / kind / "voiced.service").seconds("TimeoutStartSec") == START_SECONDS
