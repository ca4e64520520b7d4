"""The real voice in its real child process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from tests.support.processes import children, ends_within
from voiced.adapters.voice.child_voice import ChildVoice
from voiced.adapters.voice.voice_engines import pyttsx3
from voiced.app.build_voice import style_of
from voiced.config import VoiceSettings
from voiced.errors import ModelMissing, VoiceFailure

USUAL = style_of(VoiceSettings())
SENTENCE = "记录支出六十元，餐饮，确认吗？"


@pytest.fixture
async def voice() -> AsyncIterator[ChildVoice]:
    voice = pyttsx3(USUAL)
    yield voice
    await voice.close()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go: what is left over is seen."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def folder_holds_anything(folder: Path) -> bool:
    return any(folder.iterdir())


def tidy_away(folder: Path) -> None:
    for left in folder.iterdir():
        left.rmdir()


def speech_processes() -> list[int]:
    return children(named="pyttsx3_child")


async def test_a_sentence_becomes_sound(voice: ChildVoice) -> None:
    await voice.check()
    sound = await voice.synthesize(SENTENCE)
    assert sound.sample_rate == 22_050
    assert 2 < sound.seconds < 6
    assert np.abs(np.frombuffer(sound.samples, "<i2")).max() > 3_000


async def test_a_folder_that_the_machine_tidied_away_is_made_anew(voice: ChildVoice, folder: Path) -> None:
    await voice.check()
    tidy_away(folder)
    assert (await voice.synthesize("好的")).seconds > 0.2


@pytest.mark.parametrize("name", ["klingon", "en", "yue"])
async def test_a_voice_that_does_not_read_mandarin_is_refused(name: str) -> None:
    voice = pyttsx3(replace(USUAL, voice=name))
    with pytest.raises(ModelMissing, match=rf"voice\.voice = '{name}'.*use 'cmn-latn-pinyin'"):
        await voice.check()
    with pytest.raises(VoiceFailure, match=rf"voice\.voice = '{name}'"):
        await voice.synthesize(SENTENCE)
    await voice.close()
    assert speech_processes() == []


async def test_an_empty_sentence_needs_no_process(voice: ChildVoice) -> None:
    assert (await voice.synthesize(" ")).seconds == 0
    assert speech_processes() == []


async def test_rate_and_volume_are_heeded(voice: ChildVoice) -> None:
    usual = await voice.synthesize(SENTENCE)
    other = pyttsx3(replace(USUAL, rate_words_per_minute=320, volume=0.2))
    try:
        fast_and_quiet = await other.synthesize(SENTENCE)
    finally:
        await other.close()
    assert fast_and_quiet.seconds < 0.8 * usual.seconds
    assert loudest(fast_and_quiet.samples) < 0.5 * loudest(usual.samples)


def loudest(samples: bytes) -> int:
    return int(np.abs(np.frombuffer(samples, "<i2").astype(int)).max())


async def test_sentences_at_once_are_said_one_after_the_other(voice: ChildVoice) -> None:
    sentences = ["一", "三十五块五", SENTENCE, "午饭"]
    alone = [(await voice.synthesize(sentence)).seconds for sentence in sentences]
    together = await asyncio.gather(*(voice.synthesize(sentence) for sentence in sentences))
    # eSpeak's samples depend a little on what it said before, their number hardly.
    assert [sound.seconds for sound in together] == pytest.approx(alone, abs=0.05)
    assert len(speech_processes()) == 1


async def test_after_a_kill_the_next_sentence_is_spoken(voice: ChildVoice) -> None:
    before = await voice.synthesize(SENTENCE)
    (first,) = speech_processes()
    os.kill(first, signal.SIGKILL)
    assert (await voice.synthesize(SENTENCE)).samples == before.samples
    (second,) = speech_processes()
    assert second != first
    assert first not in children()


async def test_a_stuck_process_is_killed_at_the_deadline(folder: Path) -> None:
    voice = pyttsx3(replace(USUAL, deadline_seconds=2.0))
    before = await voice.synthesize(SENTENCE)
    (stuck,) = speech_processes()
    os.kill(stuck, signal.SIGSTOP)
    with pytest.raises(VoiceFailure, match="no speech within 2 s"):
        await voice.synthesize(SENTENCE)
    assert stuck not in children()
    assert (await voice.synthesize(SENTENCE)).samples == before.samples
    await voice.close()
    assert leftovers(folder) == []


async def test_a_cancelled_sentence_does_not_answer_the_next(voice: ChildVoice) -> None:
    short = await voice.synthesize("一")
    (child,) = speech_processes()
    os.kill(child, signal.SIGSTOP)
    long = asyncio.ensure_future(voice.synthesize(SENTENCE))
    for _ in range(10):  # turns of the event loop, so that the sentence is under way
        await asyncio.sleep(0)
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long
    assert (await voice.synthesize("一")).samples == short.samples


async def test_nothing_is_left_behind(folder: Path) -> None:
    voice = pyttsx3(USUAL)
    for _ in range(3):
        await voice.synthesize(SENTENCE)
        assert leftovers(folder) == []
    await voice.close()
    assert not folder_holds_anything(folder)
    assert speech_processes() == []
    await voice.close()


def test_a_stuck_process_ends_with_a_daemon_that_is_killed() -> None:
    daemon = """
import asyncio, os, signal
from voiced.adapters.voice.voice_engines import pyttsx3
from voiced.app.build_voice import style_of
from voiced.config import VoiceSettings

async def speak_and_be_killed():
    voice = pyttsx3(style_of(VoiceSettings()))
    await voice.check()
    os.kill(voice._child.pid, signal.SIGSTOP)
    print(voice._child.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(speak_and_be_killed())
"""
    killed = subprocess.run([sys.executable, "-c", daemon], capture_output=True, timeout=20, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert ends_within(5.0, int(killed.stdout))


async def test_one_that_takes_longer_is_given_longer_each_time(folder: Path) -> None:
    voice = pyttsx3(replace(USUAL, deadline_seconds=0.01))
    for seconds in (0.01, 0.02, 0.04, 0.04):
        with pytest.raises(VoiceFailure, match=rf"no speech within {seconds} s"):
            await voice.synthesize(SENTENCE)
    await voice.close()
    assert leftovers(folder) == []


async def test_without_room_for_speech_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    voice = pyttsx3(USUAL)
    with pytest.raises(
        VoiceFailure, match="no folder for speech can be made: No such file or directory; make room"
    ):
        await voice.synthesize(SENTENCE)
    monkeypatch.undo()
    assert (await voice.synthesize("一")).seconds > 0
    await voice.close()
