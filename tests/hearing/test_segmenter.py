"""Where utterances begin and end, told frame by frame: `#` is a frame of speech, `.` one of silence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.hearing.segmenter import (
    WAITING,
    Began,
    Boundary,
    Ending,
    Endpointing,
    Finished,
    NothingBegan,
    Segmentation,
    advance,
    frames,
    resume,
)

SETTINGS = Endpointing(start_speech=5, end_silence=25, max_utterance=150, max_wait=100)
"""0.1 s to begin, 0.5 s to end, 3 s at most, 2 s to wait."""

SPEECH, SILENCE = "#", "."


@dataclass(frozen=True)
class At:
    """A boundary and the frame, from 0, at which it was told."""

    frame: int
    boundary: Boundary


def heard(sound: str | Iterable[bool], settings: Endpointing = SETTINGS) -> list[At]:
    """The boundaries in a whole sound."""
    state, boundaries = WAITING, list[At]()
    for frame, is_speech in enumerate(mark in (SPEECH, True) for mark in sound):
        state, boundary = advance(state, settings, is_speech=is_speech)
        if boundary is not None:
            boundaries.append(At(frame, boundary))
    return boundaries


def test_an_utterance_begins_after_enough_speech_and_ends_after_enough_silence() -> None:
    assert heard("..........#####" + "#" * 35 + "." * 25) == [
        At(14, Began(ago=5)),
        At(74, Finished(Ending.ENDED, silence=25)),
    ]


def test_one_frame_short_of_enough_is_not_enough() -> None:
    assert heard("####" + "." * 20) == []
    assert heard("#####" + "#" * 35 + "." * 24) == [At(4, Began(ago=5))]


def test_a_gap_in_the_first_word_does_not_start_the_count_anew() -> None:
    assert heard("###.###") == [At(6, Began(ago=7))]


def test_stray_frames_of_noise_do_not_add_up_to_a_beginning() -> None:
    assert heard("#...##...#..##...#" * 3) == []


def test_the_beginning_reaches_back_to_the_first_frame_that_counted() -> None:
    assert heard("##...." + "...." + "##.##.###") == [At(18, Began(ago=9))]


def test_a_click_in_the_silence_puts_the_end_off_by_less_than_it_would_last() -> None:
    talk = "#" * 40
    (_, unhurried), (_, clicked) = heard(talk + "." * 25), heard(talk + "." * 12 + "#" + "." * 20)
    assert unhurried.frame == 64
    assert clicked == At(64 + 5, Finished(Ending.ENDED, silence=25))


def test_a_word_in_the_silence_keeps_the_utterance_open() -> None:
    talk = "#" * 40
    (_, end) = heard(talk + "." * 20 + "#" * 10 + "." * 25)
    assert end == At(40 + 20 + 10 + 24, Finished(Ending.ENDED, silence=25))


def test_an_utterance_that_does_not_end_is_cut_and_told_apart() -> None:
    assert heard("#" * 160) == [
        At(4, Began(ago=5)),
        At(149, Finished(Ending.TIMED_OUT, silence=0)),
        At(154, Began(ago=5)),
    ]


def test_an_end_at_the_very_cap_is_an_end() -> None:
    boundaries = heard("#" * 125 + "." * 25)
    assert boundaries[-1] == At(149, Finished(Ending.ENDED, silence=25))


def test_waiting_in_vain_is_told_once_and_then_anew() -> None:
    assert heard("." * 250) == [At(99, NothingBegan()), At(199, NothingBegan())]


def test_a_word_that_is_just_beginning_is_not_called_nothing() -> None:
    assert heard("." * 97 + "#####") == [At(101, Began(ago=5))]


def test_noise_around_the_threshold_is_no_beginning_however_long_it_lasts() -> None:
    assert {at.boundary for at in heard("##" + ".#" * 400)} == {NothingBegan()}


def test_a_word_after_such_noise_is_heard_and_not_with_all_of_the_noise() -> None:
    began = heard("##" + ".#" * 400 + "#####")[-1].boundary
    assert isinstance(began, Began)
    assert began.ago < SETTINGS.max_utterance


def test_a_beginning_that_would_fill_the_longest_utterance_is_no_beginning() -> None:
    short = Endpointing(start_speech=5, end_silence=5, max_utterance=11, max_wait=100)
    assert heard("##.##.##.##", short) == []
    assert heard("##.##.##.##", SETTINGS) == [At(10, Began(ago=11))]


def test_the_next_utterance_begins_like_the_first() -> None:
    first = heard("#" * 40 + "." * 25)
    both = heard(("#" * 40 + "." * 25) * 2)
    assert both == [*first, *(At(at.frame + 65, at.boundary) for at in first)]


def test_seconds_are_rounded_to_whole_frames_and_at_least_one() -> None:
    assert [frames(seconds) for seconds in (0.0, 0.001, 0.02, 0.029, 0.031, 0.5)] == [1, 1, 1, 1, 2, 25]
    assert (
        Endpointing.of_seconds(start_speech=0.1, end_silence=0.5, max_utterance=3.0, max_wait=2.0) == SETTINGS
    )


sounds = st.lists(
    st.tuples(st.booleans(), st.integers(1, 40)).map(lambda run: [run[0]] * run[1]), max_size=30
).map(lambda runs: [frame for run in runs for frame in run])
"""Runs of speech and silence, as people and rooms make them."""
any_sounds = st.one_of(st.lists(st.booleans(), max_size=300), sounds)

settings = st.builds(
    Endpointing,
    start_speech=st.integers(1, 10),
    end_silence=st.integers(1, 40),
    max_utterance=st.integers(11, 200),
    max_wait=st.integers(1, 100),
)


@dataclass(frozen=True)
class Spoken:
    """An utterance by its first and last frame."""

    first: int
    last: int
    finished: Finished


def utterances(boundaries: list[At]) -> list[Spoken]:
    """Begins and ends in pairs; fails where they do not alternate."""
    spoken = list[Spoken]()
    begun: int | None = None
    for at in boundaries:
        match at.boundary:
            case Began(ago):
                assert begun is None, "began twice"
                begun = at.frame - ago + 1
            case Finished() as finished:
                assert begun is not None, "ended without a beginning"
                spoken.append(Spoken(begun, at.frame, finished))
                begun = None
            case NothingBegan():
                assert begun is None, "nothing began, in the middle of an utterance"
    assert begun is None, "began and never ended"
    return spoken


@given(any_sounds, settings)
def test_every_utterance_that_began_ends(sound: list[bool], settings: Endpointing) -> None:
    quiet = [False] * (settings.end_silence + settings.max_utterance)
    utterances(heard([*sound, *quiet], settings))


@given(any_sounds, settings)
def test_no_utterance_is_longer_than_the_cap_or_overlaps_another(
    sound: list[bool], settings: Endpointing
) -> None:
    heard_before = -1
    for spoken in utterances(heard([*sound, *[False] * 300], settings)):
        assert spoken.last - spoken.first < settings.max_utterance
        assert spoken.first > heard_before
        heard_before = spoken.last


@given(any_sounds, settings)
def test_an_end_comes_only_after_enough_silence(sound: list[bool], settings: Endpointing) -> None:
    whole = [*sound, *[False] * 300]
    for spoken in utterances(heard(whole, settings)):
        utterance = whole[spoken.first : spoken.last + 1]
        if spoken.finished.ending is Ending.ENDED:
            assert utterance[-1] is False
            assert utterance.count(False) >= settings.end_silence == spoken.finished.silence
        else:
            assert len(utterance) == settings.max_utterance
            assert spoken.finished.silence < settings.end_silence


@given(any_sounds, settings)
def test_a_beginning_holds_more_speech_than_silence(sound: list[bool], settings: Endpointing) -> None:
    for at in heard(sound, settings):
        if isinstance(at.boundary, Began):
            counted = sound[at.frame - at.boundary.ago + 1 : at.frame + 1]
            assert len(counted) == at.boundary.ago >= settings.start_speech
            assert counted.count(True) > counted.count(False)
            assert counted[-1] is True


@given(st.integers(0, 1000), settings)
def test_silence_alone_is_only_waited_through(length: int, settings: Endpointing) -> None:
    boundaries = heard([False] * length, settings)
    assert {at.boundary for at in boundaries} <= {NothingBegan()}
    assert len(boundaries) == length // settings.max_wait


@given(any_sounds, st.data())
def test_one_frame_of_noise_resets_neither_count(sound: list[bool], data: st.DataObject) -> None:
    """Wherever a stray frame falls, what was counted before it is mostly still there."""
    state = WAITING
    for is_speech in sound:
        state, _ = advance(state, SETTINGS, is_speech=is_speech)
    stray = data.draw(st.booleans())
    after, boundary = advance(state, SETTINGS, is_speech=stray)
    if boundary is None:
        assert after.speech >= state.speech - 1
        assert after.silence >= state.silence - 4


@given(any_sounds, st.integers(0, 300))
def test_hearing_can_be_put_down_and_taken_up_at_any_frame(sound: list[bool], cut: int) -> None:
    """The state is the whole memory: nothing else decides where the boundaries lie."""
    state = WAITING
    for is_speech in sound[:cut]:
        state, _ = advance(state, SETTINGS, is_speech=is_speech)
    copy = Segmentation(state.in_utterance, state.frames, state.speech, state.since_speech, state.silence)
    for is_speech in sound[cut:]:
        state, boundary = advance(state, SETTINGS, is_speech=is_speech)
        copy, same = advance(copy, SETTINGS, is_speech=is_speech)
        assert (copy, same) == (state, boundary)


@pytest.mark.parametrize("is_speech", [True, False])
def test_taking_in_a_frame_leaves_the_old_state_alone(is_speech: bool) -> None:
    state = Segmentation(in_utterance=True, frames=10, silence=3)
    advance(state, SETTINGS, is_speech=is_speech)
    assert state == Segmentation(in_utterance=True, frames=10, silence=3)


def test_patience_can_be_changed_at_either_end_and_nowhere_else() -> None:
    changed = SETTINGS.with_end_silence(40).with_start_speech(3)
    assert changed == Endpointing(start_speech=3, end_silence=40, max_utterance=150, max_wait=100)
    assert SETTINGS.with_end_silence(25) is SETTINGS
    assert SETTINGS.with_start_speech(9) is SETTINGS


def test_a_silence_that_was_waited_through_in_patience_is_forgotten_when_speech_goes_on() -> None:
    waited = Segmentation(in_utterance=True, frames=100, silence=60)
    assert resume(waited, SETTINGS) == Segmentation(in_utterance=True, frames=100)
    usual = Segmentation(in_utterance=True, frames=100, silence=24)
    assert resume(usual, SETTINGS) is usual
