"""The real eSpeak NG, a process a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from tests.support.processes import children
from voiced.adapters.voice.espeak_voice import EspeakVoice
from voiced.errors import ModelMissing, VoiceFailure

SENTENCE = "记录支出六十元，餐饮，确认吗？"


def loudest(samples: bytes) -> int:
    return int(np.abs(np.frombuffer(samples, "<i2").astype(int)).max())


async def test_a_sentence_becomes_sound() -> None:
    voice = EspeakVoice()
    await voice.check()
    sound = await voice.synthesize(SENTENCE)
    assert sound.sample_rate == 22_050
    assert 2 < sound.seconds < 6
    assert loudest(sound.samples) > 3_000


async def test_rate_and_volume_are_heeded() -> None:
    usual = await EspeakVoice().synthesize(SENTENCE)
    other = await EspeakVoice(rate_words_per_minute=320, volume=0.2).synthesize(SENTENCE)
    assert other.seconds < 0.8 * usual.seconds
    assert loudest(other.samples) < 0.5 * loudest(usual.samples)


async def test_what_looks_like_an_option_is_spoken() -> None:
    assert (await EspeakVoice().synthesize("--version")).seconds > 0.5


async def test_an_empty_sentence_is_no_sound() -> None:
    assert (await EspeakVoice().synthesize(" ")).seconds == 0


@pytest.mark.parametrize("name", ["klingon", "en", "yue"])
async def test_a_voice_that_does_not_read_mandarin_is_refused(name: str) -> None:
    with pytest.raises(ModelMissing, match=rf"voice\.voice = '{name}'.*use 'cmn-latn-pinyin'"):
        await EspeakVoice(voice=name).check()


async def test_without_espeak_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ModelMissing, match="apt install espeak-ng"):
        await EspeakVoice().check()
    with pytest.raises(VoiceFailure, match="apt install espeak-ng"):
        await EspeakVoice().synthesize(SENTENCE)


async def test_a_stuck_process_is_killed_at_the_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = tmp_path / "espeak-ng"
    stuck.write_text("#!/bin/sh\nexec sleep 100\n")
    stuck.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    before = children()
    voice = EspeakVoice(deadline_seconds=0.1)
    for seconds in (0.1, 0.2, 0.4, 0.4):
        with pytest.raises(VoiceFailure, match=rf"no speech within {seconds} s"):
            await voice.synthesize(SENTENCE)
    assert children() == before
