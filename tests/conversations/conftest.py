"""The recogniser of the recorded conversations, loaded once."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.hearing.frame import AudioFrame
from voiced.ports import ListeningFor, Recognizer

WEIGHTS = Path(".cache/models/whisper-base")


class Lasting:
    """A recogniser that outlives the conversation that closes it."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer

    @property
    def streams(self) -> bool:
        return self._recognizer.streams

    def start(self, listening_for: ListeningFor) -> None:
        self._recognizer.start(listening_for)

    def accept(self, frame: AudioFrame) -> None:
        self._recognizer.accept(frame)

    def partial(self) -> str:
        return self._recognizer.partial()

    def attempt(self) -> str:
        return self._recognizer.attempt()

    def finish(self) -> str:
        return self._recognizer.finish()

    def close(self) -> None:
        """Not yet: the next conversation needs it."""


@pytest.fixture(scope="session")
def whisper_loader() -> Generator[Callable[[], Recognizer]]:
    """Whisper base; loading takes longer than hearing."""
    whisper = WhisperRecognizer(WEIGHTS)
    yield lambda: Lasting(whisper)
    whisper.close()
