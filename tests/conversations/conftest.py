"""The recogniser of the recorded conversations, loaded once."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.ports import Recognizer
from voiced.runtime.recognizer_shelf import RecognizerShelf

WEIGHTS = Path(".cache/models/whisper-base")


@pytest.fixture(scope="session")
def whisper_loader() -> Generator[Callable[[], Recognizer]]:
    """Whisper base, from one conversation to the next; loading takes longer than hearing."""
    shelf = RecognizerShelf()
    yield shelf.loader(WEIGHTS, lambda: WhisperRecognizer(WEIGHTS))
    shelf.close()
