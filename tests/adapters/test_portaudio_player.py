"""The real loudspeaker path: PortAudio into a PulseAudio whose output is recorded. In real time, so short."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator

import numpy as np
import pytest

from tests.support.pulse_rig import PulseRig, Samples, rig_of_a_test
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.domain.doubling import Doubling
from voiced.errors import VoiceFailure
from voiced.ports.sound import Pcm

RATE = 22_050
QUIET = 50


def tone(seconds: float, rate: int = RATE) -> Pcm:
    angle = 2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate
    return Pcm((np.sin(angle) * 8_000).astype("<i2").tobytes(), rate)


def seconds_of_tone(heard: Samples) -> float:
    """From the first to the last sample that is no silence."""
    loud = np.flatnonzero(np.abs(heard.astype(int)) > QUIET)
    return float(loud[-1] - loud[0]) / 16_000 if loud.size else 0.0


@pytest.fixture
async def rig(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PulseRig]:
    async with rig_of_a_test(monkeypatch) as rig:
        yield rig


@pytest.fixture
async def player(rig: PulseRig) -> AsyncIterator[PortAudioPlayer]:
    """A player whose device is open, on a rig that records."""
    player = PortAudioPlayer(wake_seconds=0.0)
    await rig.until_heard(lambda heard: bool(heard.size))
    await player.play(Pcm(bytes(RATE // 5), RATE), nothing)
    yield player
    await player.close()


def nothing() -> None:
    """For whom the first sample is of no interest."""


async def sounding(player: PortAudioPlayer, seconds: float) -> asyncio.Future[None]:
    """A tone of so many seconds, once its first sample is audible."""
    audible = asyncio.Event()
    playing = asyncio.ensure_future(player.play(tone(seconds), audible.set))
    await audible.wait()
    return playing


async def test_a_sound_waits_for_the_one_that_plays(rig: PulseRig) -> None:
    player, over = PortAudioPlayer(wake_seconds=0.0), list[str]()

    async def play(name: str) -> None:
        await player.play(tone(0.2), nothing)
        over.append(name)

    async with asyncio.TaskGroup() as group:
        for name in ("opens the device", "comes meanwhile"):
            group.create_task(play(name))
    await player.close()
    assert rig
    assert over == ["opens the device", "comes meanwhile"]


async def test_one_that_takes_longer_to_open_is_given_longer_each_time(rig: PulseRig) -> None:
    assert rig
    player, failures = PortAudioPlayer(wake_seconds=0.0, starting=Doubling(0.02, 40.0)), 0
    while failures < 12:
        try:
            await player.play(tone(0.1), nothing)
            break
        except VoiceFailure:
            failures += 1
    await player.close()
    assert 0 < failures < 12
    with pytest.raises(VoiceFailure, match="takes no more sound"):
        await player.play(tone(0.1), nothing)
    await player.close()


async def recorded(rig: PulseRig, seconds: float) -> float:
    """The length of the tone at the speaker, once the recorder has caught up with that much."""
    return seconds_of_tone(await rig.until_heard(lambda heard: seconds_of_tone(heard) >= seconds))


async def test_a_sound_is_heard_whole_and_play_returns_then(rig: PulseRig, player: PortAudioPlayer) -> None:
    begun: list[float] = []
    before = time.monotonic()
    await player.play(tone(0.5), lambda: begun.append(time.monotonic()))
    took = time.monotonic() - before
    assert 0.5 <= took < 0.9
    assert len(begun) == 1
    assert begun[0] - before < 0.05
    assert await recorded(rig, 0.45) == pytest.approx(0.5, abs=0.05)


async def test_another_rate_is_resampled_to_that_of_the_open_stream(
    rig: PulseRig, player: PortAudioPlayer
) -> None:
    await player.play(tone(0.4, 24_000), nothing)
    assert await recorded(rig, 0.35) == pytest.approx(0.4, abs=0.05)


async def test_stopping_silences_at_once(rig: PulseRig, player: PortAudioPlayer) -> None:
    playing = await sounding(player, 5.0)
    await recorded(rig, 0.2)
    before = time.monotonic()
    player.stop()
    await playing
    assert time.monotonic() - before < 0.1
    await player.play(Pcm(bytes(RATE), RATE), nothing)
    assert seconds_of_tone(rig.heard()) < 1.0


async def test_a_cancelled_sound_is_silent_and_the_next_is_heard(
    rig: PulseRig, player: PortAudioPlayer
) -> None:
    playing = await sounding(player, 5.0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    await player.play(tone(0.3), nothing)
    assert seconds_of_tone(rig.heard()) < 2.0


async def test_after_the_end_of_the_sound_server_the_next_sentence_is_heard(
    rig: PulseRig, player: PortAudioPlayer
) -> None:
    playing = await sounding(player, 1.0)
    await rig.stop(signal.SIGKILL)
    with pytest.raises(VoiceFailure, match="loudspeaker"):
        await playing
    await rig.start()
    begun = asyncio.Event()
    await player.play(tone(0.3), begun.set)
    assert begun.is_set()


async def test_the_end_of_the_sound_server_ends_a_long_sentence_soon(
    rig: PulseRig, player: PortAudioPlayer
) -> None:
    """Nobody is heard while we count as audible."""
    playing = await sounding(player, 8.0)
    await rig.stop(signal.SIGKILL)
    before = time.monotonic()
    with pytest.raises(VoiceFailure, match="the loudspeaker takes no more sound"):
        await playing
    assert time.monotonic() - before < 3.0


async def test_a_sound_server_that_was_restarted_between_sentences_costs_none(
    rig: PulseRig, player: PortAudioPlayer
) -> None:
    await rig.restart()
    begun: list[bool] = []
    await player.play(tone(0.5), lambda: begun.append(True))
    assert begun == [True]
    assert await recorded(rig, 0.45) == pytest.approx(0.5, abs=0.05)


async def test_a_device_that_is_not_there_is_named(rig: PulseRig) -> None:
    assert rig
    player = PortAudioPlayer(device="Kitchen")
    with pytest.raises(
        VoiceFailure, match=r"audio\.output_device = 'Kitchen': no loudspeaker has such a name; found: "
    ):
        await player.play(tone(0.1), nothing)
    await player.close()


async def test_no_sound_is_heard_at_once(player: PortAudioPlayer) -> None:
    begun: list[bool] = []
    await player.play(Pcm(b"", RATE), lambda: begun.append(True))
    assert begun == [True]
