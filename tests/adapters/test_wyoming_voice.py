"""A voice by a Wyoming server: eSpeak behind the protocol, and servers that are sick."""

from __future__ import annotations

from pathlib import Path

import pytest
from wyoming.audio import AudioChunk, AudioStop
from wyoming.error import Error

from tests.support.conversing import say, wake
from tests.support.fakes import RecordingWatcher
from tests.support.now import NOW
from tests.support.processes import free_port
from tests.support.wyoming_rig import (
    SPEAKS,
    Behaviour,
    answering,
    espeak,
    hanging,
    spoken_by_espeak,
    wyoming_server,
)
from voiced.adapters.machine.clocks import SampleClock
from voiced.adapters.sound.wav_files import read_wav
from voiced.adapters.voice.wyoming_voice import WyomingVoice
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.config import load_settings
from voiced.errors import ModelMissing, VoiceFailure

SENTENCE = "记录支出三十五元，餐饮，确认吗？"


async def test_a_sentence_is_what_the_server_makes_of_it():
    async with wyoming_server(espeak) as uri:
        voice = WyomingVoice(uri, deadline_seconds=5)
        await voice.check()
        assert await voice.synthesize(SENTENCE) == await spoken_by_espeak(SENTENCE)


async def test_nothing_to_say_is_no_sound():
    assert not (await WyomingVoice("tcp://127.0.0.1:1", deadline_seconds=5).synthesize(" ")).samples


@pytest.mark.parametrize(
    ("behave", "told"),
    [
        (hanging, "no speech within"),
        (answering(Error("no such voice").event()), "no such voice"),
        (answering(AudioStop().event()), "made no sound"),
        (answering(AudioChunk(22_050, 2, 2, bytes(400)).event()), "another form than 16-bit mono"),
        (answering(AudioChunk(0, 2, 1, bytes(400)).event(), AudioStop().event()), "made no sound"),
        (answering(b"GET / HTTP/1.1\r\n\r\n"), "tcp://"),
        (answering(b"[]\n"), "tcp://"),
        (answering(b'{"type": "audio-chunk", "data": {"rate": "x"}}\n'), "tcp://"),
        (answering(*[AudioChunk(22_050, 2, 1, bytes(4_000_000)).event()] * 5), "sound without end"),
    ],
)
async def test_a_server_that_is_sick_is_a_failure_that_names_it(behave: Behaviour, told: str):
    async with wyoming_server(behave) as uri:
        with pytest.raises(VoiceFailure, match=told):
            await WyomingVoice(uri, deadline_seconds=1).synthesize(SENTENCE)


async def test_a_server_that_is_not_there_is_told_when_it_is_checked():
    with pytest.raises(ModelMissing, match="no Wyoming server for speech synthesis answers"):
        await WyomingVoice(f"tcp://127.0.0.1:{free_port()}", deadline_seconds=5).check()


async def test_a_server_that_does_something_else_is_told_when_it_is_checked():
    async with wyoming_server(answering()) as uri:
        with pytest.raises(ModelMissing, match="it does something else"):
            await WyomingVoice(uri, deadline_seconds=5).check()


async def test_a_server_that_speaks_passes_the_check():
    async with wyoming_server(answering(info=SPEAKS)) as uri:
        await WyomingVoice(uri, deadline_seconds=5).check()


async def test_a_daemon_speaks_by_it(tmp_path: Path):
    async with wyoming_server(espeak) as uri:
        settings = load_settings(
            environment={
                "XDG_CONFIG_HOME": str(tmp_path),
                "VOICED_VOICE__ENGINE": "wyoming",
                "VOICED_VOICE__SERVER": uri,
            }
        )
        around = Surroundings(
            tmp_path / "ledger.db", SampleClock(NOW), RecordingWatcher(), speech_folder=tmp_path / "said"
        )
        async with open_conversation(settings, around) as conversation:
            await wake(conversation)
            await say(conversation, "午饭35块")
    assert read_wav(next((tmp_path / "said").iterdir()))


async def test_one_that_takes_longer_is_given_longer_each_time():
    async with wyoming_server(hanging) as uri:
        voice = WyomingVoice(uri, deadline_seconds=0.05)
        for seconds in (0.05, 0.1, 0.2, 0.2):
            with pytest.raises(VoiceFailure, match=rf"no speech within {seconds} s"):
                await voice.synthesize(SENTENCE)
