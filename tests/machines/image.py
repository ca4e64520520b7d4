"""An image of voiced, and containers of it: built and run by podman, on a Debian that mmdebstrap made."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.machines.debian import CACHE, ROOT, Debian
from tests.machines.host import host_network
from tests.machines.machine import Done, run, run_or_raise

EXTRAS = "wyoming mqtt whisper"
"""Of scripts/install; the last one for a recogniser whose weights this host has."""
IMAGE_VERSION = "0.1.0"
"""What the image calls itself: that of the add-on."""
COMPOSE = "1.6.0"
"""The podman-compose that reads the compose files."""
PACKAGING = ROOT / "packaging"
_BUILD_SECONDS, _COMMAND_SECONDS, _HEALTH_SECONDS = 3600.0, 120.0, 60.0


class Podman:
    """The host's podman, with images and containers in a place of their own.

    Attributes:
        folder: for files of this trial.
    """

    def __init__(self, folder: Path, isolation: str) -> None:
        """Nothing is built yet.

        Args:
            folder: an empty one.
            isolation: how a step of a build is kept apart: "oci", or "chroot" where containers cannot be nested.
        """
        self.folder = folder
        self._isolation = isolation
        storage = CACHE / "podman"
        settings = {
            "CONTAINERS_CONF": (folder / "containers.conf", _containers_conf(folder / "networks")),
            "CONTAINERS_STORAGE_CONF": (
                folder / "storage.conf",
                f'[storage]\ndriver = "overlay"\ngraphroot = "{storage}"\nrunroot = "{folder}/run"\n',
            ),
        }
        for file, text in settings.values():
            file.write_text(text)
        self.environment = {**os.environ, **{name: str(file) for name, (file, _) in settings.items()}}

    def version(self) -> str:
        """What podman and podman-compose call themselves."""
        return f"{self.must('--version').strip()}, podman-compose {COMPOSE}"

    def import_debian(self, name: str) -> None:
        """Make an image of Debian 13 with nothing in it that is not needed to install packages; kept for later runs."""
        if self.command("image", "exists", name).status == 0:
            return
        tree = Debian(13, "bare").tree()
        archive = self.folder / "debian.tar"
        subprocess.run(["tar", "--numeric-owner", "-C", str(tree), "-cf", str(archive), "."], check=True)
        self.must("import", str(archive), name)
        archive.unlink()

    def build(self, tag: str, context: Path, file: Path, **arguments: str) -> None:
        """Build an image; packages come from where this host's pip gets them."""
        network = host_network()
        (self.folder / "pip.conf").write_text(network.pip_settings)
        seen = {**{each: str(each) for each in network.folders}, self.folder / "pip.conf": "/etc/pip.conf"}
        self.must(
            *(
                "build",
                "--format",
                "docker",
                "--isolation",
                self._isolation,
                "--network",
                "host",
                "--tag",
                tag,
            ),
            *(f"--build-arg={name}={value}" for name, value in arguments.items()),
            *(f"--volume={source}:{target}:ro" for source, target in seen.items()),
            *("--file", str(file), str(context)),
            seconds=_BUILD_SECONDS,
        )

    def forget(self) -> None:
        """Remove the volumes; images are kept."""
        self.must("volume", "prune", "--force")

    def must(self, *arguments: str, seconds: float = _COMMAND_SECONDS) -> str:
        """What a command of podman prints, which has to succeed."""
        done = self.command(*arguments, seconds=seconds)
        assert done.status == 0, f"$ podman {' '.join(arguments)}\n{done.output[-3000:]}"
        return done.output

    def command(self, *arguments: str, seconds: float = _COMMAND_SECONDS) -> Done:
        """How a command of podman ended."""
        return run(["podman", *arguments], seconds, self.environment)

    @contextmanager
    def running(self, name: str, image: str, options: Sequence[str]) -> Generator[Container]:
        """A container that runs for a block."""
        self.must("run", "--detach", "--name", name, *options, image)
        try:
            yield Container(self, name)
        finally:
            self.command("rm", "--force", "--time", "10", name)

    @contextmanager
    def composed(self, file: Path, name: str, **variables: str) -> Generator[Container]:
        """The container of a compose file, for a block; its volumes stay."""
        compose = (
            str(_podman_compose()),
            "--project-name",
            f"voiced-trial-{os.getpid()}",
            "--file",
            str(file),
        )
        environment = {**self.environment, **variables}
        done = run([*compose, "up", "--detach", "--no-build"], _COMMAND_SECONDS, environment)
        try:
            assert done.status == 0, done.output[-3000:]
            yield Container(self, name)
        finally:
            run([*compose, "down", "--timeout", "10"], _COMMAND_SECONDS, environment)


class Container:
    """A container that runs."""

    def __init__(self, podman: Podman, name: str) -> None:
        """It was started."""
        self._podman = podman
        self._name = name

    @property
    def log(self) -> str:
        """What it told its operator."""
        return self._podman.must("logs", self._name)

    def line(self, *command: str) -> Done:
        """Run a command in it, as its user."""
        return self._podman.command("exec", self._name, *command)

    def must(self, *command: str) -> str:
        """Run a command in it that has to succeed; what it printed."""
        done = self.line(*command)
        assert done.status == 0, f"$ {' '.join(command)}\n{done.output}\n{self.log[-1500:]}"
        return done.output

    def inspected(self, what: str) -> str:
        """What podman knows of it."""
        return self._podman.must("inspect", "--format", f"{{{{{what}}}}}", self._name).strip()

    def until_healthy(self) -> str:
        """Return the health when it is well. podman is asked for each check, since without systemd it has no timer."""
        ends = time.monotonic() + _HEALTH_SECONDS
        while time.monotonic() < ends:
            if self._podman.command("healthcheck", "run", self._name).status == 0:
                return self.inspected(".State.Health.Status")
            time.sleep(1)
        raise AssertionError(f"it is not healthy:\n{self.log[-2000:]}")


def _podman_compose() -> Path:
    """The published podman-compose: that of Debian 12 cannot share the network of the host. Installed where it is not there yet."""
    place = CACHE / f"podman-compose-{COMPOSE}"
    if not (place / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(place)], check=True)
        run_or_raise(str(place / "bin/pip"), "install", "--quiet", f"podman-compose=={COMPOSE}")
        (place / "complete").touch()
    return place / "bin/podman-compose"


def _containers_conf(networks: Path) -> str:
    """Podman asks for more open files than a host may give; and crun does not know hosts with both kinds of control groups.

    Args:
        networks: where the networks of compose files are kept: in /etc they outlive the trial.
    """
    files, runtime = os.sysconf("SC_OPEN_MAX"), ""
    if not Path("/sys/fs/cgroup/cgroup.controllers").exists() and shutil.which("runc"):
        runtime = '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\n'
    limits = json.dumps([f"{name}={files}:{files}" for name in ("nofile", "nproc")])
    return (
        f'[containers]\ndefault_ulimits = {limits}\n{runtime}[network]\nnetwork_config_dir = "{networks}"\n'
    )
