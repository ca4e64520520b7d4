"""The recogniser of the recorded conversations, loaded once, and given time."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import pytest

from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.app import build_ears
from voiced.ports.sound import Recognizer
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.recognizer_shelf import RecognizerShelf

WEIGHTS = Path(".cache/models/whisper-base")
PATIENT_SECONDS = 300.0
"""With MKL on another maker's processor a sentence takes ten times as long, which is not what these tests are about."""


@pytest.fixture(autouse=True)
def patient_ears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        build_ears, "RecognizerThread", partial(RecognizerThread, deadline_seconds=PATIENT_SECONDS)
    )


@pytest.fixture(scope="session")
def whisper_loader() -> Generator[Callable[[], Recognizer]]:
    """Whisper base, from one conversation to the next; loading takes longer than hearing."""
    shelf = RecognizerShelf()
    yield shelf.loader(WEIGHTS, lambda: WhisperRecognizer(WEIGHTS))
    shelf.close()
