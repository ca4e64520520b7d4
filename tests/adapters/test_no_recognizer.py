"""The recogniser of a typed conversation hears sound without a word in it."""

from __future__ import annotations

from voiced.adapters.recognition.no_recognizer import NoRecognizer
from voiced.hearing.frame import FRAME_BYTES, AudioFrame
from voiced.ports import ListeningFor, Recognizer


def test_understands_nothing() -> None:
    recognizer: Recognizer = NoRecognizer()
    recognizer.start(ListeningFor.ENTRIES)
    recognizer.accept(AudioFrame(0, b"\x7f" * FRAME_BYTES))
    assert recognizer.partial() == ""
    assert recognizer.finish() == ""
    recognizer.close()
