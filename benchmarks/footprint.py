"""What `voiced run` takes to start and to hold: time to listening, resident memory; without a model, and with Whisper base.

Without a model the recogniser is one that understands nothing; all else is as always. With Whisper a recorded
conversation is spoken to the daemon on a PulseAudio without a sound card, in real time. The floor is the interpreter
alone. Wall time on a busy machine says little; processor time a little more; the least of all rounds most.

python -m benchmarks.footprint [--rounds N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import memory_megabytes, named_family, processor_seconds
from tests.support.pulse_rig import PulseRig, pulse_rig
from tests.support.spoken_daemon import spoken_daemon

LISTENING = "voiced run, listening"
WITHOUT, WHISPER = "without a model", "with Whisper base"
WALL_BUDGETS_MILLISECONDS = {LISTENING: 600}
MEMORY_BUDGETS_MEGABYTES = {WITHOUT: 90, WHISPER: 260}
"""Resident in the daemon's own process."""
SHORT = {
    "python": ("-c", "pass"),
    "python, import asyncio": ("-c", "import asyncio"),
}
CONVERSATION = sorted(Path("tests/audio/conversations/eight_items").glob("*.wav"))
SETTLING_SECONDS = 8.0
"""Fixed sentences are made ahead meanwhile."""
_WITHOUT_MODEL = """
import sys
import voiced.app
from voiced.adapters.recognition.no_recognizer import NoRecognizer
from voiced.cli.main import main
voiced.app.recognizer_loader = lambda *_: NoRecognizer
raise SystemExit(main(["run", "--json", "--offline", "--db", sys.argv[1]]))
"""


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds: by the clock on the wall, and of the processor."""

    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class Holds:
    """Megabytes: resident in the daemon's own process, and held by all its processes together."""

    resident: float
    all_together: float


async def main(rounds: int) -> int:
    """Measure and print; 1 where something is over its budget in every round."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {rounds} rounds\n")
    took = {name: [await _run(arguments) for _ in range(rounds)] for name, arguments in SHORT.items()}
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            started = [await _start(rig, Path(folder) / f"{at}.db") for at in range(rounds)]
            spoken = await _spoken_to(rig, Path(folder) / "spoken.db")
    took[LISTENING] = [time for time, _ in started]
    late = _tell_times(took)
    large = _tell_memory({WITHOUT: [held for _, held in started], **spoken})
    return int(late or large)


async def _run(arguments: Sequence[str]) -> Took:
    began, before = time.perf_counter(), os.times()
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=DEVNULL)
    await process.wait()
    after = os.times()
    processor = after.children_user - before.children_user + after.children_system - before.children_system
    return Took(1_000 * (time.perf_counter() - began), 1_000 * processor)


async def _start(rig: PulseRig, database: Path) -> tuple[Took, Holds]:
    """One start to listening, and what is held some seconds later."""
    environment = {**os.environ, **rig.environment, "VOICED_SESSION__START": "at_once"}
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _WITHOUT_MODEL, str(database)), env=environment, stdout=PIPE, stderr=DEVNULL
    )
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    async for line in process.stdout:
        if json.loads(line).get("state") == "LISTENING":
            break
    took = Took(1_000 * (time.perf_counter() - began), 1_000 * processor_seconds(process.pid))
    await asyncio.sleep(SETTLING_SECONDS)
    held = _held(process.pid)
    process.terminate()
    await process.communicate()
    return took, held


async def _spoken_to(rig: PulseRig, database: Path) -> dict[str, list[Holds]]:
    """What is held with Whisper: loaded, and after each sentence of a conversation."""
    async with spoken_daemon(rig, database) as daemon:
        await daemon.listens()
        await asyncio.sleep(SETTLING_SECONDS)
        held = {f"{WHISPER}, loaded": [_held(daemon.pid)]}
        after: list[Holds] = []
        for recording in CONVERSATION:
            await daemon.hears(recording)
            after.append(_held(daemon.pid))
        held[f"{WHISPER}, spoken to"] = after
        await daemon.stop()
    return held


def _held(pid: int) -> Holds:
    return Holds(memory_megabytes(pid, "Rss"), sum(memory_megabytes(one) for one in named_family(pid)))


def _tell_times(took: Mapping[str, Sequence[Took]]) -> bool:
    """Print milliseconds; whether the least of one is over its budget."""
    print("| ms | wall, median | wall, least | processor, median | processor, least | budget |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, rounds in took.items():
        wall, processor = [one.wall for one in rounds], [one.processor for one in rounds]
        middles = f"{statistics.median(wall):.0f} | {min(wall):.0f} | {statistics.median(processor):.0f} | {min(processor):.0f}"
        print(f"| {name} | {middles} | {WALL_BUDGETS_MILLISECONDS.get(name, '')} |")
    return any(min(one.wall for one in took[name]) > most for name, most in WALL_BUDGETS_MILLISECONDS.items())


def _tell_memory(held: Mapping[str, Sequence[Holds]]) -> bool:
    """Print megabytes; whether the most of one is over its budget."""
    print(
        "\n| MB, at most | resident in the daemon | all processes together | budget |\n|---|---:|---:|---:|"
    )
    over = False
    for name, rounds in held.items():
        budget = MEMORY_BUDGETS_MEGABYTES[name.partition(",")[0]]
        resident, together = max(one.resident for one in rounds), max(one.all_together for one in rounds)
        print(f"| {name} | {resident:.0f} | {together:.0f} | {budget} |")
        over |= resident > budget
    return over


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="starts of each kind (default 5)")
    raise SystemExit(asyncio.run(main(parser.parse_args().rounds)))
