"""Loads a model of sherpa-onnx and decodes a second of silence, with words to prefer, in a process of its own that the model may end.

`python -m voiced.adapters.recognition.sherpa_probe FOLDER`
"""

from __future__ import annotations

import sys
from pathlib import Path

from voiced.adapters.recognition.sherpa_models import model_in
from voiced.adapters.recognition.sherpa_recognizer import opened
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, AudioFrame
from voiced.ports.sound import ListeningFor


def main(folder: Path) -> None:
    """Load and decode."""
    recognizer = opened(model_in(folder), threads=1)
    recognizer.expect(["早饭", "打车"])
    recognizer.start(ListeningFor.COMMANDS)
    for number in range(50):
        recognizer.accept(AudioFrame(number * FRAME_SAMPLES, bytes(FRAME_BYTES)))
    recognizer.decode_out()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
