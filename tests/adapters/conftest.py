"""Real recognisers, each loaded once for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiced.adapters.recognition.vosk_recognizer import VoskRecognizer
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def models() -> Path:
    """Where scripts/fetch-test-models puts the weights."""
    return Path(os.environ.get("VOICED_MODELS") or CHECKOUT / ".cache" / "models")


@pytest.fixture(scope="session")
def whisper(models: Path) -> Iterator[WhisperRecognizer]:
    recognizer = WhisperRecognizer(models / "whisper-base", cpu_threads=2)
    yield recognizer
    recognizer.close()


@pytest.fixture(scope="session")
def vosk(models: Path) -> Iterator[VoskRecognizer]:
    """Vosk with its Korean model: no package carries the Mandarin one."""
    recognizer = VoskRecognizer(models / "vosk-ko")
    yield recognizer
    recognizer.close()
