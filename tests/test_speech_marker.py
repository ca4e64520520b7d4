"""Tests without the marker `speech` cannot load Whisper, so that the marker finds all tests that do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.errors import ModelMissing

WEIGHTS = Path(".cache/models/whisper-base")
REFUSED = "THIS_TEST_NEEDS_THE_MARKER_SPEECH"


def test_an_unmarked_test_cannot_load_whisper() -> None:
    with pytest.raises(ModelMissing, match=REFUSED):
        WhisperRecognizer(WEIGHTS)


def test_a_command_that_an_unmarked_test_starts_cannot_load_it_either() -> None:
    recording = "tests/audio/conversations/cancel_all/1.wav"
    command = [
        sys.executable,
        "-m",
        "voiced",
        "replay",
        recording,
        "--asr",
        "whisper",
        "--model",
        str(WEIGHTS),
    ]
    ran = subprocess.run([*command, "--offline"], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert REFUSED in ran.stderr


@pytest.mark.speech
def test_a_marked_test_loads_it() -> None:
    WhisperRecognizer(WEIGHTS).close()


def test_an_unmarked_test_cannot_load_it_after_a_marked_one() -> None:
    with pytest.raises(ModelMissing, match=REFUSED):
        WhisperRecognizer(WEIGHTS)
