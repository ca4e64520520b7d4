"""Voice activity by WebRTC, behind a floor of loudness."""

from __future__ import annotations

import numpy as np
import webrtcvad

from voiced.hearing.frame import SAMPLE_RATE, AudioFrame

MODES = range(4)
"""From 0, which lets most through, to 3, which takes least for speech."""

DEFAULT_FLOOR_RMS = 60.0
"""Root mean square of 16-bit samples, -55 dBFS. Speech at arm's length is ten times as loud; a quiet room
is below it, and on its hiss WebRTC's detector reports speech now and then."""


class WebrtcVad:
    """WebRTC's detector, deaf to what is too quiet to be somebody speaking to the machine."""

    def __init__(self, mode: int = 2, *, floor_rms: float = DEFAULT_FLOOR_RMS) -> None:
        """Begin to listen.

        Args:
            mode: how strict it is, 0 to 3.
            floor_rms: frames with less than this root mean square of their samples are never speech.

        Raises:
            ValueError: there is no such mode.
        """
        if mode not in MODES:
            raise ValueError(f"vad mode {mode}: allowed are 0, 1, 2 and 3")
        self._mode = mode
        self._floor_power = floor_rms**2
        self._detector = webrtcvad.Vad(mode)

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame sounds like speech."""
        # The detector adapts to all that it hears, quiet or not, so it is asked in any case.
        heard = self._detector.is_speech(frame.pcm, SAMPLE_RATE)
        return heard and _power(frame.pcm) >= self._floor_power

    def reset(self) -> None:
        """Forget what was heard."""
        self._detector = webrtcvad.Vad(self._mode)


def _power(pcm: bytes) -> float:
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
    return float(np.dot(samples, samples)) / len(samples)
