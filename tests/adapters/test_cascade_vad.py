"""The cascade on real speech and generated noise, and its gate and judge apart."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.noises import Noise, babble, fan, hiss, key_clicks, melody, sound_of
from tests.support.recordings import Recording, frames, recordings
from tests.support.sound import Loudness, drawn
from voiced.adapters.sound.cascade_vad import CascadeVad
from voiced.adapters.sound.neural_vad import NeuralVad
from voiced.adapters.sound.webrtc_vad import WebrtcVad
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame
from voiced.hearing.segmenter import frames as frames_in

CLEAN = [each for each in recordings() if not each.name.startswith(("noisy", "far"))]


def cascade() -> CascadeVad:
    return CascadeVad(WebrtcVad(2), NeuralVad())


def answers(vad: CascadeVad | NeuralVad, pcm: bytes) -> list[bool]:
    return [vad.is_speech(frame) for frame in frames(pcm)]


def loud(pcm: bytes) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """The frames of a clean recording that are within 35 dB of its loudest."""
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float64)
    whole = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    level = 10 * np.log10((whole**2).mean(axis=1) + 1)
    return np.flatnonzero(level > np.percentile(level, 95) - 35)


@pytest.mark.parametrize("noise", [fan, key_clicks, hiss])
@pytest.mark.parametrize("level", [100, 1_000, 3_000])
def test_noise_without_a_voice_is_no_speech(noise: Noise, level: float) -> None:
    assert not any(answers(cascade(), sound_of(noise, seed=7, level=level, seconds=4)))


def test_the_gate_alone_takes_such_noise_for_speech() -> None:
    webrtc, pcm = WebrtcVad(2), sound_of(fan, seed=7, level=1_000, seconds=4)
    assert sum(webrtc.is_speech(frame) for frame in frames(pcm)) > 100


def test_music_is_hardly_speech() -> None:
    heard = answers(cascade(), sound_of(melody, seed=7, level=1_000, seconds=10))
    assert sum(heard) < len(heard) / 10


def test_people_next_door_are_people() -> None:
    """A limit, not a wish: what the words are worth is asked of the recogniser."""
    heard = answers(cascade(), sound_of(babble, seed=7, level=1_000, seconds=4))
    assert sum(heard) > len(heard) / 2


@pytest.mark.parametrize("recording", CLEAN, ids=lambda each: each.name)
def test_speech_is_told_within_the_preroll_and_its_end_in_three_frames(recording: Recording) -> None:
    heard = np.flatnonzero(answers(cascade(), recording.pcm))
    spoken = loud(recording.pcm)
    assert heard[0] - spoken[0] < frames_in(0.4)
    assert heard[-1] - spoken[-1] <= 3


def test_the_judge_hears_what_came_before_the_gate_opened() -> None:
    judge = Recorder()
    vad = CascadeVad(Loudness(), judge, hangover_frames=3, history_frames=4)
    for frame in drawn("......#"):
        vad.is_speech(frame)
    assert judge.starts == [2, 3, 4, 5, 6]


def test_the_judge_is_left_alone_in_silence_and_forgets_between_times() -> None:
    judge = Recorder()
    vad = CascadeVad(Loudness(), judge, hangover_frames=3, history_frames=1)
    for frame in drawn("#......#"):
        vad.is_speech(frame)
    assert judge.starts == [0, 1, 2, 6, 7]
    assert judge.resets == 2


def test_the_cascade_hears_nearly_all_that_gate_and_network_hear_apart() -> None:
    """That the network does not always listen changes little in what it says about words."""
    both = lost = 0
    for recording in CLEAN[::4]:
        gate, alone = WebrtcVad(2), answers(NeuralVad(), recording.pcm)
        behind = answers(cascade(), recording.pcm)
        for frame, network, together in zip(frames(recording.pcm), alone, behind, strict=True):
            agreed = gate.is_speech(frame) and network
            both += agreed
            lost += agreed and not together
    assert both > 100
    assert lost <= both / 50


def test_the_judge_is_left_alone_in_a_steady_noise_that_it_has_called_noise() -> None:
    judge = Recorder(calls_speech=False)
    vad = CascadeVad(Loudness(), judge)
    sound = list(frames(sound_of(fan, seed=7, level=1_000, seconds=10)))[:500]
    for frame in sound:
        vad.is_speech(frame)
    assert len(judge.starts) < len(sound) / 2
    asleep = CascadeVad(WebrtcVad(2), NeuralVad())
    for frame in sound:
        asleep.is_speech(frame)
    assert any(answers(asleep, CLEAN[0].pcm)), "it wakes for words"


def test_a_noise_that_was_gone_for_a_while_has_to_be_learned_again() -> None:
    judge = Recorder(calls_speech=False)
    vad = CascadeVad(Loudness(), judge)
    steady = list(frames(sound_of(fan, seed=7, level=1_000, seconds=10)))[:500]
    for frame in [*steady, *drawn("." * 30), steady[0]]:
        vad.is_speech(frame)
    assert judge.starts[-1] == steady[0].start // FRAME_SAMPLES


class Recorder:
    """A judge that always says the same and keeps which frames it was asked."""

    def __init__(self, *, calls_speech: bool = True) -> None:
        self.starts: list[int] = []
        self.resets = 0
        self._calls_speech = calls_speech

    def is_speech(self, frame: AudioFrame) -> bool:
        self.starts.append(frame.start // FRAME_SAMPLES)
        return self._calls_speech

    def reset(self) -> None:
        self.resets += 1
