"""Tones that are short, quiet and do not click."""

from __future__ import annotations

import numpy as np
import pytest

from voiced.adapters.earcons import Earcon, tone


@pytest.mark.parametrize("earcon", Earcon)
def test_a_tone_is_short_quiet_and_begins_and_ends_in_silence(earcon: Earcon) -> None:
    sound = tone(earcon, sample_rate=22_050)
    samples = np.frombuffer(sound.samples, "<i2").astype(int)
    assert 0.05 < sound.seconds <= 0.15
    assert 1_000 < np.abs(samples).max() < 5_000
    assert abs(samples[0]) < 50
    assert abs(samples[-1]) < 50


def test_tones_differ_and_heed_the_volume() -> None:
    assert len({tone(earcon, sample_rate=16_000).samples for earcon in Earcon}) == len(Earcon)
    loud, quiet = (tone(Earcon.HEARD, sample_rate=16_000, volume=volume) for volume in (1.0, 0.5))
    assert (
        np.abs(np.frombuffer(quiet.samples, "<i2")).max()
        < 0.6 * np.abs(np.frombuffer(loud.samples, "<i2")).max()
    )
