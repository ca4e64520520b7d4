"""The time from the last word to its text, and the processor time for it: Whisper base on the recorded conversations.

    python -m benchmarks.endpointing .cache/models/whisper-base

Frames come at their time on the sample clock and their processing takes its real time, so the figure is the wait of a
speaker at a microphone. Only recognition and endpointing run. Each recording is one utterance; in the last table several
dictated recordings are one utterance, with pauses between them. The profile of the slowest utterances follows each table.
"""

from __future__ import annotations

import asyncio
import os
import platform
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from benchmarks.recognition_profile import Dear, MeteredWhisper, profile
from tests.support.recordings import frames, recordings
from voiced.adapters.sound.webrtc_vad import WebrtcVad
from voiced.app.build_ears import patience_of
from voiced.config import Settings
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_BYTES, SAMPLE_RATE, samples, seconds
from voiced.hearing.segmenter import Endpointing, SpokenUtterance
from voiced.ports.sound import ListeningFor
from voiced.runtime.ears import Ears
from voiced.runtime.recognizer import DEADLINE_SECONDS, RecognizerThread
from voiced.runtime.running_utterance import Patience

QUIET_FRAMES = 120
END_SILENCE_SECONDS = 0.5
CUT = Endpointing.of_seconds(start_speech=0.1, end_silence=END_SILENCE_SECONDS, max_utterance=30, max_wait=10)
PATIENCE = Patience(dict.fromkeys(Phase, CUT), preroll_frames=20)
CONFIGURED = patience_of(Settings())
STRUNG, PAUSE_SECONDS = 3, 0.6
DEAREST = 6


@dataclass(frozen=True, slots=True)
class Result:
    """An utterance: its text, where speech ends, seconds from there to its text, processor seconds, times recognised.

    `bare` and `bare_processor` are the times of a bare loop that begins to recognise the same sound after half a second
    of silence.
    """

    text: str
    end_of_speech: float
    waited: float
    processor: float
    attempts: int
    bare: float
    bare_processor: float
    pcm: bytes


class Sound(Protocol):
    """Recordings that are said in one go."""

    @property
    def name(self) -> str:
        """Its name in the tables."""
        ...

    @property
    def pcm(self) -> bytes:
        """16-bit samples at 16 kHz."""
        ...

    @property
    def listening_for(self) -> ListeningFor:
        """The kind of words that the daemon expects then."""
        ...


async def hear(recording: Sound, recognizer: RecognizerThread, patience: Patience = PATIENCE) -> list[Result]:
    """The utterances found in a recording."""
    posted, utterances = list[ev.Event](), list[SpokenUtterance]()
    ears = Ears(WebrtcVad(2), recognizer, patience, posted.append)
    ears.watch(lambda: None, utterances.append)
    ears.enter(Phase.LISTENING if recording.listening_for is ListeningFor.ENTRIES else Phase.CONFIRMING)
    results, now, began = list[Result](), 0.0, time.process_time()
    for frame in frames(recording.pcm + bytes(QUIET_FRAMES * FRAME_BYTES)):
        now = max(now, seconds(frame.end))
        before = time.perf_counter()
        await ears.hear(frame)
        now += time.perf_counter() - before
        if posted and isinstance(posted.pop(), ev.Heard):
            waited, processor = now - seconds(utterances[-1].end_of_speech), time.process_time() - began
            began = time.process_time()
            bare = END_SILENCE_SECONDS + await recognition_seconds(utterances[-1].pcm, recording, recognizer)
            bare_processor = time.process_time() - began
            last = utterances[-1]
            results.append(
                Result(
                    last.text,
                    seconds(last.end_of_speech),
                    waited,
                    processor,
                    last.attempts,
                    bare,
                    bare_processor,
                    last.pcm,
                )
            )
            began = time.process_time()
    return results


async def recognition_seconds(pcm: bytes, recording: Sound, recognizer: RecognizerThread) -> float:
    """The time to recognise a sound, now and on this machine."""
    await recognizer.start(recording.listening_for)
    await recognizer.accept(list(frames(pcm)))
    before = time.perf_counter()
    await recognizer.finish()
    return time.perf_counter() - before


