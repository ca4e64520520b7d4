"""The engines by name, and what is ready before the first sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from tests.support.fakes import FakeVoice
from voiced.adapters.cached_voice import CachedVoice
from voiced.adapters.voices import cached, clear_throat
from voiced.adapters.wav_players import SilentPlayer
from voiced.errors import VoiceFailure
from voiced.ports import Pcm


@pytest.mark.parametrize("engine", ["pyttsx3", "espeak"])
async def test_each_engine_speaks(engine: Literal["pyttsx3", "espeak"]) -> None:
    voice = cached(engine, "cmn-latn-pinyin", 180, 1.0, 5.0)
    try:
        assert 0.3 < (await voice.synthesize("请说。")).seconds < 2
    finally:
        await voice.close()


async def test_fixed_sentences_are_ready_even_without_a_loudspeaker() -> None:
    class Unplugged(SilentPlayer):
        async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
            raise VoiceFailure("no loudspeaker")

    made: list[str] = []

    class Counting(FakeVoice):
        async def synthesize(self, text: str) -> Pcm:
            made.append(text)
            return await super().synthesize(text)

    voice = CachedVoice(Counting())
    await clear_throat(voice, Unplugged())
    ahead = len(made)
    await voice.synthesize("请说。")
    assert len(made) == ahead > 10
