"""Loads a model of sherpa-onnx and decodes a second of silence, with words to prefer, in a process of its own that the model may end.

`python -m voiced.adapters.recognition.sherpa_probe FOLDER [PHRASE]`; the phrase is for a spotter.
"""

from __future__ import annotations

import sys
from pathlib import Path

from voiced.adapters.recognition.keyword_spotter import spotter
from voiced.adapters.recognition.sherpa_models import SherpaKind, model_in
from voiced.adapters.recognition.sherpa_recognizer import opened
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, AudioFrame
from voiced.ports.sound import ListeningFor


def main(folder: Path, phrase: str = "") -> None:
    """Load and decode."""
    model = model_in(folder)
    silence = [AudioFrame(number * FRAME_SAMPLES, bytes(FRAME_BYTES)) for number in range(50)]
    if model.kind is SherpaKind.KEYWORDS:
        spotter(model, phrase).hears(silence)
        return
    recognizer = opened(model, threads=1)
    recognizer.expect(["早饭", "打车"])
    recognizer.start(ListeningFor.COMMANDS)
    for frame in silence:
        recognizer.accept(frame)
    recognizer.decode_out()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
