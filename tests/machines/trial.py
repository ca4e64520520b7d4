"""A whole trial: a system is booted, and everything is checked in it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.machines import power, sound, weights
from tests.machines.checkout import Repository
from tests.machines.container import booted
from tests.machines.debian import CACHE, ROOT, Debian
from tests.machines.host import host_network
from tests.machines.household import Household
from tests.machines.people import add_person
from tests.machines.record import Record
from tests.machines.stories import REPOSITORY, Story
from tests.machines.system_files import file_system
from tests.machines.userland import Userland, UserlandStory
from tests.machines.vm import computer

VERSIONS = (12, 13)
"""The Debians that voiced is installed on."""
_PERSON = "alice"
_EMULATED_SECONDS = 300
"""How long an answer may take where the processor is emulated."""


def try_container(record: Record, version: int, kind: str) -> None:
    """Try a kind of a Debian in a container."""
    with tempfile.TemporaryDirectory(prefix="voiced-trial-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "weights").mkdir()
        repository = Repository(folder / "voiced.git")
        shared = {folder / "voiced.git": REPOSITORY, ROOT / "tests/audio/conversations": sound.SPEECH}
        with (
            weights.mirror(folder / "weights") as mirror,
            file_system(Debian(version, kind)) as root,
            booted(root, host_network(), shared) as container,
        ):
            add_person(container, _PERSON)
            if kind == "desktop":
                sound.desktop_sound(container, _PERSON)
            else:
                sound.server_sound(container, _PERSON)
            house = Household(container, _PERSON, is_system=kind == "server")
            story = Story(house, repository, mirror)
            record.go_through(f"Debian {version} {kind}", [*story.checks(), *story.removal()])
            print(f"said again because it was not heard: {house.repeated}")


def try_computer(record: Record, version: int) -> None:
    """Try a Debian under QEMU: voiced is installed in a container, and the disk then is that of a computer."""
    where = f"Debian {version} QEMU"
    with tempfile.TemporaryDirectory(prefix="voiced-trial-", dir=CACHE) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "weights").mkdir()
        repository = Repository(folder / "voiced.git")
        repository.release()
        with weights.mirror(folder / "weights") as mirror, file_system(Debian(version, "kernel")) as root:
            with booted(root, host_network(), {folder / "voiced.git": REPOSITORY}) as container:
                add_person(container, _PERSON)
                house = Household(container, _PERSON, is_system=True)
                record.go_through(where, list(Story(house, repository, mirror).installation()))
                container.must(f"usermod --append --groups audio {_PERSON}")
                container.must("systemctl enable systemd-networkd ssh voiced")
            _give_sound_card(root)
            shutil.copytree(ROOT / "tests/audio/conversations", root / sound.SPEECH.lstrip("/"))
            with computer(folder, root) as vm:
                house = Household(
                    vm, _PERSON, is_system=True, player=power.PLAYER, patience_seconds=_EMULATED_SECONDS
                )
                record.go_through(where, list(power.PowerStory(vm, house).checks()))


def try_userland(record: Record, version: int) -> None:
    """Try the programs of aarch64, emulated by qemu-user."""
    where = f"Debian {version} arm64, emulated"
    if not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        record.not_run(
            where, "its programs are those of aarch64", "install qemu-user-static with its binfmt handler"
        )
        return
    with tempfile.TemporaryDirectory(prefix="voiced-trial-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "weights").mkdir()
        repository = Repository(folder / "voiced.git")
        repository.release()
        shared = {folder / "voiced.git": REPOSITORY, ROOT / "tests/audio/conversations": sound.SPEECH}
        with (
            weights.mirror(folder / "weights") as mirror,
            file_system(Debian(version, "userland", "arm64")) as root,
        ):
            userland = Userland(root, host_network(), shared)
            userland.must(f"useradd --create-home --shell /bin/bash {_PERSON}")
            record.go_through(where, list(UserlandStory(userland, _PERSON, REPOSITORY, mirror).checks()))


def _give_sound_card(root: Path) -> None:
    """Let the system load the kernel's loopback card at boot, and let ALSA use it."""
    changes = root / "etc/systemd/system/voiced.service.d"
    changes.mkdir(parents=True)
    for file, text in (
        (root / "etc/modules-load.d/sound.conf", "snd-aloop\n"),
        (root / "etc/asound.conf", power.ALSA),
        (changes / "transcript.conf", power.CHANGED_UNIT),
    ):
        file.write_text(text)


CONTAINERS = ("desktop", "server")
PARTS: dict[str, Callable[[Record, int], None]] = {
    "desktop": partial(try_container, kind="desktop"),
    "server": partial(try_container, kind="server"),
    "qemu": try_computer,
    "arm64": try_userland,
}
"""What can be tried of a Debian."""
