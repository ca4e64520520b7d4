"""The processor time of waiting: all processes of `voiced run` at a microphone, waiting for the wake phrase.

A PulseAudio without a sound card gives the sound in real time; its own processor time is not counted. A bare loop that
only wakes up for each frame of 20 ms runs beside the daemon in the same seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.processes import memory_megabytes, named_family, processor_seconds
from tests.support.noises import fan, silence, sound_of
from tests.support.pulse_rig import PulseRig, pulse_rig
from tests.support.spoken_daemon import STARTING_SECONDS, spoken_daemon
from voiced.runtime.tasks import Tasks

BUDGETS_PERCENT = {"silence": 0.5, "fan": 1.0}
"""Of a core, for the daemon with all its processes."""
NOISES = {"silence": silence, "fan": fan}
FAN_LEVEL = 1_000
"""Root mean square of 16-bit samples, -30 dBFS: WebRTC's detector alone calls nearly all of it speech."""
SETTLING_SECONDS = 10.0
"""Sentences are made ahead, and the noise of the room becomes known."""
_BARE_LOOP = """
import asyncio
async def main():
    while True:
        await asyncio.sleep(0.02)
asyncio.run(main())
"""
BARE = "bare loop"
Shares = Mapping[str, float]
"""Percent of a core, by process."""


async def main(rounds: int, seconds: float, checkout: Path) -> int:
    """Measure and print; returns 1 if the daemon of this checkout exceeds its budget in every round."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; percent of a core\n")
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            code = {"PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}
            settings = {"VOICED_SESSION__START": "wake", "VOICED_CARD__PORT": "0", **code}
            async with spoken_daemon(rig, Path(folder) / "ledger.db", settings=settings) as daemon:
                async with asyncio.timeout(STARTING_SECONDS):
                    await rig.listener()
                await asyncio.sleep(SETTLING_SECONDS)
                measured = {name: await _rounds(rig, name, daemon.pid, rounds, seconds) for name in NOISES}
                family = named_family(daemon.pid)
                print({name: f"{memory_megabytes(pid):.1f} MB" for pid, name in family.items()}, "\n")
    print("| sound | process | median | least | most |\n|---|---|---:|---:|---:|")
    least = {noise: _tell(noise, rounds_) for noise, rounds_ in measured.items()}
    return int(any(least[noise] > budget for noise, budget in BUDGETS_PERCENT.items()))


async def _rounds(rig: PulseRig, name: str, pid: int, rounds: int, seconds: float) -> list[Shares]:
    sound = sound_of(NOISES[name], seed=6, level=FAN_LEVEL, seconds=SETTLING_SECONDS + rounds * (seconds + 1))
    bare = await asyncio.create_subprocess_exec(sys.executable, "-c", _BARE_LOOP)
    try:
        async with Tasks() as tasks:
            tasks.start(rig.say_samples(sound))
            await asyncio.sleep(SETTLING_SECONDS)
            return [await _shares({**named_family(pid), bare.pid: BARE}, seconds) for _ in range(rounds)]
    finally:
        bare.kill()
        await bare.wait()


async def _shares(processes: Mapping[int, str], seconds: float) -> Shares:
    before = {pid: processor_seconds(pid) for pid in processes}
    await asyncio.sleep(seconds)
    return {name: 100 * (processor_seconds(pid) - before[pid]) / seconds for pid, name in processes.items()}


def _tell(noise: str, rounds: list[Shares]) -> float:
    """Print a row for each process; returns the daemon's smallest figure of a round."""
    for name in rounds[0]:
        _row(noise, name, [shares[name] for shares in rounds])
    daemon = [sum(share for name, share in shares.items() if name != BARE) for shares in rounds]
    _row(noise, f"all of the daemon (budget {BUDGETS_PERCENT[noise]})", daemon)
    return min(daemon)


def _row(noise: str, name: str, shares: list[float]) -> None:
    print(f"| {noise} | {name} | {statistics.median(shares):.2f} | {min(shares):.2f} | {max(shares):.2f} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="of each sound (default 5)")
    parser.add_argument("--seconds", type=float, default=10, help="of each round (default 10)")
    parser.add_argument("--checkout", type=Path, default=".", help="whose daemon (default: this one)")
    options = parser.parse_args()
    raise SystemExit(asyncio.run(main(options.rounds, options.seconds, options.checkout.resolve())))
