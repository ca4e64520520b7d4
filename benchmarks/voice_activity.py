"""Voice activity detectors side by side: missed speech, false speech, and the time for a frame.

Speech is every fourth clean recording of tests/audio, alone and in noise. A frame counts as speech if it is within 35 dB
of the loudest one, or in a pause of at most 0.2 s. Noise is made with fixed seeds. An utterance is missed if the
segmenter, with the daemon's settings for dictation, finds no beginning in the recording. Every detector judges the same
frames in the same round; CPU is that of the whole process, so threads of a library count as well.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from benchmarks.needed import need
from tests.support.noises import Noise, Sound, babble, fan, key_clicks, melody, rain, sound_of
from tests.support.recordings import frames, recordings
from voiced.adapters.sound.cascade_vad import CascadeVad
from voiced.adapters.sound.neural_vad import NeuralVad
from voiced.adapters.sound.webrtc_vad import WebrtcVad
from voiced.hearing.frame import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame
from voiced.hearing.segmenter import WAITING, Began, Endpointing, advance
from voiced.ports.sound import VoiceActivity

Flags = npt.NDArray[np.bool_]

NOISES: dict[str, Noise] = {"fan": fan, "rain": rain, "clicks": key_clicks, "music": melody, "babble": babble}
SNRS_DB = (20, 10, 5, 0)
LEVELS = (100, 300, 1_000, 3_000)
"""Root mean square of noise alone, 16-bit samples: -50 to -21 dBFS."""
NOISE_SECONDS = 10
LEAD_SECONDS = 4
"""Noise before the speech, so that every detector can adapt to the room; the cascade's gate needs two seconds."""
DICTATING = Endpointing.of_seconds(start_speech=0.1, end_silence=1.0, max_utterance=30, max_wait=10)
BUDGET_PERCENT = 1.0
"""Of a core, for the cascade."""


class Micro:
    """The detector pymicro-vad with its defaults: it smooths its result, and gives none in the first 0.76 s."""

    def __init__(self) -> None:
        from pymicro_vad import MicroVad  # noqa: PLC0415 - told by `need` where it is not there

        self._detector = MicroVad()

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether either half of the frame is speech."""
        half = len(frame.pcm) // 2
        halves = [
            self._detector.process_10ms(frame.pcm[:half]),
            self._detector.process_10ms(frame.pcm[half:]),
        ]
        return max(halves) >= 0.5

    def reset(self) -> None:
        """Forget what was heard."""
        self._detector.reset()


DETECTORS: dict[str, Callable[[], VoiceActivity]] = {
    "webrtc 1": lambda: WebrtcVad(1),
    "webrtc 2": lambda: WebrtcVad(2),
    "webrtc 3": lambda: WebrtcVad(3),
    "micro": Micro,
    "silero": NeuralVad,
    "cascade": lambda: CascadeVad(WebrtcVad(2), NeuralVad()),
}


@dataclass(slots=True)
class Tally:
    """The result of one detector under one condition, in frames and utterances."""

    speech: int = 0
    missed: int = 0
    other: int = 0
    false: int = 0
    utterances: int = 0
    unheard: int = 0
    ends: list[int] = field(default_factory=list[int])

    def add(self, heard: Flags, spoken: Flags) -> None:
        """Count one sound."""
        self.speech += int(spoken.sum())
        self.missed += int((spoken & ~heard).sum())
        self.other += int((~spoken).sum())
        self.false += int((~spoken & heard).sum())
        if spoken.any():
            self.utterances += 1
            self.unheard += not _begins(heard)
            if heard.any():
                self.ends.append(int(np.flatnonzero(heard)[-1] - np.flatnonzero(spoken)[-1]))

    def __str__(self) -> str:
        false = 100 * self.false / self.other
        if not self.utterances:
            return f"{false:.1f}"
        return f"{100 * self.missed / self.speech:.0f} / {self.unheard} / {false:.0f}"


def main() -> int:
    """Measure and print; returns 1 if the cascade exceeds its budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=4, help="take every n-th recording (default 4)")
    every: int = parser.parse_args().every
    need("requirements/bench.txt", "pymicro_vad")
    clips = [_samples(each.pcm) for each in recordings() if not each.name.startswith(("noisy", "far"))][
        ::every
    ]
    seconds = sum(len(clip) for clip in clips) / SAMPLE_RATE
    print(f"{len(clips)} recordings, {seconds:.0f} s of sound; each condition once, at fixed seeds\n")
    _head("speech: frames missed % / utterances missed / other frames called speech %")
    clean = _row("quiet room", [_mixed(clip, None, 0, at) for at, clip in enumerate(clips)])
    for name, noise in NOISES.items():
        for snr in SNRS_DB:
            _row(f"{name} {snr} dB", [_mixed(clip, noise, snr, at) for at, clip in enumerate(clips)])
    print(_line("late at the end", [f"{np.median(each.ends):.0f}, {max(each.ends)}" for each in clean]))
    print("\n(the last line: frames after the last one of speech, median and most, in the quiet room)\n")
    _head("noise alone: frames called speech %")
    for name, noise in NOISES.items():
        for level in LEVELS:
            pcm = sound_of(noise, seed=5, level=level, seconds=NOISE_SECONDS)
            _row(f"{name} {level}", [(pcm, np.zeros(len(list(frames(pcm))), dtype=bool))])
    return _costs(np.concatenate(clips))


