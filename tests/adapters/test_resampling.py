"""Sound at a device's rate, block by block."""

from __future__ import annotations

import numpy as np
import pytest

from voiced.adapters.sound.resampling import StreamResampler


@pytest.mark.parametrize("rate", [8_000, 44_100, 48_000])
def test_a_tone_keeps_its_pitch_and_loudness_over_the_seams_of_blocks(rate: int) -> None:
    resampler = StreamResampler(rate)
    tone = (8_000 * np.sin(2 * np.pi * 440 * np.arange(2 * rate) / rate)).astype("<i2")
    blocks = np.array_split(tone, 50)
    heard = np.frombuffer(b"".join(resampler.resample(block.tobytes()) for block in blocks), dtype="<i2")
    second = heard[8_000:24_000].astype(float)
    spectrum = np.abs(np.fft.rfft(second)) / len(second) * 2
    assert int(spectrum.argmax()) == 440
    assert spectrum[440] == pytest.approx(8_000, rel=0.01)
    assert np.delete(spectrum, 440).max() < 20
