"""Processor time and memory of a process and its children, as Linux counts them."""

from __future__ import annotations

from pathlib import Path


def named_family(pid: int) -> dict[int, str]:
    """A process and all its descendants: the command of each, by process id."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    family = {pid: _name_of(pid)}
    for child in children:
        family |= named_family(int(child))
    return family


def _name_of(pid: int) -> str:
    command = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    return command[command.index("-m") + 1].rpartition(".")[2] if "-m" in command else Path(command[0]).name


def processor_seconds(pid: int) -> float:
    """Processor time of all its living threads, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


def memory_megabytes(pid: int, kind: str = "Pss") -> float:
    """Memory of a process.

    Args:
        pid: its number.
        kind: "Pss" counts what is shared with other processes in part, "Rss" in whole.
    """
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")) * 1024 / 1e6
