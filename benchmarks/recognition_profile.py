"""The processor time of the slowest utterances, by recognition and by stage."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from voiced.adapters.recognition.whisper_decoder import LONGEST_SECONDS, WhisperDecoder
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer, prompt_for
from voiced.hearing.frame import BYTES_PER_SAMPLE, AudioFrame, samples, seconds
from voiced.hearing.speech_guard import voiced_seconds
from voiced.ports.sound import ListeningFor

T = TypeVar("T")

_HEAD = (
    "| utterance | sound, s | characters | processor, s | … of a bare loop | recognised: sound → processor, s "
    "| once, whole: voice? | encoder | words | check |\n|---|---:|---:|---:|---:|---|---:|---:|---:|---:|"
)


@dataclass(frozen=True, slots=True)
class Recognition:
    """One recognition by Whisper: seconds of sound, and of the processor."""

    sound: float
    processor: float


@dataclass(frozen=True, slots=True)
class Dear:
    """An utterance and what it took, in seconds; `recognitions` are those that were made before its text was told."""

    name: str
    text: str
    pcm: bytes
    sound: float
    processor: float
    bare_processor: float
    recognitions: Sequence[Recognition]


class MeteredWhisper(WhisperRecognizer):
    """Whisper with a record of its recognitions. The reader of `recognitions` clears the list."""

    def __init__(self, weights: Path) -> None:
        super().__init__(weights)
        self.recognitions: list[Recognition] = []
        self._samples = 0

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance, or the rest of one."""
        self._samples = 0
        super().start(listening_for)

    def accept(self, frame: AudioFrame) -> None:
        """Count the frame, and keep it."""
        self._samples += len(frame.pcm) // BYTES_PER_SAMPLE
        super().accept(frame)

    def attempt(self) -> str:
        """The text, and a line in `recognitions`."""
        text, processor = _metered(super().attempt)
        self.recognitions.append(Recognition(seconds(self._samples), processor))
        return text


def profile(dearest: Sequence[Dear], weights: Path) -> str:
    """A table, a line an utterance. The stages are those of the whole sound recognised once, as a bare loop does it."""
    decoder = WhisperDecoder(weights, beam_size=1, cpu_threads=0)
    lines = [_HEAD]
    for one in dearest:
        recognised = ", ".join(f"{each.sound:.1f} → {each.processor:.2f}" for each in one.recognitions)
        stages = " | ".join(f"{stage:.2f}" for stage in _stages(decoder, one.pcm))
        lines.append(
            f"| {one.name} | {one.sound:.1f} | {len(one.text)} | {one.processor:.2f} | {one.bare_processor:.2f} "
            f"| {recognised} | {stages} |"
        )
    decoder.close()
    return "\n".join(lines)


def _stages(decoder: WhisperDecoder, pcm: bytes) -> tuple[float, ...]:
    """Processor seconds of the check for a voice, the encoder, the words, and their probability without a prompt."""
    pcm = pcm[: samples(LONGEST_SECONDS) * BYTES_PER_SAMPLE]
    sound = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(32_768)
    _, voice = _metered(lambda: voiced_seconds(pcm))
    encoded, encoder = _metered(lambda: decoder.encode(sound))
    words, wording = _metered(lambda: decoder.words(encoded, prompt_for(ListeningFor.ENTRIES)))
    _, check = _metered(lambda: decoder.log_probability(encoded, words.text))
    return voice, encoder, wording, check


def _metered(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    result = work()
    return result, time.process_time() - began
