"""The real neural voice in its real child process; loading its model takes seconds, so each test proves several things."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from tests.support.processes import children
from tests.support.recordings import hear
from tests.support.syllables import syllable_errors
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.resampling import resampled
from voiced.adapters.voice.child_voice import ChildVoice
from voiced.adapters.voice.voice_engines import neural
from voiced.app.build_voice import style_of
from voiced.config import VoiceSettings
from voiced.errors import ModelMissing
from voiced.hearing.frame import SAMPLE_RATE
from voiced.ports.sound import ListeningFor, Pcm

pytestmark = [pytest.mark.speech, pytest.mark.timeout(600)]

PATIENT_SECONDS = 200.0
"""Both cores may be busy with something else."""
PATIENT = replace(style_of(VoiceSettings()), deadline_seconds=PATIENT_SECONDS)
SENTENCES = ("已将第二笔修改为支出五十块，", "识别到两笔交易：第一笔，支出六十元。")
MOST_SYLLABLE_ERRORS = 0.2
"""Measured are 0.08; eSpeak's are 0.6."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go: what is left over is seen."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
async def voice(models: Path) -> AsyncIterator[ChildVoice]:
    voice = neural(models / "kokoro", PATIENT)
    yield voice
    await voice.close()


def speech_processes() -> list[int]:
    return children(named="kokoro_child")


def understood(whisper: WhisperRecognizer, sound: Pcm) -> str:
    samples = np.frombuffer(sound.samples, "<i2").astype(np.float32)
    quiet = bytes(SAMPLE_RATE // 2)
    pcm = quiet + resampled(samples, sound.sample_rate, SAMPLE_RATE) + quiet
    return hear(whisper, pcm, ListeningFor.ENTRIES)


async def test_it_is_understood_and_killed_and_heeds_its_manner(
    models: Path, voice: ChildVoice, whisper: WhisperRecognizer, folder: Path
) -> None:
    await voice.check()
    assert (await voice.synthesize(" ")).seconds == 0
    sounds = [await voice.synthesize(sentence) for sentence in SENTENCES]
    heard = [understood(whisper, sound) for sound in sounds]
    wrong, syllables = zip(*map(syllable_errors, SENTENCES, heard), strict=True)
    assert sum(wrong) / sum(syllables) < MOST_SYLLABLE_ERRORS, heard
    # That a deadline ends it as well is common to all voices in a child, and shown with pyttsx3's.
    (stuck,) = speech_processes()
    os.kill(stuck, signal.SIGSTOP)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await voice.synthesize(SENTENCES[0])
    assert speech_processes() == []
    manner = neural(models / "kokoro", replace(PATIENT, rate_words_per_minute=300, volume=0.3))
    fast_and_quiet = await manner.synthesize(SENTENCES[0])
    assert fast_and_quiet.seconds < 0.8 * sounds[0].seconds
    assert loudest(fast_and_quiet) < 0.6 * loudest(sounds[0])
    (killed,) = speech_processes()
    os.kill(killed, signal.SIGKILL)
    assert (await manner.synthesize("好。")).seconds > 0.2
    await manner.close()
    assert speech_processes() == []
    assert files_in(folder) == []


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def loudest(sound: Pcm) -> int:
    return int(np.abs(np.frombuffer(sound.samples, "<i2").astype(int)).max())


async def test_a_voice_that_the_model_does_not_have_is_told(models: Path) -> None:
    voice = neural(models / "kokoro", replace(PATIENT, voice="zf_nobody"))
    with pytest.raises(ModelMissing, match=r"voice\.voice = 'zf_nobody': .* it has .*jm_kumo"):
        await voice.check()
    await voice.close()


async def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    voice = neural(tmp_path, PATIENT)
    with pytest.raises(ModelMissing, match=r"no model\.onnx and no voices\.npz and no vocab\.json"):
        await voice.check()
    await voice.close()
