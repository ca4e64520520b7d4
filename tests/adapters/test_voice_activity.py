"""What every voice activity detector must do, whichever it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.noises import fan, hiss, sound_of
from tests.support.recordings import Recording, frames
from voiced.adapters.sound.cascade_vad import CascadeVad
from voiced.adapters.sound.neural_vad import NeuralVad
from voiced.adapters.sound.webrtc_vad import WebrtcVad
from voiced.hearing.frame import FRAME_BYTES
from voiced.ports.sound import VoiceActivity

DETECTORS: dict[str, Callable[[], VoiceActivity]] = {
    "webrtc": lambda: WebrtcVad(2),
    "neural": NeuralVad,
    "cascade": lambda: CascadeVad(WebrtcVad(2), NeuralVad()),
}
SPOKEN = Recording("targeted_correction/2.wav", "")


@pytest.fixture(params=DETECTORS)
def vad(request: pytest.FixtureRequest) -> VoiceActivity:
    return DETECTORS[request.param]()


def heard(vad: VoiceActivity, pcm: bytes) -> list[bool]:
    return [vad.is_speech(frame) for frame in frames(pcm)]


def test_speech_is_speech(vad: VoiceActivity) -> None:
    answers = heard(vad, Recording("eight_items/1.wav", "").pcm)
    assert sum(answers) > len(answers) / 2


def test_digital_silence_and_a_quiet_room_are_not(vad: VoiceActivity) -> None:
    assert not any(heard(vad, bytes(100 * FRAME_BYTES)))
    assert not any(heard(vad, sound_of(fan, seed=1, level=30, seconds=3)))


def test_after_a_reset_it_hears_as_if_for_the_first_time(vad: VoiceActivity) -> None:
    first = heard(vad, SPOKEN.pcm)
    assert any(first)
    heard(vad, sound_of(hiss, seed=2, level=3_000, seconds=2))
    vad.reset()
    assert heard(vad, SPOKEN.pcm) == first


def test_a_reset_in_the_middle_of_a_word_leaves_nothing_of_it(vad: VoiceActivity) -> None:
    first = heard(vad, SPOKEN.pcm)
    for frame in frames(SPOKEN.pcm):
        # Out of step with the chunks of 512 samples that a network takes.
        if frame.start >= 16_320 and vad.is_speech(frame):
            break
    vad.reset()
    assert heard(vad, SPOKEN.pcm) == first


def test_two_of_a_kind_do_not_disturb_each_other(vad: VoiceActivity, request: pytest.FixtureRequest) -> None:
    other = DETECTORS[request.node.callspec.params["vad"]]()
    alone = heard(DETECTORS[request.node.callspec.params["vad"]](), SPOKEN.pcm)
    noise = list(frames(sound_of(hiss, seed=3, level=3_000, seconds=len(SPOKEN.pcm) / 32_000)))
    answers: list[bool] = []
    for frame, disturbance in zip(frames(SPOKEN.pcm), noise, strict=False):
        other.is_speech(disturbance)
        answers.append(vad.is_speech(frame))
    assert answers == alone
