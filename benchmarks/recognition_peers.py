"""The time from the end of speech to its text, beside programs that a user could run instead, on the same recordings.

    python -m benchmarks.recognition_peers [--every N] [--json FILE]

All contenders get the same clips, with WebRTC's detector, half a second of silence at the end, and Whisper base in 8
bits. Each clip goes to all contenders before the next one, so a busy machine slows all of them alike. Each contender has
a process of its own; only `voiced` and the bare loop share one, on the sample clock, where processing takes its real
time. pipecat runs in real time. wyoming-faster-whisper gets the sound, and the request after the half second of silence,
as from Home Assistant. Each uses its default number of beams. Processor time, which a busy machine hardly affects, is
that of the whole process from the first sample of a clip to its text. The first clip warms up and does not count. Memory
is the RSS of a process after the last clip.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from benchmarks.endpointing import END_SILENCE_SECONDS
from benchmarks.peers import environment
from benchmarks.processes import memory_megabytes, processor_seconds
from benchmarks.voiced_clips import Heard
from tests.support.recordings import CONVERSATIONS, Recording, amounts, frames, plain, recordings
from tests.support.wyoming_rig import faster_whisper
from voiced.adapters.recognition.wyoming_recognizer import WyomingRecognizer
from voiced.hearing.frame import BYTES_PER_SAMPLE, samples, seconds
from voiced.language.text.spelling import normalise

WEIGHTS = Path(os.environ.get("VOICED_MODELS", environment.CHECKOUT / ".cache" / "models")) / "whisper-base"
BUDGET_WAITED_SECONDS = 0.8
BUDGET_PROCESSOR_SECONDS = 1.2
BUDGET_MEGABYTES = 240


@dataclass(frozen=True, slots=True)
class Clip:
    """A contender's result for a clip: seconds from the end of speech to the text, if there is one, and processor seconds."""

    contender: str
    name: str
    text: str
    waited: float | None
    processor: float
    audio: float


_HEAD = (
    "| contender | clips with a text | amounts right | end of speech → text, s: p50 | most "
    "| processor s: of an utterance | of a second of audio | memory MB |"
)

Hearing = Callable[[Recording, float], Clip]
"""Recognises a recording; the number is the second at which its speech ends."""


class Spoken:
    """A process that reads one clip per line and answers each with a line."""

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.pid = self._process.pid

    def told(self, line: str) -> str:
        """The answer to a line."""
        asking, answering = self._process.stdin, self._process.stdout
        if asking is None or answering is None:
            raise RuntimeError("pipes were asked for")
        print(line, file=asking, flush=True)
        return answering.readline()

    def end(self) -> None:
        """Let it end."""
        self._process.communicate()


@contextmanager
def spoken(*command: str | Path) -> Generator[Spoken]:
    """Such a process, for as long as the block."""
    process = Spoken(*command)
    try:
        yield process
    finally:
        process.end()


