"""The time from the last sound of 「确认」 in the microphone to the first sound of its answer at the loudspeaker.

    python -m benchmarks.rig_latency [ROUNDS]      24 by default; in real time, 10 s a round

The rig plays speech to `voiced run`. Microphone and loudspeaker are recorded outside the daemon by one clock; the
daemon's own figures of the same turns are printed beside them. The floor is the silence that ends a closed command, plus
recognition of the same sound by the same weights, measured between the rounds. The exit status is 1 if the daemon adds
more than its budget.
"""

from __future__ import annotations

import asyncio
import os
import platform
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tests.support.pulse_rig import MICROPHONE, SPEAKER, PulseRig, pulse_rig
from tests.support.recordings import CONVERSATIONS, frames
from tests.support.spoken_daemon import LOUD, WHISPER, SpokenDaemon, spoken_daemon
from voiced.adapters.machine.turn_file import kept_turns
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.hearing.endpointing import EARLY_SILENCE
from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_SAMPLES, SAMPLE_RATE, seconds
from voiced.ports.sound import ListeningFor
from voiced.runtime.tasks import Tasks
from voiced.turn_times import TurnTrace

ENTRY, YES = CONVERSATIONS / "single_type_correction/1.wav", CONVERSATIONS / "offline_single/4.wav"
SILENCE_SECONDS = seconds(EARLY_SILENCE * FRAME_SAMPLES)
OWN_SECONDS = 0.03
"""The time that the daemon may add to silence and recognition."""
SETTINGS = {"VOICED_VOICE__RATE_WORDS_PER_MINUTE": "400", "VOICED_VOICE__EARCONS": "false"}


class Tape:
    """A recorded source with its times: the piece with the least delay gives the time of all others."""

    def __init__(self) -> None:
        self._pcm = bytearray()
        self._began = float("inf")

    async def record(self, rig: PulseRig, source: str) -> None:
        """Record until cancelled."""
        process = await asyncio.create_subprocess_exec(
            *("parec", "--raw", "--format=s16le", f"--rate={SAMPLE_RATE}", "--channels=1"),
            *("--latency-msec=10", f"--device={source}"),
            env={**os.environ, **rig.environment},
            stdout=PIPE,
        )
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        try:
            while pcm := await process.stdout.read(4096):
                self._pcm += pcm
                length = len(self._pcm) // BYTES_PER_SAMPLE / SAMPLE_RATE
                self._began = min(self._began, time.monotonic() - length)
        finally:
            process.kill()
            await process.wait()

    def loud(self, since: float) -> npt.NDArray[np.float64]:
        """When the source became loud after a moment, in seconds of the monotonic clock."""
        sound = np.frombuffer(self._pcm[: len(self._pcm) // 2 * 2], dtype="<i2")
        times = np.flatnonzero(np.abs(sound.astype(int)) > LOUD) / SAMPLE_RATE + self._began
        return times[times > since]


@asynccontextmanager
async def taped(rig: PulseRig) -> AsyncGenerator[tuple[Tape, Tape]]:
    """The microphone and the loudspeaker, recorded while the block lasts."""
    microphone, speaker = Tape(), Tape()
    async with Tasks() as tasks:
        tasks.start(microphone.record(rig, MICROPHONE))
        tasks.start(speaker.record(rig, f"{SPEAKER}.monitor"))
        yield microphone, speaker


async def waited(daemon: SpokenDaemon, microphone: Tape, speaker: Tape) -> float:
    """Seconds from the end of 「确认」 to its answer."""
    began = time.monotonic()
    await daemon.hears(YES)
    answered = float(speaker.loud(began)[0])
    spoken = microphone.loud(began)
    return answered - float(spoken[spoken < answered][-1])


def recognition_seconds(recognizer: WhisperRecognizer) -> float:
    """The time to recognise 「确认」 with as much silence behind it as in the daemon."""
    pcm = read_wav(YES)
    sound = np.flatnonzero(np.abs(np.frombuffer(pcm, dtype="<i2").astype(int)) > LOUD)
    end = int(sound[-1]) + round(0.2 * SAMPLE_RATE)
    recognizer.start(ListeningFor.COMMANDS)
    for frame in frames(pcm[: end * BYTES_PER_SAMPLE]):
        recognizer.accept(frame)
    before = time.perf_counter()
    recognizer.finish()
    return time.perf_counter() - before


async def converse(rounds: int, folder: Path) -> tuple[list[float], list[float], list[TurnTrace]]:
    """Make so many entries and confirm each; returns the waits, the recognition times and the daemon's own figures."""
    answers, recognitions = list[float](), list[float]()
    recognizer = WhisperRecognizer(WHISPER)
    async with pulse_rig(folder) as rig, taped(rig) as (microphone, speaker):
        async with spoken_daemon(rig, folder / "ledger.db", settings=SETTINGS) as daemon:
            await daemon.listens()
            for _ in range(rounds):
                await daemon.hears(ENTRY)
                answers.append(await waited(daemon, microphone, speaker))
                recognitions.append(await asyncio.to_thread(recognition_seconds, recognizer))
            await daemon.stop()
        saved = len(daemon.told("saved"))
        if saved != rounds:
            sys.exit(
                f"{saved} of {rounds} entries were understood and saved; the figures would not be of 「确认」"
            )
        turns = list(
            kept_turns(Path(rig.environment["HOME"]) / ".local" / "state" / "voiced" / "turns.jsonl")
        )
    recognizer.close()
    return answers, recognitions, turns[1::2]


def row(name: str, values: Sequence[float | None]) -> str:
    """A line of the table, in milliseconds."""
    known = sorted(value * 1000 for value in values if value is not None)
    p95 = statistics.quantiles(known, n=20, method="inclusive")[-1]
    return f"| {name} | {known[0]:.0f} | {statistics.median(known):.0f} | {p95:.0f} | {known[-1]:.0f} |"


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    # Not the default folder for such things: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        answers, recognitions, turns = asyncio.run(converse(rounds, Path(folder)))
    print(f"{platform.machine()}, Python {platform.python_version()}; {rounds} rounds; ", end="")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| milliseconds | least | p50 | p95 | most |\n|---|---|---|---|---|")
    print(row("end of 「确认」 in the microphone → first sample at the loudspeaker", answers))
    print(row("recognition of the same sound, alone", recognitions))
    print(row("by the daemon's own trace: end of speech → answer", [turn.answer for turn in turns]))
    print(
        row(
            "… until it was decided that speech had ended, recognition included",
            [turn.endpoint for turn in turns],
        )
    )
    print(row("… from the text to the decision", [turn.decision for turn in turns]))
    print(row("… from the decision to the first sample", [turn.voice for turn in turns]))
    floor = SILENCE_SECONDS + statistics.median(recognitions)
    added = statistics.median(answers) - floor
    kept = added <= OWN_SECONDS
    print(
        f"\nsilence of {SILENCE_SECONDS:.1f} s and recognition: {floor * 1000:.0f} ms; the median answer comes",
        end=" ",
    )
    print(
        f"{abs(added) * 1000:.0f} ms {'later' if added > 0 else 'sooner'}; budget {OWN_SECONDS * 1000:.0f} ms:",
        end=" ",
    )
    print("kept" if kept else "missed")
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
