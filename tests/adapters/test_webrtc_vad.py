from __future__ import annotations

import pytest

from tests.support.noises import fan, hiss, sound_of
from tests.support.recordings import Recording, frames
from voiced.adapters.sound.webrtc_vad import WebrtcVad
from voiced.hearing.frame import FRAME_BYTES, AudioFrame


def share_of_speech(vad: WebrtcVad, pcm: bytes) -> float:
    heard = [vad.is_speech(frame) for frame in frames(pcm)]
    return sum(heard) / len(heard)


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_speech_is_speech_in_every_mode(mode: int) -> None:
    spoken = Recording("eight_items/1.wav", "")
    assert share_of_speech(WebrtcVad(mode), spoken.pcm) > 0.5


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_silence_and_a_quiet_room_are_never_speech(mode: int) -> None:
    vad = WebrtcVad(mode)
    assert share_of_speech(vad, bytes(100 * FRAME_BYTES)) == 0
    assert share_of_speech(vad, sound_of(fan, seed=1, level=30, seconds=3)) == 0


def test_without_the_floor_the_quiet_room_is_sometimes_speech() -> None:
    assert share_of_speech(WebrtcVad(0, floor_rms=0), sound_of(fan, seed=1, level=30, seconds=3)) > 0


def test_after_a_reset_it_hears_as_if_for_the_first_time() -> None:
    spoken = list(frames(Recording("targeted_correction/2.wav", "").pcm))
    vad = WebrtcVad(2)
    first = [vad.is_speech(frame) for frame in spoken]
    for frame in frames(sound_of(hiss, seed=2, level=3_000, seconds=2)):
        vad.is_speech(frame)
    vad.reset()
    assert [vad.is_speech(frame) for frame in spoken] == first


def test_there_are_four_modes() -> None:
    with pytest.raises(ValueError, match="allowed are 0, 1, 2 and 3"):
        WebrtcVad(4)


def test_a_frame_is_judged_by_its_loudness_as_a_whole() -> None:
    click = bytearray(FRAME_BYTES)
    click[0:2] = (500).to_bytes(2, "little", signed=True)
    assert not WebrtcVad(0).is_speech(AudioFrame(0, bytes(click)))
