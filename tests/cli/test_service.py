"""`voiced service`, with a `systemctl` in the PATH that notes what it is asked."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from voiced.cli.main import main
from voiced.packaged import shipped

PROGRAM = Path(sys.executable).with_name("voiced")


@dataclass(frozen=True)
class Desk:
    """A user's home and the manager of its services."""

    home: Path
    calls: Path

    @property
    def unit(self) -> Path:
        return self.home / ".local/share/systemd/user/voiced.service"

    @property
    def called(self) -> list[str]:
        """What `systemctl` was asked to do, questions left out."""
        return [line for line in self.calls.read_text().splitlines() if " show " not in line]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    home, programs, calls = tmp_path / "home", tmp_path / "bin", tmp_path / "calls"
    for folder in (home, programs):
        folder.mkdir()
    systemctl = programs / "systemctl"
    systemctl.write_text(
        "#!/bin/sh\n"
        f'echo "$*" >> {calls}\n'
        'case "$*" in\n'
        f"*UnitPath*) echo {home}/.config/systemd/user {home}/.local/share/systemd/user;;\n"
        "*ActiveState*) echo active;;\n"
        "*UnitFileState*) echo enabled;;\n"
        "esac\n"
    )
    systemctl.chmod(0o755)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    return Desk(home, calls)


def service(*arguments: str) -> int:
    return main(["service", *arguments])


def install(*arguments: str) -> int:
    return service("install", "--executable", str(PROGRAM), *arguments)


def output(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_installed_looked_at_and_removed(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert service("status") == 1
    assert "install it with: voiced service install" in output(capsys)

    assert install() == 0
    assert f'ExecStart="{PROGRAM}" run' in desk.unit.read_text()
    assert desk.called == ["--user daemon-reload", "--user try-restart voiced.service"]
    assert "systemctl --user status voiced" in output(capsys)

    assert service("status") == 0
    assert output(capsys) == f"unit    {desk.unit}\nstarts  {PROGRAM}\nstate   active, enabled\n"

    assert service("uninstall") == 0
    assert desk.called[2:] == ["--user disable --now voiced.service", "--user daemon-reload"]
    assert f"The program stays: {PROGRAM}" in output(capsys)
    assert list(desk.home.iterdir()) == []


def test_a_user_without_a_running_daemon_is_told_how_to_start_it(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    systemctl = desk.calls.with_name("bin") / "systemctl"
    systemctl.write_text(systemctl.read_text().replace("echo enabled", "echo disabled"))
    assert install() == 0
    assert "to start it now and at each login or boot: systemctl --user enable --now voiced" in output(capsys)


def test_a_dry_run_tells_what_is_then_done_and_does_nothing(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install("--dry-run", "--now") == 0
    assert output(capsys).splitlines() == [
        f"write {desk.unit}",
        "run systemctl --user daemon-reload",
        "run systemctl --user enable --now voiced.service",
    ]
    assert list(desk.home.iterdir()) == []


def test_the_books_stay_unless_they_are_purged(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    ledger, model = (
        desk.home / ".local/share/voiced/ledger.db",
        desk.home / ".local/share/voiced/models/vosk/am",
    )
    for file in (ledger, model):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert service("uninstall") == 0
    assert f"Kept: {ledger.parent}" in output(capsys)
    assert not model.exists()
    assert ledger.exists()
    assert service("uninstall", "--purge") == 0
    assert list(desk.home.iterdir()) == []


def test_a_variable_of_the_shell_alone_moves_the_ledger_of_both_and_leaves_unit_and_models(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = desk.home / "moved"
    monkeypatch.setenv("XDG_DATA_HOME", str(moved))
    assert install() == 0
    assert f'Environment="XDG_DATA_HOME={moved}"' in desk.unit.read_text()
    model, ledger = desk.home / ".local/share/voiced/models/vosk", moved / "voiced/ledger.db"
    model.mkdir(parents=True)
    ledger.parent.mkdir(parents=True)
    ledger.touch()
    assert service("uninstall") == 0
    assert [path for path in desk.home.rglob("*") if path.is_file()] == [ledger]
    assert not model.exists()


def test_lingering_is_named_where_it_is_on(
    desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voiced.app.installation.service_installation.LINGERING", desk.home)
    assert service("uninstall") == 0
    assert "linger" not in output(capsys)
    (desk.home / pwd.getpwuid(os.getuid()).pw_name).touch()
    assert service("uninstall") == 0
    assert 'to end that: sudo loginctl disable-linger "$USER"' in output(capsys)


def test_a_program_that_is_gone_is_told(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    program = desk.home / "voiced"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert service("install", "--executable", str(program)) == 0
    program.unlink()
    service("status")
    assert "this program is missing; write the unit anew with: voiced service install" in output(capsys)


def test_without_systemd_the_unit_is_written_and_it_is_said(
    desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert install() == 0
    assert f"no systemd runs here; start the daemon with: {PROGRAM} run" in output(capsys)
    assert desk.unit.exists()
    assert service("status") == 1
    assert "systemd is not running here" in output(capsys)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("install", "--executable", "/nowhere/voiced"),
            "/nowhere/voiced: is not a program; name the command",
        ),
        (
            ("install", "--system", "--executable", "/run/user/1000/voiced"),
            "cannot read a home; install voiced below",
        ),
        (("install", "--system", "--user"), "not allowed with argument"),
    ],
)
def test_an_impossible_action_gets_one_line(
    desk: Desk, arguments: Sequence[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = service(*arguments)
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
    assert list(desk.home.iterdir()) == []


def test_the_machines_service_is_for_root(
    desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert service("uninstall", "--system", "--purge") == 2
    assert "put sudo before it" in capsys.readouterr().err


def test_it_needs_python_alone(desk: Desk) -> None:
    """`scripts/install` calls it from a checkout whose packages are not installed."""
    checkout = shipped("systemd/user/voiced.service").parents[2]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", _ALONE, str(checkout)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "write /usr/local/lib/systemd/system/voiced.service\n" in done.stdout


_ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
from voiced.cli.main import main
raise SystemExit(main(["service", "install", "--system", "--dry-run", "--executable", "/usr/local/bin/voiced"]))
"""
