"""A loudspeaker that is quieter at night and never silent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time

import numpy as np
import pytest

from tests.support.now import NOW
from voiced.adapters.machine.clocks import SampleClock
from voiced.adapters.sound.night_player import Night, NightPlayer
from voiced.domain.hours import Hours
from voiced.ports.sound import Pcm

SOUND = Pcm(np.array([1000, -20_000, 32_767], dtype="<i2").tobytes(), 16_000)


class Loudspeaker:
    def __init__(self) -> None:
        self.loudest: list[int] = []
        self.calls: list[str] = []

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        audible()
        self.loudest.append(int(np.frombuffer(sound.samples, dtype="<i2").max()))

    def stop(self) -> None:
        self.calls.append("stop")

    async def close(self) -> None:
        self.calls.append("close")


@pytest.mark.parametrize(
    ("begins", "ends", "night"),
    [
        ("22:00", "07:00", {"22:00", "23:59", "00:00", "06:59"}),
        ("00:30", "06:00", {"00:30", "05:59"}),
    ],
)
def test_a_night_holds_its_hours_over_midnight_too(begins: str, ends: str, night: set[str]) -> None:
    hours = Hours.from_text(f"{begins}-{ends}")
    assert hours is not None
    times = {"22:00", "23:59", "00:00", "00:30", "05:59", "06:00", "06:59", "07:00", "21:59"}
    held = {moment for moment in times if hours.hold(time.fromisoformat(moment))}
    assert held & night == night
    assert not held & {"21:59", "07:00"}


async def test_each_sound_has_the_volume_of_the_hour_in_which_it_begins() -> None:
    loudspeaker = Loudspeaker()
    evening = SampleClock(NOW.replace(hour=21, minute=59, second=59, microsecond=0))
    player = NightPlayer(loudspeaker, Night(Hours(time(22), time(7)), 0.4), evening)
    began: list[bool] = []
    await player.play(SOUND, lambda: began.append(True))
    await evening.advance(1)
    await player.play(SOUND, lambda: began.append(True))
    assert loudspeaker.loudest == [32_767, round(32_767 * 0.4)]
    assert began == [True, True]
    player.stop()
    await player.close()
    assert loudspeaker.calls == ["stop", "close"]
