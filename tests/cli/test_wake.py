"""`voiced wake` finds the daemon and signals it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiced.cli.main import main

DAEMON = """
import signal, sys
from pathlib import Path
from voiced.adapters.machine.pid_file import held
signal.signal(signal.SIGUSR1, lambda *_: (print("woken", flush=True), sys.exit(0)))
with held(Path(sys.argv[1])):
    print("ready", flush=True)
    signal.pause()
"""


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this session's sockets and the like."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    return tmp_path


@pytest.fixture
def daemon(runtime: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", DAEMON, str(runtime / "voiced" / "pid")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def test_the_daemon_that_runs_is_woken(daemon: subprocess.Popen[str]) -> None:
    assert main(["wake"]) == 0
    output, _ = daemon.communicate()
    assert (output, daemon.returncode) == ("woken\n", 0)


def test_without_a_daemon_it_says_so(runtime: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert runtime.exists()
    assert main(["wake"]) == 1
    assert capsys.readouterr().err == "voiced: voiced is not running; start it with: voiced run\n"


def test_a_daemon_that_ends_just_now_is_none(
    daemon: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find_nobody(process: int, sign: signal.Signals) -> None:
        raise ProcessLookupError(process, sign)

    with monkeypatch.context() as context:
        context.setattr("os.kill", find_nobody)
        assert main(["wake"]) == 1
    assert capsys.readouterr().err == "voiced: voiced is not running; start it with: voiced run\n"
    assert daemon.poll() is None


def test_a_daemon_of_somebody_else_is_named(
    daemon: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(process: int, sign: signal.Signals) -> None:
        raise PermissionError(process, sign)

    monkeypatch.setattr("os.kill", refuse)
    assert main(["wake"]) == 1
    assert f"the daemon (process {daemon.pid}) belongs to another user" in capsys.readouterr().err
    monkeypatch.undo()
