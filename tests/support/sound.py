"""Sound for tests, drawn frame by frame."""

from __future__ import annotations

from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, AudioFrame

SPEECH, SOFT, FAINT, SILENCE = "#", "+", "-", "."


def drawn(sound: str, start: int = 0) -> list[AudioFrame]:
    """Frames end to end from sample `start`: each `#` is a loud frame, `+` one that is 24 dB softer, `-` one of 48 dB
    less, `.` a silent one."""
    pcm = {
        SPEECH: b"\x00\x40" * FRAME_SAMPLES,
        SOFT: b"\x00\x04" * FRAME_SAMPLES,
        FAINT: b"\x40\x00" * FRAME_SAMPLES,
        SILENCE: bytes(FRAME_BYTES),
    }
    return [AudioFrame(start + at * FRAME_SAMPLES, pcm[mark]) for at, mark in enumerate(sound)]


class Loudness:
    """Voice activity of drawn sound: a frame that is not silent is speech."""

    def __init__(self) -> None:
        self.resets = 0

    def is_speech(self, frame: AudioFrame) -> bool:
        return any(frame.pcm)

    def reset(self) -> None:
        self.resets += 1
