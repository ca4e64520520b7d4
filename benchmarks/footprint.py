"""The memory of a conversation: all processes of `voiced run` with Whisper base, after loading and after each sentence.

A PulseAudio without a sound card plays a recorded conversation to the daemon in real time. `benchmarks.resources`
measures the start, and the memory without a model.

python -m benchmarks.footprint
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import memory_megabytes, named_family
from tests.support.pulse_rig import PulseRig, pulse_rig
from tests.support.spoken_daemon import spoken_daemon

MEMORY_BUDGET_MEGABYTES = 260
"""Resident in the daemon's own process."""
CONVERSATION = sorted(Path("tests/audio/conversations/eight_items").glob("*.wav"))
SETTLING_SECONDS = 8.0
"""Fixed sentences are made ahead meanwhile."""


@dataclass(frozen=True, slots=True)
class Holds:
    """Megabytes: resident in the daemon's own process, and held by all its processes together."""

    resident: float
    all_together: float


async def main() -> int:
    """Measure and print; returns 1 if the daemon exceeded its budget."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            return int(_tell(await _spoken_to(rig, Path(folder) / "spoken.db")))


async def _spoken_to(rig: PulseRig, database: Path) -> dict[str, list[Holds]]:
    """The memory after loading, and after each sentence of a conversation."""
    async with spoken_daemon(rig, database) as daemon:
        await daemon.listens()
        await asyncio.sleep(SETTLING_SECONDS)
        held = {"loaded": [_held(daemon.pid)]}
        after: list[Holds] = []
        for recording in CONVERSATION:
            await daemon.hears(recording)
            after.append(_held(daemon.pid))
        held["spoken to"] = after
        await daemon.stop()
    return held


def _held(pid: int) -> Holds:
    return Holds(memory_megabytes(pid, "Rss"), sum(memory_megabytes(one) for one in named_family(pid)))


def _tell(held: Mapping[str, Sequence[Holds]]) -> bool:
    """Print megabytes; returns whether the largest figure exceeds the budget."""
    print("| MB, at most | resident in the daemon | all processes together | budget |\n|---|---:|---:|---:|")
    over = False
    for name, times in held.items():
        resident, together = max(one.resident for one in times), max(one.all_together for one in times)
        print(f"| {name} | {resident:.0f} | {together:.0f} | {MEMORY_BUDGET_MEGABYTES} |")
        over |= resident > MEMORY_BUDGET_MEGABYTES
    return over


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
