"""Frames lie end to end on the sample clock."""

from __future__ import annotations

from voiced.hearing.frame import (
    BYTES_PER_SAMPLE,
    FRAME_BYTES,
    FRAME_SAMPLES,
    SAMPLE_RATE,
    AudioFrame,
    samples,
    seconds,
)


def test_a_frame_is_twenty_milliseconds() -> None:
    assert seconds(FRAME_SAMPLES) == 0.02
    assert FRAME_BYTES == FRAME_SAMPLES * BYTES_PER_SAMPLE == 640


def test_the_next_frame_starts_where_one_ends() -> None:
    frame = AudioFrame(FRAME_SAMPLES, bytes(FRAME_BYTES))
    assert AudioFrame(frame.end, frame.pcm).start == 2 * FRAME_SAMPLES


def test_seconds_and_samples_are_two_ways_to_say_the_same() -> None:
    assert samples(1.5) == 24_000
    assert seconds(24_000) == 1.5
    assert samples(seconds(12_345)) == 12_345


def test_a_fraction_of_a_sample_is_rounded_to_the_nearest_one() -> None:
    assert samples(0.7 / SAMPLE_RATE) == 1
    assert samples(0.3 / SAMPLE_RATE) == 0