@dataclass(frozen=True, slots=True)
class Dictation:
    """Several recordings in one utterance."""

    name: str
    pcm: bytes
    listening_for: ListeningFor = ListeningFor.ENTRIES


def dictations() -> list[Dictation]:
    """All entries, `STRUNG` to an utterance, with a pause between them."""
    entries = [one for one in recordings() if one.listening_for is ListeningFor.ENTRIES]
    pause = bytes(samples(PAUSE_SECONDS) * BYTES_PER_SAMPLE)
    return [
        Dictation(
            " + ".join(one.name.split("/")[0] for one in strung),
            pause.join(_spoken(one.pcm) for one in strung),
        )
        for strung in zip(*[iter(entries)] * STRUNG, strict=False)
    ]


def _spoken(pcm: bytes) -> bytes:
    """A recording without the silence around it."""
    sound = np.frombuffer(pcm, dtype="<i2")
    loud = np.flatnonzero(np.abs(sound) > 0.03 * np.abs(sound).max())
    margin = SAMPLE_RATE // 20
    return sound[max(loud[0] - margin, 0) : loud[-1] + margin].tobytes()


async def main(weights: Path) -> None:
    """Recognise all recordings in both ways, and the dictations, and print the tables."""
    whisper = MeteredWhisper(weights)
    recognizer = RecognizerThread(lambda: whisper)
    await recognizer.load()
    print(
        f"{platform.machine()}, Python {platform.python_version()}; {len(recordings())} recordings, once each"
    )
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for title, sounds, patience in (
        (f"{END_SILENCE_SECONDS} s of silence in every phase, as peers wait", recordings(), PATIENCE),
        (
            "as configured by default: 1.0 s while dictating, 0.5 s while confirming",
            recordings(),
            CONFIGURED,
        ),
        (
            f"the same, {STRUNG} dictations in one utterance, {PAUSE_SECONDS} s of pause between them",
            dictations(),
            CONFIGURED,
        ),
    ):
        print(f"\n## {title}\n")
        heard, dear = dict[str, list[Result]](), list[Dear]()
        for sound in sounds:
            heard[sound.name] = await hear(sound, recognizer, patience)
            dear += [_dear(sound.name, result, whisper) for result in heard[sound.name]]
        _tell(heard)
        print(f"\n{profile(sorted(dear, key=lambda one: -one.processor)[:DEAREST], weights)}")
    await recognizer.close(DEADLINE_SECONDS)


def _dear(name: str, result: Result, whisper: MeteredWhisper) -> Dear:
    """An utterance with its recognitions, the oldest measured ones; the bare loop's recognition after them is dropped."""
    recognitions = whisper.recognitions[: result.attempts]
    del whisper.recognitions[: result.attempts + 1]
    sound = seconds(len(result.pcm) // BYTES_PER_SAMPLE)
    return Dear(name, result.text, result.pcm, sound, result.processor, result.bare_processor, recognitions)


def _tell(heard: Mapping[str, Sequence[Result]]) -> None:
    results = [result for of_one in heard.values() for result in of_one]
    missed = [name for name, of_one in heard.items() if not of_one]
    print(f"recordings without an utterance: {missed or 'none'}; utterances: {len(results)}\n")
    print("| | p50 | p95 | most |\n|---|---|---|---|")
    for name, values in (
        ("end of speech to final text, s", [result.waited for result in results]),
        ("text by a bare loop, s", [result.bare for result in results]),
        ("processor time of an utterance, s", [result.processor for result in results]),
        ("the same by a bare loop, s", [result.bare_processor for result in results]),
        ("times it was recognised", [float(result.attempts) for result in results]),
    ):
        p95 = statistics.quantiles(values, n=20, method="inclusive")[-1]
        print(f"| {name} | {statistics.median(values):.2f} | {p95:.2f} | {max(values):.2f} |")
    spent = statistics.fmean(result.processor for result in results)
    alone = statistics.fmean(result.bare_processor for result in results)
    print(f"\nmean processor time {spent:.2f} s, {spent / alone:.2f} of the bare loop's")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
