"""A fresh machine from install to purge: one long story in real time, since each step needs the ones before it."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest

from tests.service.machine import ROOT, Machine
from tests.support.console_blocks import commands
from tests.support.drafts import ONE, draft
from tests.support.pulse_rig import pulse_rig
from tests.support.service_manager import ServiceManager, service_manager
from voiced import __version__
from voiced.adapters.ledger import draft_journal
from voiced.adapters.ledger.sqlite_schema import VERSION, migrate
from voiced.adapters.machine.clocks import SystemClock
from voiced.dialogue.phrases import resume_offer
from voiced.domain.batch import DraftBatch

pytestmark = [pytest.mark.speech, pytest.mark.timeout(600)]

OLDER = "0.0.9"
INSTALLING = commands(ROOT / "docs/install.md")
UNINSTALL = "scripts/install --user --uninstall"
PACKAGES = "apt-get install espeak-ng libespeak-ng1 libportaudio2 libasound2-plugins python3-venv"
EQUIVALENTS = {
    f"sudo {PACKAGES}": PACKAGES.replace("install", "install --simulate"),
    "voiced models fetch": "voiced models list",
    'sudo loginctl enable-linger "$USER"': "command -v loginctl",
    'sudo loginctl disable-linger "$USER"': "command -v loginctl",
    "sudo scripts/install --system --dry-run": "scripts/install --system --dry-run",
    "sudo scripts/install --system": "scripts/install --system --dry-run",
    "sudo voiced models fetch --models-dir /usr/local/share/voiced/models": (
        "voiced models list --models-dir /usr/local/share/voiced/models"
    ),
    "sudo systemctl enable --now voiced": "systemctl --user enable --now voiced",
    "sudo -u voiced voiced ledger export --db /var/lib/voiced/ledger.db --format csv": (
        "voiced ledger export --format csv"
    ),
    "git pull": "git --version",
    "scripts/install": "scripts/install --user",
}
"""What is run instead of a line that needs root, the network or a repository to pull from."""
SETTINGS = """\
[session]
inactivity_seconds = 600.0
"""
CHANGES = """\
[Service]
WatchdogSec=6
StandardOutput=append:{transcript}
"""
"""The unit throws the transcript away; here it is read, to know what was said."""


async def old_ledger(path: Path, kept: DraftBatch) -> None:
    """A ledger of the first version, with a draft that a crash left behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await migrate(connection, to=1)
        values = (draft_journal.VERSION, draft_journal.encode(kept))
        await connection.execute("INSERT INTO draft (id, version, body) VALUES (1, ?, ?)", values)


def version_of(ledger: Path) -> int:
    with closing(sqlite3.connect(ledger)) as connection:
        ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def young_draft() -> DraftBatch:
    batch = draft(ONE).batch
    assert batch is not None
    return replace(batch, created_at=SystemClock().now())


async def test_a_fresh_machine_from_install_to_purge() -> None:
    # Not pytest's own folder: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="pc-") as name:
        folder = Path(name)
        for part in ("rig", "older"):
            (folder / part).mkdir()
        async with pulse_rig(folder / "rig") as rig:
            machine = Machine(folder, rig.environment)
            async with service_manager(machine.manager_folder, machine.environment, machine.units) as manager:
                await installs(machine, older_checkout(folder / "older"))
                await lives(machine, manager)
                await refuses_wrong_settings(machine, manager)
                await follow(machine, *commands(ROOT / "docs/service.md"))
                await manager.until(lambda: "the new settings hold" in manager.journal)
                await is_upgraded(machine, manager)
                await is_removed(machine, manager)


