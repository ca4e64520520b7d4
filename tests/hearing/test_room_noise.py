"""What is known of a room's noise, frame by frame."""

from __future__ import annotations

import pytest

from tests.support.noises import STATIONARY, SUDDEN, Noise, fan, melody, sound_of
from tests.support.recordings import Recording, frames
from voiced.hearing.frame import SAMPLE_RATE
from voiced.hearing.room_noise import UNKNOWN, RoomNoise, levels

SECONDS = 4
SPOKEN = Recording("eight_items/1.wav", "")


def steady(noise: Noise, level: float, seed: int = 1) -> bytes:
    """A noise without the quiet half second at its end."""
    return sound_of(noise, seed=seed, level=level, seconds=SECONDS)[: SECONDS * 2 * SAMPLE_RATE]


def learned(pcm: bytes) -> RoomNoise:
    """What is known after a sound that was called noise."""
    noise = UNKNOWN
    for frame in frames(pcm):
        noise = noise.after(levels(frame.pcm))
    return noise


def share_held(noise: RoomNoise, pcm: bytes) -> float:
    """How much of a sound is no louder than the noise."""
    held = [noise.holds(levels(frame.pcm)) for frame in frames(pcm)]
    return sum(held) / len(held)


@pytest.mark.parametrize("noise", STATIONARY.values(), ids=STATIONARY)
def test_a_steady_noise_is_known_after_a_while(noise: Noise) -> None:
    assert share_held(learned(steady(noise, 1_000)), steady(noise, 1_000, seed=2)) > 0.9


@pytest.mark.parametrize("noise", [*SUDDEN.values(), melody], ids=[*SUDDEN, "melody"])
def test_an_unsteady_sound_gives_no_noise_level(noise: Noise) -> None:
    assert share_held(learned(steady(noise, 1_000)), steady(noise, 1_000)) == 0


def test_nothing_is_known_in_less_than_two_seconds() -> None:
    sound = steady(fan, 1_000)
    assert share_held(learned(sound[: int(1.9 * 2 * SAMPLE_RATE)]), sound) == 0


def test_words_stand_out_of_a_fan_that_is_as_loud() -> None:
    assert share_held(learned(steady(fan, 1_500)), SPOKEN.pcm) < 0.5


def test_a_fan_that_was_turned_up_stands_out_and_is_known_again_after_a_while() -> None:
    soft, loud = steady(fan, 500), steady(fan, 1_500)
    assert share_held(learned(soft), loud) < 0.1
    assert share_held(learned(soft + loud), loud) > 0.9


def test_a_fan_that_was_turned_down_hides_nothing_of_its_old_loudness() -> None:
    loud, soft = steady(fan, 3_000), steady(fan, 300)
    assert share_held(learned(loud + soft), loud) < 0.1
