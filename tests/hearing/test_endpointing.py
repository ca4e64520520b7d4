"""How much silence ends an utterance, in frames of 20 ms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.hearing.completeness import Completeness
from voiced.hearing.endpointing import (
    EARLY_SILENCE,
    LONGEST_STRETCH,
    OPEN_SILENCE,
    PAUSE_FRAMES,
    SHORT_FRAMES,
    Pace,
    Pause,
    end_silence,
    is_worth_attempt,
)

DICTATING, CONFIRMING = 50, 25
CLOSED = frozenset({Completeness.CLOSED})
NOTHING = frozenset[Completeness]()
UNDECIDED = Completeness.UNDECIDED


def test_a_complete_command_is_waited_for_no_longer_than_three_tenths_of_a_second() -> None:
    assert EARLY_SILENCE * 0.02 <= 0.3
    assert end_silence(CONFIRMING, Pace(40), Completeness.CLOSED, CLOSED) == EARLY_SILENCE


def test_nothing_is_early_where_it_is_not_to_be() -> None:
    assert end_silence(DICTATING, Pace(), Completeness.CLOSED, NOTHING) == DICTATING


def test_who_wants_less_silence_anyway_gets_it() -> None:
    assert end_silence(10, Pace(), Completeness.CLOSED, CLOSED) == 10


@pytest.mark.parametrize("configured", [CONFIRMING, DICTATING])
def test_an_open_change_is_waited_for_longest(configured: int) -> None:
    assert end_silence(configured, Pace(), Completeness.OPEN, CLOSED) == OPEN_SILENCE


def test_who_configured_more_patience_than_that_gets_it() -> None:
    assert end_silence(150, Pace(), Completeness.OPEN, CLOSED) == 150


@pytest.mark.parametrize(
    ("configured", "pause", "silence"),
    [
        (DICTATING, 0, 50),
        (DICTATING, 20, 50),
        (DICTATING, 36, 54),
        (DICTATING, 80, 60),
        (CONFIRMING, 12, 25),
        (CONFIRMING, 19, 28),
        (CONFIRMING, 40, 30),
    ],
)
def test_who_pauses_long_is_waited_for_longer_within_bounds(
    configured: int, pause: int, silence: int
) -> None:
    assert end_silence(configured, Pace(pause), UNDECIDED, CLOSED) == silence


def test_the_usual_pause_is_that_of_late() -> None:
    pace = Pace()
    for pause in [20, 20, 40, 40, 40, 40, 40, 40, 40, 40]:
        pace = pace.after(pause)
    assert Pace().after(20) == Pace(20)
    assert Pace(20).after(40) == Pace(25)
    assert 37 < pace.pause < 40


@given(
    st.integers(1, 250), st.floats(0, 200), st.sampled_from(Completeness), st.sampled_from([CLOSED, NOTHING])
)
def test_it_is_always_within_bounds(
    configured: int, pause: float, said: Completeness, early: frozenset[Completeness]
) -> None:
    silence = end_silence(configured, Pace(pause), said, early)
    assert min(EARLY_SILENCE, configured) <= silence <= max(OPEN_SILENCE, round(LONGEST_STRETCH * configured))


def after(sound: str) -> Pause:
    """The pause after sound: `#` is a frame of speech."""
    pause = Pause()
    for mark in sound:
        pause = pause.after(is_speech=mark == "#")
    return pause


def test_a_pause_is_silence_for_a_fifth_of_a_second() -> None:
    assert not after("###" + "." * (PAUSE_FRAMES - 1)).is_one
    assert after("###" + "." * PAUSE_FRAMES).is_one


def test_a_click_ends_no_pause_and_speech_does() -> None:
    assert after("." * 10 + "##" + ".") == Pause(quiet=11, clicks=2)
    assert after("." * 10 + "###") == Pause()
    assert after("." * 10 + "#." * 2 + "#") == Pause()


@pytest.mark.parametrize(
    ("configured", "attempts", "quiet"),
    [(CONFIRMING, 0, 10), (CONFIRMING, 1, 20), (DICTATING, 0, 25), (DICTATING, 1, 35), (5, 0, 10)],
)
def test_each_attempt_made_for_nothing_asks_for_more_silence_before_the_next(
    configured: int, attempts: int, quiet: int
) -> None:
    spoken = SHORT_FRAMES + 1
    assert not is_worth_attempt(Pause(quiet - 1), spoken, configured, attempts, 3)
    assert is_worth_attempt(Pause(quiet), spoken, configured, attempts, 3)


def test_what_is_as_short_as_a_command_is_guessed_at_soon() -> None:
    assert not is_worth_attempt(Pause(PAUSE_FRAMES - 1), SHORT_FRAMES, DICTATING, 0, 3)
    assert is_worth_attempt(Pause(PAUSE_FRAMES), SHORT_FRAMES, DICTATING, 0, 3)
    assert not is_worth_attempt(Pause(PAUSE_FRAMES), SHORT_FRAMES, DICTATING, 1, 3)


def test_attempts_come_to_an_end() -> None:
    assert not is_worth_attempt(Pause(1000), SHORT_FRAMES, CONFIRMING, 2, 2)
