"""Tones that are short, quiet, do not click, and are nobody's speech."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from voiced.adapters.sound.cascade_vad import CascadeVad
from voiced.adapters.sound.earcons import tones
from voiced.adapters.sound.neural_vad import NeuralVad
from voiced.adapters.sound.webrtc_vad import WebrtcVad
from voiced.hearing.frame import FRAME_BYTES, SAMPLE_RATE, AudioFrame
from voiced.ports.sound import Earcon, Pcm


def samples(sound: Pcm) -> npt.NDArray[np.int64]:
    return np.frombuffer(sound.samples, "<i2").astype(np.int64)


@pytest.mark.parametrize("earcon", Earcon)
def test_a_tone_is_short_quiet_and_begins_and_ends_in_silence(earcon: Earcon) -> None:
    sound = tones(sample_rate=22_050)[earcon]
    assert 0.05 < sound.seconds <= 0.15
    assert 1_000 < np.abs(samples(sound)).max() < 5_000
    assert np.abs(samples(sound)[[0, -1]]).max() < 50


def test_tones_differ_and_heed_the_volume() -> None:
    loud, quiet = (tones(sample_rate=16_000, volume=volume) for volume in (1.0, 0.5))
    assert len({sound.samples for sound in loud.values()}) == len(Earcon)
    for earcon in Earcon:
        assert np.abs(samples(quiet[earcon])).max() < 0.6 * np.abs(samples(loud[earcon])).max()


@pytest.mark.parametrize("earcon", Earcon)
@pytest.mark.parametrize("gain", [1.0, 0.3, 0.1])
def test_a_tone_that_comes_back_from_the_room_is_no_speech(earcon: Earcon, gain: float) -> None:
    random = np.random.default_rng(0)
    echo = random.normal(size=SAMPLE_RATE // 2) * np.exp(-np.arange(SAMPLE_RATE // 2) / 1_000) * 0.05
    echo[0] = 1.0
    tone = samples(tones(sample_rate=SAMPLE_RATE)[earcon]) * gain
    room = np.pad(np.convolve(tone, echo), SAMPLE_RATE)
    heard = (room + random.normal(size=room.size) * 30).clip(-32_768, 32_767).astype("<i2").tobytes()
    detector = CascadeVad(WebrtcVad(2), NeuralVad())
    whole = range(0, len(heard) - FRAME_BYTES, FRAME_BYTES)
    speech = sum(detector.is_speech(AudioFrame(at // 2, heard[at : at + FRAME_BYTES])) for at in whole)
    assert speech == 0
