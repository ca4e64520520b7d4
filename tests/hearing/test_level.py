"""How loud a room and a speaker are."""

from __future__ import annotations

import math
from array import array

import pytest

from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame
from voiced.hearing.level import Level, dbfs, level_of


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


def test_what_is_cut_off_is_told() -> None:
    loud = AudioFrame(0, array("h", [32_767, -32_768] * (FRAME_SAMPLES // 2)).tobytes())
    assert level_of([SILENT] * 9 + [loud]).is_clipped
    assert not level_of([frame(amplitude=32_000)]).is_clipped


@pytest.mark.parametrize("frames", [[], [SILENT], [SILENT] * 50])
def test_a_muted_microphone_is_dead(frames: list[AudioFrame]) -> None:
    assert level_of(frames) == Level(-96.0, -96.0, is_clipped=False, is_dead=True)
