"""A real system in a container: booted by systemd-nspawn, with its own process 1, on this host's kernel and network."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.machines.host import HostNetwork
from tests.machines.machine import LINE_SECONDS, Done, Machine, run
from tests.machines.system_files import UNREGISTERED, binds, prepare

_BOOT_SECONDS = 60.0
_CONTROL_GROUPS = Path("/sys/fs/cgroup")
_SYSTEMD_NEEDS = ("cgroup", "unified", "systemd")
"""The hierarchies of control groups in which systemd keeps its units."""
_SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Container(Machine):
    """A booted system."""

    def __init__(self, root: Path, process: subprocess.Popen[bytes]) -> None:
        """`root` is its file system as the host sees it, `process` the one that runs it."""
        super().__init__()
        self._root = root
        self._process = process
        self._leader = 0

    def wait_for_boot(self) -> None:
        """Return when every unit was started."""
        ends = time.monotonic() + _BOOT_SECONDS
        while time.monotonic() < ends:
            self._leader = self._leader or _first_child(self._process.pid)
            state = self.root_line("systemctl is-system-running").output if self._leader else ""
            if state.strip() in ("running", "degraded"):
                return
            time.sleep(0.2)
        raise RuntimeError("the system did not boot")

    def root_line(self, line: str, seconds: float = LINE_SECONDS) -> Done:
        """Run a line of shell as root, outside of any session."""
        enter = ("nsenter", f"--target={self._leader}")
        spaces = ("--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--root", "--wd")
        clean = ("env", "--ignore-environment", f"PATH={_SYSTEM_PATH}", "LANG=C.UTF-8", "HOME=/root")
        return run([*enter, *spaces, *clean, "bash", "-c", line], seconds)

    def read(self, path: str) -> bytes:
        """The content of a file that is in no file system of its own."""
        return (self._root / path.lstrip("/")).read_bytes()

    def power_off(self) -> None:
        """End it in good order; by force where that takes too long."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextmanager
def booted(root: Path, network: HostNetwork, shared: Mapping[Path, str]) -> Generator[Container]:
    """A system that runs for a block.

    Args:
        root: its file system.
        network: of the host.
        shared: folders of the host and where the system sees them, not to be written to.
    """
    prepare(root, network)
    with (root.parent / "console").open("wb") as console:
        process = subprocess.Popen(
            [*_in_a_place_of_its_own(), "systemd-nspawn", *_options(root), *binds(network, shared)],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=console,
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            start_new_session=True,
        )
    container = Container(root, process)
    try:
        container.wait_for_boot()
        yield container
    finally:
        container.power_off()


def _in_a_place_of_its_own() -> list[str]:
    """What goes before a command where no systemd gives each container its own control groups."""
    if Path("/run/systemd/system").is_dir():
        return []
    hierarchies = [
        place for place in (_CONTROL_GROUPS, *_CONTROL_GROUPS.glob("*")) if (place / "cgroup.procs").exists()
    ]
    own = [place / f"voiced-trial-{os.getpid()}" for place in hierarchies if place.name in _SYSTEMD_NEEDS]
    for place in own:
        place.mkdir(exist_ok=True)
    joining = "; ".join(f"echo $$ > {place}/cgroup.procs" for place in own)
    return ["sh", "-c", f'{joining}; exec "$@"', "sh"]


def _options(root: Path) -> Iterator[str]:
    yield from ("--quiet", "--boot", f"--directory={root}", "--machine=voiced-trial", "--console=pipe")
    yield "--resolv-conf=copy-host"
    yield from UNREGISTERED


def _first_child(process: int) -> int:
    children = Path(f"/proc/{process}/task/{process}/children")
    try:
        listed = children.read_text().split()
    except OSError:
        return 0
    return int(listed[0]) if listed else 0
