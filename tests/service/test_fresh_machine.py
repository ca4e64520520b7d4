"""A fresh machine from install to purge: one long story in real time, since each step needs the ones before it."""

from __future__ import annotations

import signal
import tempfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.service.machine import ROOT, Machine
from tests.service.origin import NEWER, OLDER, Origin
from tests.service.root import Root, root_of_its_own
from tests.support.console_blocks import commands
from tests.support.drafts import ONE, draft
from tests.support.ledger_files import open_ledger
from tests.support.model_mirror import model_mirror
from tests.support.pulse_rig import pulse_rig
from tests.support.service_manager import ServiceManager, service_manager
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.recognition.model_manifest import DEFAULT_MODEL
from voiced.dialogue.sentences.phrases import resume_offer
from voiced.domain.batch import DraftBatch

pytestmark = [pytest.mark.speech, pytest.mark.timeout(1200)]

INSTALLING = commands(ROOT / "docs/install.md")
START = "systemctl --user enable --now voiced"
SYSTEM = "sudo scripts/install --system --dry-run"
LOOK_IN = "sudo -u voiced voiced ledger export --db /var/lib/voiced/ledger.db --format csv"
PULL = "git pull"
UNINSTALL = "scripts/install --user --uninstall"
WEIGHTS = ROOT / ".cache/models/vosk-ko"
"""Nothing is said to the daemon; that these weights are of another language does not matter."""
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


def young_draft() -> DraftBatch:
    batch = draft(ONE).batch
    assert batch is not None
    return replace(batch, created_at=SystemClock().now())


async def test_a_fresh_machine_from_install_to_purge() -> None:
    # Not pytest's own folder: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="pc-") as name:
        folder = Path(name)
        for part in ("rig", "mirror"):
            (folder / part).mkdir()
        origin = Origin(folder / "origin")
        with (
            root_of_its_own(folder) as root,
            model_mirror(folder / "mirror", DEFAULT_MODEL, WEIGHTS) as mirror,
        ):
            async with pulse_rig(folder / "rig") as rig:
                variables = {**rig.environment, **mirror, "REPOSITORY": str(origin.folder)}
                machine = Machine(folder, variables, root.bin)
                async with service_manager(
                    machine.manager_folder, machine.environment, machine.units
                ) as manager:
                    await installs(machine)
                    await lives(machine, manager)
                    await refuses_wrong_settings(machine, manager)
                    await follow(machine, *commands(ROOT / "docs/service.md"))
                    await manager.until(lambda: "the new settings are in effect" in manager.journal)
                    await follow(machine, *between(START, SYSTEM))
                    await is_installed_for_the_machine(machine, root)
                    origin.goes_on()
                    await is_upgraded(machine, manager)
                    await is_removed(machine, manager)


def between(first: str, last: str) -> list[str]:
    """The lines of the page after one and before another."""
    return INSTALLING[INSTALLING.index(first) + 1 : INSTALLING.index(last)]


async def installs(machine: Machine) -> None:
    await follow(machine, *INSTALLING[: INSTALLING.index(START)])
    again = await machine.does("scripts/install --user")
    assert f"voiced {OLDER} is installed" in again
    assert "Installing" not in again
    assert await machine.does("voiced --version") == f"voiced {OLDER}\n"
    assert f"here  {DEFAULT_MODEL}" in await machine.does("voiced models list")
    page = machine.home / ".local/share/man/man1/voiced.1"
    assert "voiced models" in page.read_text(encoding="utf-8")
    await machine.does("mkdir -p ~/.config/voiced && voiced config default > ~/.config/voiced/voiced.toml")
    assert await machine.does("voiced config check") == f"{machine.home}/.config/voiced/voiced.toml: ok\n"


