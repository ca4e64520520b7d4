"""Speech recognition by a Wyoming server: a real wyoming-faster-whisper, and servers that are sick."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from pathlib import Path

import pytest
from wyoming.asr import Transcript
from wyoming.error import Error

from tests.adapters.understood import entries_in
from tests.support.processes import free_port
from tests.support.recordings import CONVERSATIONS, frames, recordings
from tests.support.wyoming_rig import (
    SPEAKS,
    Behaviour,
    answering,
    faster_whisper,
    hanging,
    wyoming_server,
)
from voiced.adapters.recognition.wyoming_recognizer import WyomingRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.cli.main import main
from voiced.errors import ConfigWrong, ModelMissing, RecognizerFailure
from voiced.ports.sound import ListeningFor

PATIENT_SECONDS = 120.0
"""The server hears with five hypotheses and a window of half a minute, which takes long on a busy machine."""
SPEECH = read_wav(CONVERSATIONS / "continue_recording" / "1.wav")


@pytest.fixture(scope="module")
def server(models: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with faster_whisper(models / "whisper-base", tmp_path_factory.mktemp("wyoming")) as served:
        yield served.uri


def hear(recognizer: WyomingRecognizer, pcm: bytes) -> str:
    recognizer.start(ListeningFor.ENTRIES)
    for frame in frames(pcm):
        recognizer.accept(frame)
    return recognizer.finish()


@pytest.mark.speech
class TestARealServer:
    def test_hears_every_amount(self, server: str):
        recognizer = WyomingRecognizer(server, deadline_seconds=PATIENT_SECONDS)
        for recording in recordings()[2:8:3]:
            text = hear(recognizer, recording.pcm)
            assert amounts_of(text) == amounts_of(recording.text)
            assert " " not in text

    def test_is_not_sent_what_holds_no_voice(self, server: str):
        assert hear(WyomingRecognizer(server), bytes(64_000)) == ""

    def test_carries_a_conversation(
        self, server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ):
        monkeypatch.setenv("VOICED_ASR__SERVER", server)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        turns = [str(CONVERSATIONS / "offline_single" / "1.wav"), "text:确认"]
        assert main(["replay", "--asr", "wyoming", "--offline", "--json", *turns]) == 0
        events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [event["count"] for event in events if event["event"] == "saved"] == [1]


def amounts_of(text: str) -> list[str]:
    """What the daemon would write of a sentence."""
    return [entry.split()[0] for entry in entries_in(text)]


async def outcome(behave: Behaviour) -> str:
    """What a recogniser makes of an utterance at a server."""
    async with wyoming_server(behave) as uri:
        recognizer = await asyncio.to_thread(WyomingRecognizer, uri, deadline_seconds=0.3)
        return await asyncio.to_thread(hear, recognizer, SPEECH)


async def test_words_are_written_together_where_chinese_is():
    assert await outcome(answering(Transcript("吃饭 花了 60 块").event())) == "吃饭花了60块"


async def test_more_words_than_time_for_them_were_not_said():
    assert await outcome(answering(Transcript("".join(map(chr, range(0x4E00, 0x4FFF)))).event())) == ""


@pytest.mark.parametrize(
    ("behave", "told"),
    [
        (hanging, "timed out"),
        (answering(Error("out of memory").event()), "out of memory"),
        (answering(b"GET / HTTP/1.1\r\n\r\n"), "closed the connection without a text"),
        (answering(b"[]\n"), "tcp://"),
        (answering(b'{"type": 1, "data": 2}\n'), "tcp://"),
        (answering(b'{"type": "transcript", "data": {"text": null}}\n'), "tcp://"),
        (answering(b'{"type": "transcript", "data_length": 1e9}\n'), "tcp://"),
        (answering(), "timed out"),
    ],
)
async def test_a_server_that_is_sick_is_a_failure_that_names_it(behave: Behaviour, told: str):
    with pytest.raises(RecognizerFailure, match=told):
        await outcome(behave)


async def test_a_server_that_does_something_else_is_told_at_once():
    async with wyoming_server(answering(info=SPEAKS)) as uri:
        with pytest.raises(ModelMissing, match="no Wyoming server for speech recognition answers"):
            await asyncio.to_thread(WyomingRecognizer, uri)


def test_a_server_that_is_not_there_yet_is_told_at_once_and_may_come():
    """At boot it may start after us: a failure is tried again, what is missing is not."""
    with pytest.raises(RecognizerFailure, match="refused"):
        WyomingRecognizer(f"tcp://127.0.0.1:{free_port()}")


async def test_a_server_that_only_starts_may_come():
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    port = free_port()
    async with await asyncio.start_server(hang_up, "127.0.0.1", port):
        with pytest.raises(RecognizerFailure, match="no Wyoming server for speech recognition answers"):
            await asyncio.to_thread(WyomingRecognizer, f"tcp://127.0.0.1:{port}")


@pytest.mark.parametrize(
    "uri", ["", "localhost:10300", "http://localhost:10300", "tcp://localhost", "tcp://a:b"]
)
def test_a_wrong_address_is_told(uri: str):
    with pytest.raises(ConfigWrong, match="write it as tcp://"):
        WyomingRecognizer(uri)