def _costs(spoken: Sound) -> int:
    print()
    _head("processor: microseconds a frame (% of a core)")
    sounds = {
        "silence": bytes(2 * SAMPLE_RATE * NOISE_SECONDS),
        "fan": sound_of(fan, seed=6, level=1_000, seconds=NOISE_SECONDS),
        "speech": _pcm(spoken[: SAMPLE_RATE * 2 * NOISE_SECONDS]),
    }
    worst = 0.0
    for name, pcm in sounds.items():
        costs = [_microseconds(make(), pcm) for make in DETECTORS.values()]
        print(_line(name, [f"{cost:.0f} ({cost / 200:.2f})" for cost in costs]))
        worst = max(worst, costs[-1] / 200)
    print(f"\ncascade at most {worst:.2f} % of a core (budget {BUDGET_PERCENT})")
    return int(worst > BUDGET_PERCENT)


def _microseconds(vad: VoiceActivity, pcm: bytes) -> float:
    """The best of three rounds, per frame."""
    sound = list(frames(pcm))
    rounds: list[float] = []
    for _ in range(3):
        vad.reset()
        began = time.process_time()
        for frame in sound:
            vad.is_speech(frame)
        rounds.append((time.process_time() - began) / len(sound) * 1e6)
    return min(rounds)


def _head(title: str) -> None:
    print(_line(title, list(DETECTORS)))
    print("|---" * (len(DETECTORS) + 1) + "|")


def _line(name: str, cells: list[str]) -> str:
    return "| " + " | ".join([name, *cells]) + " |"


def _row(name: str, sounds: list[tuple[bytes, Flags]]) -> list[Tally]:
    tallies = [Tally() for _ in DETECTORS]
    for make, tally in zip(DETECTORS.values(), tallies, strict=True):
        vad = make()
        for pcm, spoken in sounds:
            vad.reset()
            heard = np.array([vad.is_speech(frame) for frame in frames(pcm)])
            tally.add(heard, spoken)
    print(_line(name, [str(tally) for tally in tallies]), flush=True)
    return tallies


def _begins(heard: Flags) -> bool:
    def boundaries() -> Iterator[object]:
        state = WAITING
        for is_speech in heard:
            state, boundary = advance(state, DICTATING, is_speech=bool(is_speech))
            yield boundary

    return any(isinstance(boundary, Began) for boundary in boundaries())


def _mixed(clip: Sound, noise: Noise | None, snr_db: int, seed: int) -> tuple[bytes, Flags]:
    """A recording in noise, `snr_db` under its speech, and which frames are speech."""
    random = np.random.default_rng(seed)
    length = (len(clip) + LEAD_SECONDS * SAMPLE_RATE) // FRAME_SAMPLES * FRAME_SAMPLES
    sound = np.concatenate([np.zeros(LEAD_SECONDS * SAMPLE_RATE), clip])[:length]
    power = (sound.reshape(-1, FRAME_SAMPLES) ** 2).mean(axis=1)
    spoken = _speech(power)
    if noise is not None:
        added = noise(random, length)
        sound = sound + added * np.sqrt(power[spoken].mean() / (added**2).mean() / 10 ** (snr_db / 10))
    return _pcm(sound + 3 * random.normal(size=length)), spoken


def _speech(power: Sound) -> Flags:
    level = 10 * np.log10(power + 1)
    spoken = level > np.percentile(level[level > 10], 95) - 35
    loud = np.flatnonzero(spoken)
    for before, after in pairwise(loud):
        if after - before <= 10:
            spoken[before:after] = True
    return spoken


def _samples(pcm: bytes) -> Sound:
    return np.frombuffer(pcm, dtype="<i2").astype(np.float64)


def _pcm(sound: Sound) -> bytes:
    return np.rint(sound).clip(-32_768, 32_767).astype("<i2").tobytes()


if __name__ == "__main__":
    raise SystemExit(main())
