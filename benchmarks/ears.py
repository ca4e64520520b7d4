"""The engines that turn speech into text, side by side in one run: delay, processor time and memory.

    python -m benchmarks.ears [--rounds N]      3 by default

Each engine has a process of its own and hears the same sentences, joined from recorded syllables that the small models of the tests know. A
sentence is given in frames of 20 ms as fast as it is taken; "delay" is the time from its last frame to its final text. Processor time
is that of the process per second of sound, memory its resident set after the last sentence, beside that of a process without a model.

What the figures mean: Whisper base is the only one here that hears Mandarin. The Vosk model is the Korean one, of the size of the Mandarin one, so
its texts are of no use. The sherpa models have two layers: their figures are what the engine, its features and our adapter cost,
and say nothing of a real model, which is 10 to 100 times as large.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.processes import memory_megabytes
from tests.support.recordings import frames
from tests.support.syllable_speech import TEST_EARS, spoken
from voiced.ports.sound import ListeningFor, Recognizer

MODELS = Path(".cache/models")
SENTENCES = ("确认", "取消", "打车十八块", "第二笔改成二十五")
KINDS = ("zipformer2-ctc", "zipformer2-transducer", "zipformer-ctc", "sense-voice", "paraformer")


def _sherpa(kind: str) -> Recognizer:
    from voiced.adapters.recognition.sherpa_models import model_in  # noqa: PLC0415 - each process loads one engine
    from voiced.adapters.recognition.sherpa_recognizer import load  # noqa: PLC0415 - see above

    return load(model_in(TEST_EARS / kind))


def _vosk() -> Recognizer:
    from voiced.adapters.recognition.vosk_recognizer import VoskRecognizer  # noqa: PLC0415 - see above

    return VoskRecognizer(MODELS / "vosk-ko")


def _whisper() -> Recognizer:
    from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer  # noqa: PLC0415 - see above

    return WhisperRecognizer(MODELS / "whisper-base")


ENGINES: dict[str, Callable[[], Recognizer] | None] = {
    "no engine": None,
    "vosk, Korean small": _vosk,
    "whisper base, int8": _whisper,
    **{f"sherpa, test {kind}": (lambda kind=kind: _sherpa(kind)) for kind in KINDS},
}


def measure(name: str, rounds: int) -> None:
    """Hear all sentences in this process, and print the figures as JSON."""
    make = ENGINES[name]
    if make is None:
        print(json.dumps({"memory": memory_megabytes(os.getpid(), "Rss")}))
        return
    recognizer = make()
    delays, right, seconds, processor = list[float](), 0, 0.0, 0.0
    for turn in range(rounds + 1):
        for words in SENTENCES:
            sound, before = list(frames(spoken(words))), time.process_time()
            recognizer.start(ListeningFor.COMMANDS)
            for frame in sound:
                recognizer.accept(frame)
            ended = time.perf_counter()
            heard = recognizer.finish()
            if turn:  # the first round warms up
                delays.append(time.perf_counter() - ended)
                processor += time.process_time() - before
                seconds += len(sound) * 0.02
                right += heard == words
    figures = {"delay": statistics.median(delays), "most": max(delays), "processor": processor / seconds}
    print(
        json.dumps(
            {**figures, "right": right, "of": len(delays), "memory": memory_megabytes(os.getpid(), "Rss")}
        )
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", choices=ENGINES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.engine:
        measure(options.engine, options.rounds)
        return 0
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"{platform.machine()}, Python {platform.python_version()}, {cores} cores, load {load:.1f}\n")
    print("| engine | delay ms: p50 | most | processor s a second of sound | memory MB | heard as said |")
    print("|---|---|---|---|---|---|")
    for name in ENGINES:
        command = [sys.executable, "-m", "benchmarks.ears", "--engine", name, "--rounds", str(options.rounds)]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        found = json.loads(told)
        if "delay" not in found:
            print(f"| {name} | | | | {found['memory']:.0f} | |", flush=True)
            continue
        print(
            f"| {name} | {found['delay'] * 1000:.0f} | {found['most'] * 1000:.0f} | {found['processor']:.3f} "
            f"| {found['memory']:.0f} | {found['right']} of {found['of']} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
