"""The engines by name, and what is ready before the first sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from tests.support.fakes import FakeVoice
from voiced.adapters.absent import SilentPlayer
from voiced.adapters.voice.cached_voice import CachedVoice
from voiced.adapters.voice.voice_engines import cut_of, pyttsx3, warm_up
from voiced.app.build_voice import style_of
from voiced.config import VoiceSettings
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports.sound import Pcm

USUAL = style_of(VoiceSettings())
SENTENCE = "记录支出三十五块五，餐饮，确认吗？"


async def test_pyttsx3_speaks_as_configured() -> None:
    usual, other = (
        pyttsx3(USUAL),
        pyttsx3(replace(USUAL, voice="cmn-latn-pinyin", rate_words_per_minute=320, volume=0.3)),
    )
    try:
        await usual.check()
        slow, fast = await usual.synthesize(SENTENCE), await other.synthesize(SENTENCE)
    finally:
        await usual.close()
        await other.close()
    assert fast.seconds < 0.8 * slow.seconds
    assert loudest(fast) < 0.6 * loudest(slow)


def loudest(sound: Pcm) -> int:
    return int(np.abs(np.frombuffer(sound.samples, "<i2").astype(int)).max())


def test_a_slow_voice_begins_with_the_first_clause_unless_all_is_made_ahead() -> None:
    assert cut_of("pyttsx3")(SENTENCE) == (SENTENCE,)
    assert cut_of("neural")(SENTENCE) == ("记录支出三十五块五，", "餐饮，确认吗？")
    assert cut_of("neural")("没听清，请再说一次。") == ("没听清，请再说一次。",)


class Counting(FakeVoice):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[str] = []

    async def synthesize(self, text: str) -> Pcm:
        self.made.append(text)
        return await super().synthesize(text)


class Unplugged(SilentPlayer):
    """A loudspeaker that is not there."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        raise VoiceFailure("no loudspeaker")


async def test_fixed_sentences_are_ready_even_without_a_loudspeaker() -> None:
    counting = Counting()
    voice = CachedVoice(counting)
    await warm_up(voice, Unplugged(), 22_050)
    ahead = len(counting.made)
    await voice.synthesize("请说。")
    assert len(counting.made) == ahead > 10


async def test_a_voice_that_will_not_be_understood_is_told_at_the_start(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class English(Counting):
        async def check(self) -> None:
            raise ModelMissing("it reads Mandarin as English; use another")

    english = English()
    with caplog.at_level(logging.WARNING):
        await warm_up(CachedVoice(english), SilentPlayer(), 22_050)
    assert "use another" in caplog.text
    assert english.made == []
