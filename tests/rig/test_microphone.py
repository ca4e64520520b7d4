"""The real microphone path: what is played into a PulseAudio arrives as frames. In real time, so short."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tests.support.processes import children
from tests.support.pulse_rig import PulseRig
from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.sound.wav_files import read_wav
from voiced.domain.doubling import Doubling
from voiced.errors import MicrophoneFailure
from voiced.hearing.frame import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame
from voiced.runtime.tasks import Tasks

SENTENCE = Path("tests/audio/conversations/offline_single/1.wav")


def correlation(heard: npt.NDArray[np.int16], said: npt.NDArray[np.int16]) -> float:
    """How alike the best matching stretch of `heard` is to `said`; 1 is the same sound, louder or softer."""
    sound, pattern = heard.astype(float), said.astype(float)
    size = 1 << (len(sound) + len(pattern)).bit_length()
    spectrum = np.fft.rfft(sound, size) * np.conj(np.fft.rfft(pattern, size))
    products = np.fft.irfft(spectrum, size)[: len(sound) - len(pattern) + 1]
    energy = np.cumsum(np.concatenate([[0.0], sound**2]))
    stretches = energy[len(pattern) :] - energy[: -len(pattern)]
    return float((products / np.sqrt(stretches.clip(1.0) * (pattern**2).sum())).max())


def samples_of(frames: list[AudioFrame]) -> npt.NDArray[np.int16]:
    return np.frombuffer(b"".join(frame.pcm for frame in frames), dtype="<i2")


async def take(microphone: PortAudioMicrophone, count: int) -> list[AudioFrame]:
    """So many frames of a new opening."""
    taken: list[AudioFrame] = []
    async with aclosing(microphone.frames()) as frames:
        async for frame in frames:
            taken.append(frame)
            if len(taken) >= count:
                break
    return taken


async def lost(microphone: PortAudioMicrophone, frames_first: int, then: asyncio.Event) -> list[AudioFrame]:
    """Frames until the microphone fails; `then` is set after the first few."""
    taken: list[AudioFrame] = []

    async def hear() -> None:
        async for frame in microphone.frames():
            taken.append(frame)
            if len(taken) == frames_first:
                then.set()

    with pytest.raises(MicrophoneFailure, match="voiced devices"):
        await hear()
    return taken


@pytest.mark.parametrize("pace", [PortAudioMicrophone.hurry, PortAudioMicrophone.relax])
async def test_a_spoken_sentence_arrives_sample_by_sample(
    rig: PulseRig, pace: Callable[[PortAudioMicrophone], None]
) -> None:
    microphone = PortAudioMicrophone(device="PULSE")
    said = np.frombuffer(read_wav(SENTENCE), dtype="<i2")
    taken: list[AudioFrame] = []
    async with Tasks() as tasks, aclosing(microphone.frames()) as frames:
        taken.append(await anext(frames))
        pace(microphone)
        speaking = tasks.start(rig.say(SENTENCE))
        async for frame in frames:
            taken.append(frame)
            if speaking.done() and len(taken) * FRAME_SAMPLES > len(said) + SAMPLE_RATE:
                break
    assert [frame.start for frame in taken] == [at * FRAME_SAMPLES for at in range(len(taken))]
    assert correlation(samples_of(taken), said) > 0.999
    assert microphone.dropped == 0
    position = microphone.position
    assert microphone.captured_at(position) - microphone.captured_at(0) == pytest.approx(
        position / SAMPLE_RATE
    )


async def test_words_before_the_recogniser_is_ready_are_heard(rig: PulseRig) -> None:
    microphone = PortAudioMicrophone(device="PULSE")
    said = np.frombuffer(read_wav(SENTENCE), dtype="<i2")
    await microphone.open()
    await rig.say(SENTENCE)  # opening takes no longer than this
    await rig.say(SENTENCE)

    taken = await take(microphone, (microphone.position + SAMPLE_RATE // 2) // FRAME_SAMPLES)

    assert taken[0].start == 0
    assert correlation(samples_of(taken), said) > 0.999


async def test_one_that_nobody_listens_to_is_closed(rig: PulseRig) -> None:
    assert rig
    microphone, before = PortAudioMicrophone(device="PULSE"), set(children())
    await microphone.open()
    await microphone.open()
    assert len(set(children()) - before) == 1

    await microphone.close()
    assert set(children()) <= before


@pytest.mark.parametrize("how", ["stalled", "server killed"])
async def test_a_microphone_that_goes_away_is_told_and_found_again(rig: PulseRig, how: str) -> None:
    microphone, going = PortAudioMicrophone(), asyncio.Event()

    async def pull() -> None:
        await going.wait()
        await (rig.stall_microphone() if how == "stalled" else rig.stop_abruptly())

    async with Tasks() as tasks:
        pulling = tasks.start(pull())
        before = await lost(microphone, 10, going)
        await pulling
    with pytest.raises(MicrophoneFailure):
        await take(microphone, 1)
    await (rig.mend_microphone() if how == "stalled" else rig.start())
    after = await take(microphone, 10)
    gap = after[0].start - before[-1].end
    assert 0 < gap < 20 * SAMPLE_RATE
    assert gap % FRAME_SAMPLES == 0


async def test_one_that_takes_longer_to_open_is_given_longer_each_time(rig: PulseRig) -> None:
    assert rig
    microphone, failures = PortAudioMicrophone(opening=Doubling(0.02, 60.0)), list[str]()
    while len(failures) < 12:
        try:
            await take(microphone, 1)
            break
        except MicrophoneFailure as failure:
            failures.append(str(failure))
    assert failures, "it opened in no time"
    expected = [f"no sound for {0.02 * 2**times:g} s" for times in range(len(failures))]
    assert all(told in failure for told, failure in zip(expected, failures, strict=True))
    # It was opened, and is as impatient as at first, once nothing is left of what was heard.
    with pytest.raises(MicrophoneFailure, match=r"no sound for 0\.02 s"):
        await take(microphone, 1_000)


async def test_an_unknown_device_is_told_with_those_that_there_are(rig: PulseRig) -> None:
    assert rig
    with pytest.raises(MicrophoneFailure, match=r"no microphone has such a name; found: pulse, default"):
        await take(PortAudioMicrophone(device="blue yeti"), 1)


async def test_the_microphone_hears_what_leaks_from_the_speaker(rig: PulseRig) -> None:
    await rig.leak()
    microphone = PortAudioMicrophone()
    async with Tasks() as tasks, aclosing(microphone.frames()) as frames:
        async for frame in frames:
            if frame.start == 0:
                tasks.start(rig.play(SENTENCE))
            if any(frame.pcm):
                break
