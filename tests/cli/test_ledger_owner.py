"""Whose books a command is about on a machine with a service: a real process, and a `systemctl` that knows the service."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from voiced.cli.main import main

ROOT = Path(__file__).parents[2]
ME = pwd.getpwuid(os.geteuid()).pw_name
SYSTEMCTL = """\
#!/bin/sh
cat <<'END'
LoadState={state}
User={user}
SupplementaryGroups=
Environment=HOME={home} XDG_DATA_HOME={data} XDG_STATE_HOME={data} "PYTHONFAULTHANDLER=1"
END
"""


class Machine:
    """A machine with a service, and a caller with an empty home."""

    def __init__(self, folder: Path) -> None:
        self.home, self.data = folder / "home", folder / "var"
        self.service = self.data / "voiced"
        self._bin = folder / "bin"
        for path in (self.home, self.service, self._bin):
            path.mkdir(parents=True)
        self.has_service_of(ME)

    @property
    def environment(self) -> dict[str, str]:
        path = f"{self._bin}:{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}

    @property
    def own_ledger(self) -> Path:
        return self.home / ".local/share/voiced/ledger.db"

    def has_service_of(self, user: str, state: str = "loaded") -> None:
        program = self._bin / "systemctl"
        program.write_text(SYSTEMCTL.format(state=state, user=user, home=self.service, data=self.data))
        program.chmod(0o755)

    def voiced(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "voiced", *arguments],
            env=self.environment, check=False, capture_output=True, text=True, timeout=60,
        )  # fmt: skip


def noting(steps: list[str], step: str) -> Callable[[object], None]:
    """A system call that only notes that it was made: not every test runs as root."""

    def note(_: object) -> None:
        steps.append(step)

    return note


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def stranger(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The caller is a person who is neither root nor the service's user."""
    for name, value in machine.environment.items():
        monkeypatch.setenv(name, value)
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 4321)
    return machine


def test_the_services_user_sees_the_books_of_the_service(machine: Machine) -> None:
    added = machine.voiced("categories", "add", "露营")
    assert added.returncode == 0, added.stderr
    assert (machine.service / "ledger.db").exists()
    assert not machine.own_ledger.exists()
    assert "露营" in machine.voiced("categories", "list").stdout
    assert machine.voiced("ledger", "check").stdout == f"{machine.service}/ledger.db: sound\n"
    assert f"{machine.service}/turns.jsonl: holds no turns" in machine.voiced("stats").stdout
    assert machine.voiced("card", "token", "make", "手机").returncode == 0
    assert (machine.service / "say-tokens.json").exists()


def test_a_ledger_that_is_named_is_the_one(machine: Machine) -> None:
    named = machine.home / "books.db"
    assert machine.voiced("categories", "add", "露营", "--db", str(named)).returncode == 0
    assert named.exists()
    assert not (machine.service / "ledger.db").exists()


def test_without_a_service_ones_own_books_are_begun(machine: Machine) -> None:
    machine.has_service_of("", "not-found")
    assert machine.voiced("categories", "add", "露营").returncode == 0
    assert machine.own_ledger.exists()


@pytest.mark.parametrize(
    "command",
    [
        ("ledger", "export", "--format", "csv"),
        ("categories", "add", "露营"),
        ("accounts", "list"),
        ("ledger", "add", "午饭35", "--yes"),
        ("report",),
        ("stats",),
    ],
    ids=" ".join,
)
def test_a_stranger_without_books_is_told_what_to_type(
    command: tuple[str, ...], stranger: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    assert capsys.readouterr().err == (
        f"voiced: you have no ledger, and this machine's service has its own in {stranger.service}; to use that one: "
        f"sudo voiced {command[0]} …, or name a ledger with --db\n"
    )
    assert not stranger.own_ledger.exists()


def test_a_stranger_is_told_how_to_make_a_token_for_the_service(
    stranger: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["card", "token", "make", "手机"]) == 2
    assert capsys.readouterr().err.endswith("to use that one: sudo voiced card token …\n")


def test_a_stranger_with_books_sees_those(stranger: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    stranger.own_ledger.parent.mkdir(parents=True)
    assert main(["categories", "add", "露营", "--db", str(stranger.own_ledger)]) == 0
    assert main(["ledger", "check"]) == 0
    assert f"{stranger.own_ledger}: sound" in capsys.readouterr().out


def test_root_takes_the_part_of_the_service_before_it_touches_anything(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.has_service_of("nobody")
    for name, value in machine.environment.items():
        monkeypatch.setenv(name, value)
    # What the command changes in this process is changed back after the test, where it was set by the test.
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "PYTHONFAULTHANDLER"):
        monkeypatch.setenv(name, str(machine.home / "moved"))
    steps: list[str] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    for step in ("setgroups", "setgid", "setuid", "umask"):
        monkeypatch.setattr(f"os.{step}", noting(steps, step))
    assert main(["categories", "add", "露营"]) == 0
    assert steps == ["setgroups", "setgid", "setuid", "umask"]
    assert "XDG_RUNTIME_DIR" not in os.environ
    assert (machine.service / "ledger.db").exists()
    told = f"voiced: runs as this machine's service, user nobody, ledger in {machine.service}\n"
    assert capsys.readouterr().err == told


def test_root_with_books_is_reminded_of_the_others(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.has_service_of("nobody")
    for name, value in machine.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert main(["categories", "add", "露营", "--db", str(machine.own_ledger)]) == 0
    assert main(["ledger", "check"]) == 0
    output = capsys.readouterr()
    assert f"{machine.own_ledger}: sound" in output.out
    assert output.err == (
        "voiced: this is root's own ledger; for this machine's service: sudo -u nobody voiced ledger\n"
    )
