"""Audio in frames, and its loudness."""

from __future__ import annotations

import math
from array import array

import pytest

from voiced.hearing.frame import (
    BYTES_PER_SAMPLE,
    FRAME_BYTES,
    FRAME_SAMPLES,
    SAMPLE_RATE,
    AudioFrame,
    Level,
    dbfs,
    level_of,
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


def frame(*, amplitude: int) -> AudioFrame:
    """A tone of 400 Hz."""
    wave = (round(amplitude * math.sin(math.tau * at / 40)) for at in range(FRAME_SAMPLES))
    return AudioFrame(0, array("h", wave).tobytes())


SILENT = AudioFrame(0, bytes(2 * FRAME_SAMPLES))


@pytest.mark.parametrize(("amplitude", "expected"), [(32_767, -3.0), (3_277, -23.0), (328, -43.0)])
def test_a_tenth_of_the_amplitude_is_twenty_decibels_less(amplitude: int, expected: float) -> None:
    assert dbfs(frame(amplitude=amplitude)) == pytest.approx(expected, abs=0.1)


def test_the_floor_is_the_room_and_the_loudest_the_speaker() -> None:
    level = level_of([frame(amplitude=33)] * 40 + [frame(amplitude=10_000)] * 10)
    assert level.floor_dbfs == pytest.approx(-63, abs=0.5)
    assert level.loudest_dbfs == pytest.approx(-13.3, abs=0.1)
    assert (level.is_clipped, level.is_dead) == (False, False)


def test_clipped_sound_is_told() -> None:
    loud = AudioFrame(0, array("h", [32_767, -32_768] * (FRAME_SAMPLES // 2)).tobytes())
    assert level_of([SILENT] * 9 + [loud]).is_clipped
    assert not level_of([frame(amplitude=32_000)]).is_clipped


@pytest.mark.parametrize("frames", [[], [SILENT], [SILENT] * 50])
def test_a_muted_microphone_is_dead(frames: list[AudioFrame]) -> None:
    assert level_of(frames) == Level(-96.0, -96.0, is_clipped=False, is_dead=True)
