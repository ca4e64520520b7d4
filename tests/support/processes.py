"""Processes, and the ports of servers, as the system sees them."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

_A_LOOK_SECONDS = 0.05


def children(named: str = "") -> list[int]:
    """Our processes whose command holds `named`. With an empty `named`, zombies are among them."""
    pids = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in pids if named.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()]


def ends_within(seconds: float, pid: int) -> bool:
    """Whether a process that is not our child ends within this time."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


def free_port() -> int:
    """A free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def listens_within(seconds: float, port: int, server: subprocess.Popen[bytes]) -> bool:
    """Whether a server that was just started accepts connections at a port of this machine within this time."""
    latest = time.monotonic() + seconds
    while time.monotonic() < latest:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True
        with suppress(subprocess.TimeoutExpired):
            server.wait(_A_LOOK_SECONDS)
            return False
    return False
