"""A sound that was played is found again in what the microphone heard."""

from __future__ import annotations

from tests.support.sound import drawn
from voiced.hearing.came_through import came_through

PLAYED = "####..##...#####.#......###"


def test_it_is_found_with_its_delay_and_its_level() -> None:
    through = came_through(drawn(PLAYED), drawn("." * 40 + PLAYED.replace("#", "+") + "." * 40))
    assert through.delay_frames == 40
    assert through.is_heard
    assert round(through.likeness, 2) == 1.0
    assert round(through.level_dbfs) == -30
    assert through.above_noise_db > 50


def test_in_silence_and_in_other_sound_it_is_not_found() -> None:
    assert not came_through(drawn(PLAYED), drawn("." * 100)).is_heard
    assert not came_through(drawn(PLAYED), drawn("+" * 100)).is_heard
    assert not came_through(drawn(PLAYED), drawn("#." * 60)).is_heard


def test_under_louder_sound_all_the_time_it_is_not_above_the_noise() -> None:
    room = drawn("+" * 20 + PLAYED.replace("#", "+").replace(".", "+") + "+" * 20)
    assert not came_through(drawn(PLAYED), room).is_heard
