"""A prompt is cut out of the microphone's sound by the silence around it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.sound import Loudness, drawn
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame
from voiced.hearing.take import TakeCutter, TakeFault, fault_of, level_change

LOUD_SAMPLE, CLIPPED, FAINT = b"\x00\x40", b"\xff\x7f", b"\x10\x00"


def cut(sound: str) -> Sequence[AudioFrame] | None:
    cutter, activity = TakeCutter(), Loudness()
    for frame in drawn(sound):
        take = cutter.hear(frame, is_speech=activity.is_speech(frame))
        if take is not None:
            return take
    return None


def frames_of(sample: bytes) -> list[AudioFrame]:
    return [AudioFrame(number * FRAME_SAMPLES, sample * FRAME_SAMPLES) for number in range(10)]


def test_what_is_said_is_kept_with_a_little_silence_around_it() -> None:
    take = cut("." * 100 + "#" * 40 + "." * 60)
    assert take is not None
    loud = [any(frame.pcm) for frame in take]
    assert sum(loud) == 40
    assert loud.index(True) == 15, "0.3 s before"
    assert loud[::-1].index(True) == 10, "0.2 s after"


def test_a_click_is_no_prompt_and_a_pause_inside_belongs_to_it() -> None:
    take = cut("." * 50 + "##" + "." * 50 + "#" * 20 + "." * 15 + "#" * 20 + "." * 60)
    assert take is not None
    assert sum(any(frame.pcm) for frame in take) == 40


def test_where_nothing_is_said_for_long_the_take_is_empty() -> None:
    assert cut("." * 999) is None
    assert cut("." * 1000) == ()


def test_a_take_that_is_too_loud_or_too_soft_is_told() -> None:
    assert fault_of(frames_of(CLIPPED)) is TakeFault.CUT_OFF
    assert fault_of(frames_of(FAINT)) is TakeFault.FAINT
    assert fault_of(frames_of(LOUD_SAMPLE)) is None


def test_a_changed_distance_is_told_by_the_same_words() -> None:
    assert round(level_change(frames_of(b"\x00\x20"), frames_of(b"\x00\x40"))) == 6
    assert level_change(frames_of(b"\x00\x30"), frames_of(LOUD_SAMPLE)) == 0.0