async def is_installed_for_the_machine(machine: Machine, root: Root) -> None:
    """Beside the user's, by root; what root leaves behind is looked for at the end."""
    await follow(machine, SYSTEM, *between(SYSTEM, LOOK_IN))
    assert root.told[-1] == "systemctl enable --now voiced"
    unit = await machine.does("sudo cat /usr/local/lib/systemd/system/voiced.service")
    assert 'ExecStart="/usr/local/bin/voiced" run' in unit
    await machine.does("sudo grep voiced /etc/passwd")
    # The service would make its folder and its ledger when it starts.
    await machine.does("sudo mkdir /var/lib/voiced")
    await machine.does(
        "printf '午饭35块\\n确认\\n' | sudo voiced chat --offline --db /var/lib/voiced/ledger.db"
    )
    assert "午饭" in await machine.does(LOOK_IN)
    await machine.does("sudo mkdir -p /etc/credstore && sudo touch /etc/credstore/voiced.llm.api_key")
    await machine.does("sudo scripts/install --system --uninstall --purge")
    left = await machine.does("sudo find /usr/local /etc /var/lib -name '*voiced*'")
    assert left == ""
    _, users = await machine.run("sudo grep voiced /etc/passwd")
    assert users == ""


async def lives(machine: Machine, manager: ServiceManager) -> None:
    kept, ledger = young_draft(), machine.home / ".local/share/voiced/ledger.db"
    # A crash left a draft behind.
    async with open_ledger(ledger) as before:
        await before.drafts.keep(kept)
    states = machine.manager_folder / "states"
    hook = f"""on_state = "sh -c 'echo $VOICED_STATE >> {states}'"\n"""
    (machine.home / ".config/voiced/voiced.toml").write_text(SETTINGS + "[hooks]\n" + hook)
    changes = machine.home / ".config/systemd/user/voiced.service.d"
    changes.mkdir(parents=True)
    (changes / "override.conf").write_text(CHANGES.format(transcript=transcript_of(machine)))

    await machine.does(START)
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
    assert "changed: voice.volume; it takes effect as soon as no session is open" in manager.journal

    file.write_text(file.read_text().replace("volume = 0.5", "volume = 50"))
    await reload(machine, manager)
    complaint = "voice.volume: 50 is not valid; use a number from 0 to 1; the settings stay as they are"
    assert complaint in manager.journal
    assert "the new settings are in effect" not in manager.journal
    assert manager.main_pid == process
    file.write_text(SETTINGS)


async def reload(machine: Machine, manager: ServiceManager) -> None:
    """Reload as people do, and return when the service has read its settings."""
    before = len(manager.said)
    await machine.does("systemctl --user reload voiced")
    await manager.until(lambda: "READY=1" in manager.said[before:])


async def is_upgraded(machine: Machine, manager: ServiceManager) -> None:
    starts = manager.starts
    await follow(machine, PULL, *between(PULL, UNINSTALL))
    assert manager.starts == starts + 1, "a daemon that runs is restarted by an upgrade, and by nothing else"
    assert await machine.does("voiced --version") == f"voiced {NEWER}\n"
    versions = [path.name for path in (machine.home / ".local/lib/voiced").iterdir() if path.is_dir()]
    assert len(versions) == len(["current", "packages", "voiced"]), "the older one is gone"


async def is_removed(machine: Machine, manager: ServiceManager) -> None:
    before_stop = len(manager.said)
    assert await manager.stop() < 5, "longer than its unit allows"
    assert "STOPPING=1" in manager.said[before_stop:]
    before, after, lingering = INSTALLING[INSTALLING.index(UNINSTALL) :]
    await follow(machine, before)
    kept = ("voiced/", ".config/", ".local/share/voiced/backups/")
    assert {file for file in machine.files() if not file.startswith(kept)} == {
        ".local/share/voiced/ledger.db"
    }
    await follow(machine, after, lingering)
    assert list(machine.home.iterdir()) == [machine.home / "voiced"], "the checkout"


async def follow(machine: Machine, *lines: str) -> None:
    """Run the commands of a document."""
    for line in lines:
        await machine.does(line)