def older_checkout(folder: Path) -> Path:
    """This checkout as it was before the last step of the ledger's schema."""
    for name in ("voiced", "config", "systemd", "models", "requirements", "scripts"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    replace_in(folder / "voiced/__init__.py", f'"{__version__}"', f'"{OLDER}"')
    replace_in(
        folder / "voiced/adapters/ledger/sqlite_schema.py",
        "VERSION = len(_STEPS)\n",
        "VERSION = len(_STEPS) - 1\n",
    )
    return folder


def replace_in(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


async def installs(machine: Machine, older: Path) -> None:
    await machine.does(f"{older}/scripts/install --user")
    again = await machine.does(f"{older}/scripts/install --user")
    assert "is installed" in again
    assert "Installing" not in again
    assert await machine.does("voiced --version") == f"voiced {OLDER}\n"
    assert "vosk-model-small-cn-0.22" in await machine.does("voiced models list")
    await machine.does("mkdir -p ~/.config/voiced && voiced config default > ~/.config/voiced/voiced.toml")
    assert await machine.does("voiced config check") == f"{machine.home}/.config/voiced/voiced.toml: ok\n"


async def lives(machine: Machine, manager: ServiceManager) -> None:
    kept, ledger = young_draft(), machine.home / ".local/share/voiced/ledger.db"
    await old_ledger(ledger, kept)
    states = machine.manager_folder / "states"
    hook = f"""on_state = "sh -c 'echo $VOICED_STATE >> {states}'"\n"""
    (machine.home / ".config/voiced/voiced.toml").write_text(SETTINGS + "[hooks]\n" + hook)
    changes = machine.home / ".config/systemd/user/voiced.service.d"
    changes.mkdir(parents=True)
    (changes / "override.conf").write_text(CHANGES.format(transcript=transcript_of(machine)))

    await machine.does("systemctl --user enable --now voiced")
    assert version_of(ledger) == VERSION - 1
    await is_offered(machine, manager, kept, 1)
    await manager.until(lambda: manager.said.count("WATCHDOG=1") >= 2)

    # It hangs: no sign of life comes, it is killed and says where it hung.
    manager.signal(signal.SIGSTOP)
    await manager.until(lambda: manager.starts == 2)
    assert "Fatal Python error: Aborted" in manager.journal
    await is_offered(machine, manager, kept, 2)
    assert states.read_text().split()[:3] == ["idle", "listening", "speaking"]

    # It is killed by whatever kills.
    manager.signal(signal.SIGKILL)
    await manager.until(lambda: manager.starts == 3)
    await is_offered(machine, manager, kept, 3)


def transcript_of(machine: Machine) -> Path:
    return machine.manager_folder / "transcript"


async def is_offered(machine: Machine, manager: ServiceManager, kept: DraftBatch, times: int) -> None:
    """Wake the daemon; it speaks of the draft of before a crash."""
    before = len(manager.said)
    await machine.does("voiced wake")
    await manager.until(lambda: "STATUS=speaks" in manager.said[before:])
    assert transcript_of(machine).read_text(encoding="utf-8").count(resume_offer(kept)) == times


async def refuses_wrong_settings(machine: Machine, manager: ServiceManager) -> None:
    """And leaves the session that is open alone."""
    file, process = machine.home / ".config/voiced/voiced.toml", manager.main_pid
    file.write_text(file.read_text() + "[voice]\nvolume = 0.5\n")
    await reload(machine, manager)
    assert "changed: voice.volume; it holds as soon as no session is open" in manager.journal

    replace_in(file, "volume = 0.5", "volume = 50")
    await reload(machine, manager)
    complaint = "voice.volume: 50 is not allowed, but a number from 0 to 1; the settings stay as they are"
    assert complaint in manager.journal
    assert "the new settings hold" not in manager.journal
    assert manager.main_pid == process
    file.write_text(SETTINGS)


async def reload(machine: Machine, manager: ServiceManager) -> None:
    """Reload as people do, and return when the service has read its settings."""
    before = len(manager.said)
    await machine.does("systemctl --user reload voiced")
    await manager.until(lambda: "READY=1" in manager.said[before:])


async def is_upgraded(machine: Machine, manager: ServiceManager) -> None:
    starts, ledger = manager.starts, machine.home / ".local/share/voiced/ledger.db"
    await follow(machine, *INSTALLING[: INSTALLING.index(UNINSTALL)])
    assert manager.starts == starts + 1, "a daemon that runs is restarted by an upgrade, and by nothing else"
    assert await machine.does("voiced --version") == f"voiced {__version__}\n"
    assert version_of(ledger) == VERSION
    versions = {path.name for path in (machine.home / ".local/lib/voiced").iterdir()}
    assert [name for name in versions if name.startswith(OLDER)] == []


async def is_removed(machine: Machine, manager: ServiceManager) -> None:
    before_stop = len(manager.said)
    assert await manager.stop() < 5, "longer than its unit allows"
    assert "STOPPING=1" in manager.said[before_stop:]
    before, after, lingering = INSTALLING[INSTALLING.index(UNINSTALL) :]
    await follow(machine, before)
    kept = (".config/", ".local/share/voiced/backups/")
    assert {file for file in machine.files() if not file.startswith(kept)} == {
        ".local/share/voiced/ledger.db"
    }
    await follow(machine, after, lingering)
    assert list(machine.home.iterdir()) == []


async def follow(machine: Machine, *lines: str) -> None:
    """Run the commands of a document, or what is listed for those that need root or the network."""
    for line in lines:
        await machine.does(EQUIVALENTS.get(line, line))
