"""Voice activity by WebRTC, for frames above a minimum loudness."""

from __future__ import annotations

import numpy as np
import webrtcvad

from voiced.hearing.frame import SAMPLE_RATE, AudioFrame

MODES = range(4)
"""From 0, which takes the most sound for speech, to 3, which takes the least."""

DEFAULT_FLOOR_RMS = 60.0
"""Root mean square of 16-bit samples, -55 dBFS. Speech at arm's length is ten times as loud. A quiet room is below it;
WebRTC's detector sometimes reports speech for its hiss."""


class WebrtcVad:
    """WebRTC's detector, without sound that is too quiet to be addressed to the machine."""

    def __init__(self, mode: int, *, floor_rms: float = DEFAULT_FLOOR_RMS) -> None:
        """Begin to listen.

        Args:
            mode: how strict it is, 0 to 3.
            floor_rms: frames with less than this root mean square of their samples are never speech.

        Raises:
            ValueError: `mode` is not 0 to 3.
        """
        if mode not in MODES:
            raise ValueError(f"vad mode {mode}: allowed are 0, 1, 2 and 3")
        self._mode = mode
        self._floor_power = floor_rms**2
        self._detector = webrtcvad.Vad(mode)

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame sounds like speech."""
        # The detector adapts to every frame, so it gets quiet frames as well.
        heard = self._detector.is_speech(frame.pcm, SAMPLE_RATE)
        return heard and _power(frame.pcm) >= self._floor_power

    def reset(self) -> None:
        """Forget the frames so far."""
        self._detector = webrtcvad.Vad(self._mode)


def _power(pcm: bytes) -> float:
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
    return float(np.dot(samples, samples)) / len(samples)
