"""The microphone and the wake word of a satellite without a sound card; run by wyoming-satellite as programs of their own.

    satellite_parts.py mic FOLDER     gives raw sound, 16 kHz, 16 bit, mono: a quiet room, or FOLDER/say.wav once it is there
    satellite_parts.py wake FOLDER    takes sound and prints a name as soon as FOLDER/wake is there

Each removes the file that it has used. They need Python alone.
"""

from __future__ import annotations

import random
import struct
import sys
import time
import wave
from pathlib import Path

RATE = 16_000
_FRAMES = 1024


def microphone(folder: Path) -> None:
    """Give sound in real time."""
    noise = struct.pack(f"<{_FRAMES}h", *(random.randint(-30, 30) for _ in range(_FRAMES)))
    speech, due = b"", time.monotonic()
    while True:
        if not speech and (folder / "say.wav").exists():
            with wave.open(str(folder / "say.wav")) as recording:
                speech = recording.readframes(recording.getnframes())
            (folder / "say.wav").unlink()
        chunk, speech = speech[: 2 * _FRAMES], speech[2 * _FRAMES :]
        sys.stdout.buffer.write(chunk + noise[len(chunk) :])
        sys.stdout.buffer.flush()
        due += _FRAMES / RATE
        time.sleep(max(0.0, due - time.monotonic()))


def wake_word(folder: Path) -> None:
    """Hear the wake word when somebody wants it to be heard."""
    while sys.stdin.buffer.read(2 * _FRAMES):
        if (folder / "wake").exists():
            (folder / "wake").unlink()
            print("trial", flush=True)


if __name__ == "__main__":
    {"mic": microphone, "wake": wake_word}[sys.argv[1]](Path(sys.argv[2]))
