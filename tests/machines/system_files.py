"""The files of a system on trial: a copy that may be written to, and what it shares with its host."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.machines.debian import CACHE, Debian
from tests.machines.host import HostNetwork
from tests.machines.machine import run_or_raise

UNREGISTERED = () if Path("/run/systemd/system").is_dir() else ("--register=no", "--keep-unit")
"""A host without systemd has nobody who could register a machine or give it a place among its units."""


@contextmanager
def file_system(debian: Debian) -> Generator[Path]:
    """A file system for a block that may be written to; what is written is gone afterwards."""
    scratch = CACHE / f"run-{os.getpid()}"
    root = scratch / "root"
    for name in ("upper", "work", "root"):
        (scratch / name).mkdir(parents=True)
    layers = f"lowerdir={debian.tree()},upperdir={scratch / 'upper'},workdir={scratch / 'work'}"
    run_or_raise("mount", "-t", "overlay", "overlay", "-o", layers, str(root))
    try:
        yield root
    finally:
        subprocess.run(["umount", "--recursive", str(root)], check=False)
        shutil.rmtree(scratch, ignore_errors=True)


def binds(network: HostNetwork, shared: Mapping[Path, str]) -> list[str]:
    """The options of systemd-nspawn that show a system the host's folders, which it cannot write to."""
    places = {**{folder: str(folder) for folder in network.folders}, **shared}
    return [f"--bind-ro={source}:{target}" for source, target in places.items()]


def prepare(root: Path, network: HostNetwork) -> None:
    """Let its programs use the network as the host does."""
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost {(root / 'etc/hostname').read_text()}")
    (root / "etc/pip.conf").write_text(network.pip_settings)
    # The repository that is shared with it belongs to another user.
    (root / "etc/gitconfig").write_text("[safe]\n\tdirectory = /srv/voiced.git\n")
    for folder in network.folders:
        place = root / str(folder).lstrip("/")
        if folder.is_dir():
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
    lines = "".join(f"{name}={value}\n" for name, value in network.variables.items())
    with (root / "etc/environment").open("a") as file:
        file.write(lines)
