"""Processes as the system sees them."""

from __future__ import annotations

import os
import select
from pathlib import Path


def children(named: str = "") -> list[int]:
    """Processes of ours whose command holds `named`; dead ones that nobody waited for are among all of them."""
    pids = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in pids if named.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()]


def ends_within(seconds: float, pid: int) -> bool:
    """Whether a process that is not our child is over by then."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)