@contextmanager
def pipecat() -> Generator[tuple[Hearing, int]]:
    """A pipecat in its own process, and that process."""
    with spoken(environment.PYTHON, Path(__file__).parent / "peers" / "pipecat_clips.py", WEIGHTS) as process:

        def heard(recording: Recording, end_of_speech: float) -> Clip:
            clip = {"wav": str(CONVERSATIONS / recording.name), "end_of_speech": end_of_speech}
            told = json.loads(process.told(json.dumps(clip)))
            audio = seconds(len(recording.pcm) // BYTES_PER_SAMPLE)
            return Clip("pipecat", recording.name, told["text"], told["waited"], told["processor"], audio)

        yield heard, process.pid


@contextmanager
def wyoming() -> Generator[tuple[Hearing, int]]:
    """A wyoming-faster-whisper in its own process, and that process."""
    with (
        tempfile.TemporaryDirectory() as folder,
        faster_whisper(WEIGHTS, Path(folder), python=str(environment.PYTHON)) as server,
    ):
        recognizer = WyomingRecognizer(server.uri, deadline_seconds=60)

        def heard(recording: Recording, end_of_speech: float) -> Clip:
            pcm = recording.pcm + bytes(samples(END_SILENCE_SECONDS) * BYTES_PER_SAMPLE)
            pcm = pcm[: samples(end_of_speech + END_SILENCE_SECONDS) * BYTES_PER_SAMPLE]
            before = processor_seconds(server.pid)
            recognizer.start(recording.listening_for)
            for frame in frames(pcm):
                recognizer.accept(frame)
            began = time.perf_counter()
            text = recognizer.finish()
            waited = END_SILENCE_SECONDS + time.perf_counter() - began
            processor = processor_seconds(server.pid) - before
            audio = seconds(len(recording.pcm) // BYTES_PER_SAMPLE)
            return Clip(
                "wyoming-faster-whisper", recording.name, text, waited if text else None, processor, audio
            )

        yield heard, server.pid


def compare(clips: list[Recording]) -> tuple[list[Clip], dict[str, float], int]:
    """Each contender's results and final memory, and the utterances of `voiced`."""
    results: list[Clip] = []
    utterances = 0
    with (
        spoken(sys.executable, "-m", "benchmarks.voiced_clips", WEIGHTS) as voiced,
        pipecat() as (pipecat_hears, pipecat_pid),
        wyoming() as (wyoming_hears, wyoming_pid),
    ):
        for recording in clips:
            audio = seconds(len(recording.pcm) // BYTES_PER_SAMPLE)
            ours = msgspec.json.decode(voiced.told(recording.name), type=list[Heard])
            utterances += len(ours)
            if len(ours) != 1:
                print(f"{recording.name}: {len(ours)} utterances; left out", file=sys.stderr)
                continue
            (one,) = ours
            results += [
                Clip("voiced", recording.name, one.text, one.waited, one.processor, audio),
                Clip("bare loop", recording.name, one.text, one.bare, one.bare_processor, audio),
                wyoming_hears(recording, one.end_of_speech),
                pipecat_hears(recording, one.end_of_speech),
            ]
        memory = {
            "voiced": memory_megabytes(voiced.pid, "Rss"),
            "wyoming-faster-whisper": memory_megabytes(wyoming_pid, "Rss"),
            "pipecat": memory_megabytes(pipecat_pid, "Rss"),
        }
    return results, memory, utterances


def table(results: list[Clip], memory: dict[str, float], said: dict[str, str]) -> str:
    """The measured figures, a line for each contender."""
    lines = [
        _HEAD,
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for contender in dict.fromkeys(clip.contender for clip in results):
        theirs = [clip for clip in results if clip.contender == contender]
        waited = [clip.waited for clip in theirs if clip.waited is not None]
        right = sum(amounts(normalise(clip.text)) == amounts(said[clip.name]) for clip in theirs)
        processor = statistics.fmean(clip.processor for clip in theirs)
        share = sum(clip.processor for clip in theirs) / sum(clip.audio for clip in theirs)
        held = f"{memory[contender]:.0f}" if contender in memory else ""
        lines.append(
            f"| {contender} | {len(waited)} of {len(theirs)} | {right} | {statistics.median(waited):.2f} |"
            f" {max(waited):.2f} | {processor:.2f} | {share:.2f} | {held} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Compare and print; the exit status tells whether voiced's budgets are kept."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=4, help="take every n-th recording (default 4)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write each clip there as well")
    options = parser.parse_args()
    environment.prepare()
    clips = [one for one in recordings() if not one.name.startswith(("noisy", "far"))][:: options.every]
    results, memory, utterances = compare(clips)
    counted = [clip for clip in results if clip.name != results[0].name]
    print(
        f"{len({clip.name for clip in counted})} clips; load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n"
    )
    print(table(counted, memory, {one.name: plain(one.text) for one in clips}))
    if options.json:
        options.json.write_text(json.dumps([asdict(clip) for clip in results], ensure_ascii=False, indent=1))
    ours = [clip for clip in counted if clip.contender == "voiced"]
    p50 = statistics.median(clip.waited for clip in ours if clip.waited is not None)
    processor = statistics.fmean(clip.processor for clip in ours)
    print(f"\nend of speech → text p50: {p50:.2f} s, budget {BUDGET_WAITED_SECONDS} s")
    print(f"processor time an utterance: {processor:.2f} s, budget {BUDGET_PROCESSOR_SECONDS} s")
    held = memory["voiced"]
    print(f"memory after {utterances} utterances: {held:.0f} MB, budget {BUDGET_MEGABYTES} MB")
    is_kept = (
        p50 <= BUDGET_WAITED_SECONDS and processor <= BUDGET_PROCESSOR_SECONDS and held <= BUDGET_MEGABYTES
    )
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
