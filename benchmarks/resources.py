"""The resources that voiced needs: time to start, memory, and processor time during speech without recognition.

    python -m benchmarks.resources [--rounds N]

Start and memory are those of processes started in the usual way, with their bytecode cached. `voiced run` listens when it
reports so to its service manager: the microphone of a headless PulseAudio is open, ledger and card are ready, and a
recogniser without words replaces a model. Memory is resident after a conversation with a page of the card open; with
Whisper, after ten recorded entries. "Listening" is the recorded conversations through voice activity detection, ears,
dialogue and a real ledger, with a recogniser that knows the words: processor time per second of audio, and the factor
above real time. The least disturbed round counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import websockets

from benchmarks.processes import memory_megabytes, processor_seconds
from tests.support.fakes import RecordingWatcher, ScriptedRecognizer
from tests.support.now import NOW
from tests.support.pulse_rig import PulseRig, pulse_rig
from tests.support.recordings import CONVERSATIONS, recordings
from tests.support.service_manager import NotifySocket
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ears import open_ears
from voiced.card.access import COOKIE
from voiced.config import Settings, VoiceSettings
from voiced.hearing.frame import BYTES_PER_SAMPLE, seconds
from voiced.ports.sound import ListeningFor
from voiced.runtime.replaying import CLOSING_SILENCE_SECONDS, Replay, SpokenTurn

TEN = [one for one in recordings() if one.listening_for is ListeningFor.ENTRIES][:10]
TYPED = ("text:吃饭花了60，打车30", "text:确认")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "XDG_CONFIG_HOME": "/nonexistent",
}
SILENT = {**ENVIRONMENT, "VOICED_VOICE__ENGINE": "none"}
STARTS_WITHIN_SECONDS = 30.0
"""The time limit for a start."""
WITHOUT_A_MODEL = """
from voiced.cli.main import main
from voiced.adapters.absent import NoRecognizer
from voiced.runtime.recognizer_shelf import RecognizerShelf

RecognizerShelf.loader = lambda shelf, key, load: NoRecognizer
main(["run", "--offline", "--asr", "wyoming"])
"""


async def version_told() -> tuple[float, float]:
    """Seconds from the start of `voiced --version` to its end, of the clock and of the processor."""
    spent, began = _processor_of_children(), time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "voiced", "--version", stdout=DEVNULL, env=ENVIRONMENT
    )
    await process.wait()
    return time.perf_counter() - began, _processor_of_children() - spent


async def listens(rig: PulseRig, folder: Path) -> tuple[float, float]:
    """Seconds from the start of `voiced run` until it reports that it listens, of the clock and of its processor time."""
    places = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("DATA", "STATE", "CACHE")}
    with NotifySocket(folder / "notify.sock") as notify:
        began = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", WITHOUT_A_MODEL),
            stdout=DEVNULL,
            stderr=DEVNULL,
            env={**ENVIRONMENT, **rig.environment, **places, "NOTIFY_SOCKET": str(notify.path)},
        )
        try:
            async with asyncio.timeout(STARTS_WITHIN_SECONDS):
                while "READY=1" not in await notify.next():
                    pass
            return time.perf_counter() - began, processor_seconds(process.pid)
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


def _processor_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@asynccontextmanager
async def open_page(address: str) -> AsyncGenerator[websockets.ClientConnection]:
    """A page of the card, open until the block is left."""
    place = urlsplit(address)
    async with httpx.AsyncClient() as visitor:
        entered = await visitor.get(address)
    headers = {"Cookie": f"{COOKIE}={entered.cookies[COOKIE]}"}
    origin = websockets.Origin(f"{place.scheme}://{place.netloc}")
    async with websockets.connect(
        f"ws://{place.netloc}/ws", origin=origin, additional_headers=headers
    ) as page:
        yield page


async def resident_megabytes(turns: Sequence[str]) -> float:
    """Memory of a daemon with a page open after it answered these turns."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "voiced", "replay", "--card", "0", "--offline", "--json", *turns),
        stdout=PIPE,
        stderr=PIPE,
        env=SILENT,
    )
    if process.stdout is None or process.stderr is None:
        raise RuntimeError("pipes were asked for")
    address = re.search(r"card: (\S+)", (await process.stderr.readline()).decode())
    if address is None:
        raise RuntimeError("the card was not served")
    try:
        async with open_page(address[1]):
            answers = 0
            while answers < len(turns):
                line = await process.stdout.readline()
                answers += b'"speak"' in line
            return memory_megabytes(process.pid, "Rss")
    finally:
        process.kill()
        await process.communicate()


async def listening() -> tuple[float, float]:
    """Processor seconds per second of audio, and seconds of audio per second of the clock."""
    spoken = recordings()
    recognizer = ScriptedRecognizer(*(recording.text for recording in spoken))
    turns = [SpokenTurn(recording.pcm) for recording in spoken]
    audio = sum(seconds(len(turn.pcm) // BYTES_PER_SAMPLE) + CLOSING_SILENCE_SECONDS for turn in turns)
    clock = SampleClock(NOW)
    with tempfile.TemporaryDirectory() as folder:
        around = Surroundings(Path(folder) / "ledger.db", clock, RecordingWatcher())
        settings = Settings(voice=VoiceSettings(engine="none"))
        async with (
            open_conversation(settings, around) as conversation,
            open_ears(settings, conversation, lambda: recognizer) as ears,
        ):
            began, processor = time.perf_counter(), time.process_time()
            await Replay(conversation, ears, clock.advance).play(turns)
            return (time.process_time() - processor) / audio, audio / (time.perf_counter() - began)


async def main(rounds: int) -> int:
    """Measure and print; returns 1 if a budget is missed."""
    version = [await version_told() for _ in range(rounds)]
    with tempfile.TemporaryDirectory() as folder:
        async with pulse_rig(Path(folder)) as rig:
            run = [await listens(rig, Path(folder)) for _ in range(rounds)]
    bare = await resident_megabytes(TYPED)
    whisper = await resident_megabytes([str(CONVERSATIONS / one.name) for one in TEN])
    heard = [await listening() for _ in range(max(1, rounds // 3))]
    share, speed = min(share for share, _ in heard) * 100, max(speed for _, speed in heard)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| what | measured | budget |\n|---|---:|---:|")
    lines = [
        ("voiced --version, least ms", min(took for took, _ in version) * 1000, 120),
        ("to listening without a model, least ms", min(took for took, _ in run) * 1000, 600),
        ("resident without a model, MB", bare, 90),
        ("resident with Whisper base, MB", whisper, 260),
        ("listening but recognition, % of a core", share, 2),
    ]
    for name, measured, budget in lines:
        print(f"| {name} | {measured:.1f} | {budget} |")
    print(f"| replay without recognition, times real time | {speed:.0f} | at least 100 |")
    for name, starts in (("--version", version), ("to listening", run)):
        clock, processor = (statistics.median(figures) * 1000 for figures in zip(*starts, strict=True))
        print(f"\n{name}: median {clock:.0f} ms of the clock, {processor:.0f} ms of the processor", end="")
    print()
    return int(any(measured > budget for _, measured, budget in lines) or speed < 100)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9, help="starts of a process (default 9)")
    sys.exit(asyncio.run(main(parser.parse_args().rounds)))
