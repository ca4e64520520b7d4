"""Sentences that are made once."""

from __future__ import annotations

import pytest

from voiced.adapters.voice.cached_voice import CachedVoice, fixed_sentences
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports.sound import Pcm


class CountingVoice:
    """Remembers what it was asked for; a character is 100 bytes of sound."""

    def __init__(self, unspeakable: str = "") -> None:
        self.made: list[str] = []
        self.closed = False
        self._unspeakable = unspeakable

    async def check(self) -> None:
        if self._unspeakable:
            raise ModelMissing("not all is spoken")

    async def synthesize(self, text: str) -> Pcm:
        if text == self._unspeakable:
            raise VoiceFailure("no sound")
        self.made.append(text)
        return Pcm(bytes(100 * len(text)), 16_000)

    async def close(self) -> None:
        self.closed = True


def test_the_fixed_sentences_hold_no_figures() -> None:
    fixed = fixed_sentences()
    assert {"请说。", "已取消。", "记好了，还有吗？", "没听清，请再说一次。"} <= set(fixed)
    assert not any(character.isdigit() for sentence in fixed for character in sentence)


async def test_a_sentence_made_ahead_is_not_made_again() -> None:
    voice = CountingVoice()
    cached = CachedVoice(voice)
    await cached.prepare(["请说。"])
    assert (await cached.synthesize("请说。")).samples == bytes(300)
    assert voice.made == ["请说。"]


async def test_other_sentences_stay_while_there_is_room() -> None:
    voice = CountingVoice()
    cached = CachedVoice(voice, others_bytes=500)
    for text in ("一二", "三四", "一二", "五六", "一二", "三四", "一二三四五六"):
        await cached.synthesize(text)
    assert voice.made == ["一二", "三四", "五六", "三四", "一二三四五六"]


async def test_a_voice_that_fails_leaves_the_rest_for_later() -> None:
    voice = CountingVoice(unspeakable="请说。")
    cached = CachedVoice(voice)
    await cached.prepare(["已取消。", "请说。", "我在听。"])
    await cached.synthesize("我在听。")
    await cached.synthesize("已取消。")
    assert voice.made == ["已取消。", "我在听。"]
    await cached.close()
    assert voice.closed


async def test_its_voice_is_checked() -> None:
    await CachedVoice(CountingVoice()).check()
    with pytest.raises(ModelMissing):
        await CachedVoice(CountingVoice(unspeakable="请说。")).check()
