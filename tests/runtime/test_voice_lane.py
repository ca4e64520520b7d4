"""Our voice: one sentence after the other, silent at once when told to be, and never lost count of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.support.fakes import FakePlayer, FakeVoice, sound_of
from tests.support.waiting import Reader, turns
from voiced.dialogue.sentences.detail import Detail
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.errors import VoiceFailure
from voiced.hearing.frame import AudioFrame
from voiced.ports.sound import Pcm, Voice
from voiced.runtime.floor import Floor
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks
from voiced.runtime.voice_lane import VoiceLane

pytestmark = pytest.mark.looptime
"""A second of sound a character takes none: time is virtual."""


class Mouth:
    """A running voice lane whose events are read here instead of by a dialogue."""

    def __init__(self, voice: Voice, player: FakePlayer, floor: Floor | None, tasks: Tasks) -> None:
        inbox = Inbox()
        self.lane = VoiceLane(inbox, voice, player, floor)
        self._reader = Reader(inbox)
        tasks.start(self.lane.run())
        tasks.start(self._reader.read())

    def say(self, *sentences: str, first: int = 1) -> None:
        """Queue sentences, numbered from `first`."""
        for number, text in enumerate(sentences, first):
            self.lane.say(fx.Speak(number, text))

    async def ended(self) -> list[ev.Event]:
        """What ended since the last call, once all sentences have."""
        return await self._reader.all_posted()

    def ended_so_far(self) -> list[ev.Event]:
        return self._reader.posted()


@asynccontextmanager
async def speaking(voice: Voice, player: FakePlayer, floor: Floor | None = None) -> AsyncGenerator[Mouth]:
    async with Tasks() as tasks:
        yield Mouth(voice, player, floor, tasks)


def ends(*numbers: int) -> list[ev.Event]:
    return [ev.SpeechEnded(number) for number in numbers]


async def test_sentences_are_spoken_in_order_one_at_a_time() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(seconds=0.1), player) as mouth:
        mouth.say("已取消。", "请说下一笔。", "在听。")
        assert await mouth.ended() == ends(1, 2, 3)
    assert player.heard == ["已取消。", "请说下一笔。", "在听。"]


async def test_a_sentence_is_worded_for_those_who_see_the_card_when_it_is_queued() -> None:
    player, inbox, card_is_seen = FakePlayer(), Inbox(), True
    lane = VoiceLane(
        inbox,
        FakeVoice(seconds=1),
        player,
        spoken=lambda sentence: Detail.AUTO.spoken(sentence, card_is_seen=card_is_seen),
    )
    reader = Reader(inbox)
    async with Tasks() as tasks:
        tasks.start(lane.run())
        tasks.start(reader.read())
        lane.say(fx.Speak(1, "记录支出60元，餐饮，确认吗？", (), "餐饮60元？"))
        card_is_seen = False
        lane.say(fx.Speak(2, "记录支出60元，餐饮，确认吗？", (), "餐饮60元？"))
        assert await reader.all_posted() == ends(1, 2)
    assert player.heard == ["餐饮六十元？", "记录支出六十元，餐饮，确认吗？"]


async def test_numbers_are_written_as_they_are_spoken() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(), player) as mouth:
        mouth.say("记录支出35.5元，餐饮，确认吗？")
        await mouth.ended()
    assert player.heard == ["记录支出三十五块五，餐饮，确认吗？"]


async def test_a_sentence_has_ended_when_its_last_sound_was_heard() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(seconds=1.0), player) as mouth:
        mouth.say("在听。")
        await asyncio.sleep(3.99)
        assert mouth.ended_so_far() == []
        await asyncio.sleep(0.02)
        assert mouth.ended_so_far() == ends(1)


async def test_stopping_silences_the_sentence_and_drops_those_after_it() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(), player) as mouth:
        mouth.say("请确认或修改。", "在听。", "请说。")
        await asyncio.sleep(2.0)
        mouth.lane.stop()
        await turns()
        assert not player.is_playing
        assert mouth.ended_so_far() == ends(1, 2, 3)
    assert player.heard == ["请确认或修改。…"]


async def test_words_after_a_stop_of_the_voice_are_heard() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(), player) as mouth:
        mouth.say("请确认或修改。", "在听。")
        await asyncio.sleep(2.0)
        mouth.lane.stop()
        mouth.say("再见。", first=3)
        assert await mouth.ended() == ends(1, 2, 3)
    assert player.heard == ["请确认或修改。…", "再见。"]


async def test_a_sentence_stopped_while_it_is_made_is_never_heard() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(seconds=1.0), player) as mouth:
        mouth.say("在听。")
        await asyncio.sleep(0.5)
        mouth.lane.stop()
        assert await mouth.ended() == ends(1)
    assert player.heard == []


async def test_stopping_in_silence_stops_nothing_that_comes_later() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(), player) as mouth:
        mouth.lane.stop()
        mouth.say("在听。")
        assert await mouth.ended() == ends(1)
    assert player.heard == ["在听。"]


async def test_a_sentence_without_sound_ends_and_the_next_is_spoken() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(unspeakable=["在听。"]), player) as mouth:
        mouth.say("在听。", "请说。")
        assert await mouth.ended() == ends(1, 2)
    assert player.heard == ["请说。"]


class BrokenPlayer(FakePlayer):
    """A loudspeaker that was unplugged."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        raise VoiceFailure("nothing can be played")


async def test_a_sentence_that_cannot_be_played_ends_too() -> None:
    async with speaking(FakeVoice(), BrokenPlayer()) as mouth:
        mouth.say("在听。", "请说。")
        assert await mouth.ended() == ends(1, 2)


async def test_a_mistake_of_the_program_is_not_kept_quiet() -> None:
    class Broken(FakeVoice):
        async def synthesize(self, text: str) -> Pcm:
            raise ZeroDivisionError

    async def speak() -> None:
        async with speaking(Broken(), FakePlayer()) as mouth:
            mouth.say("在听。")
            await asyncio.Event().wait()

    with pytest.raises(ZeroDivisionError):
        await speak()


FRAME = AudioFrame(0, bytes(640))


def floor() -> Floor:
    return Floor(lambda: 0, 0)


async def test_a_sentence_waits_for_the_speaker_within_bounds() -> None:
    player, ours = FakePlayer(), floor()
    ours.speaker_begins()
    async with speaking(FakeVoice(), player, ours) as mouth:
        mouth.say("在听。")
        await asyncio.sleep(2.9)
        assert not player.is_playing
        ours.speaker_ends()
        await turns()
        assert player.is_playing
        await mouth.ended()
        ours.speaker_begins()
        mouth.say("请说。", first=2)
        await asyncio.sleep(3.1)
        assert player.is_playing
        await mouth.ended()


async def test_stopping_does_not_wait_for_the_speaker() -> None:
    player, ours = FakePlayer(), floor()
    ours.speaker_begins()
    async with speaking(FakeVoice(), player, ours) as mouth:
        mouth.say("在听。", "请说。")
        await asyncio.sleep(0.5)
        mouth.lane.stop()
        await turns()
        assert mouth.ended_so_far() == ends(1, 2)
    assert player.heard == []


async def test_stopping_again_in_the_same_moment_does_no_harm() -> None:
    player, ours = FakePlayer(), floor()
    ours.speaker_begins()
    async with speaking(FakeVoice(), player, ours) as mouth:
        mouth.say("在听。")
        await asyncio.sleep(0.5)
        for _ in range(5):
            mouth.lane.stop()
            await asyncio.sleep(0)
        assert await mouth.ended() == ends(1)
    assert player.heard == []


async def test_the_floor_is_ours_while_we_are_audible_and_not_while_a_sentence_is_made() -> None:
    ours = floor()
    async with speaking(FakeVoice(seconds=1.0), FakePlayer(), ours) as mouth:
        mouth.say("在听。", "请说下一笔。")
        await asyncio.sleep(0.9)
        assert not ours.keeps_out(FRAME)
        for _ in range(18):  # 3 s and 6 s of sound, without a hole between
            await asyncio.sleep(0.5)
            assert ours.keeps_out(FRAME)
        await mouth.ended()
        assert not ours.keeps_out(AudioFrame(1, bytes(640)))


class SlowPlayer(FakePlayer):
    """A loudspeaker that takes two seconds to open."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        await asyncio.sleep(2.0)
        await super().play(sound, audible)


async def test_speech_is_heard_while_the_loudspeaker_opens() -> None:
    ours = floor()
    async with speaking(FakeVoice(), SlowPlayer(), ours) as mouth:
        mouth.say("在听。")
        await asyncio.sleep(1.9)
        assert not ours.keeps_out(FRAME)
        await asyncio.sleep(0.2)
        assert ours.keeps_out(FRAME)
        await mouth.ended()


async def test_the_next_sentence_is_made_while_one_is_heard() -> None:
    async with speaking(FakeVoice(seconds=2.0), FakePlayer()) as mouth:
        mouth.say("在听。", "请说。")
        await asyncio.sleep(2.0 + 3.0 + 3.1)
        assert mouth.ended_so_far() == ends(1, 2)


async def test_a_player_that_hangs_ends_the_sentence() -> None:
    class Stuck(FakePlayer):
        async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
            await asyncio.Event().wait()

    async with speaking(FakeVoice(), Stuck()) as mouth:
        mouth.say("在听。")
        assert await mouth.ended() == ends(1)


async def test_a_player_that_takes_longer_is_given_longer_each_time() -> None:
    class OpensSlowly(FakePlayer):
        async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
            await asyncio.sleep(0.0 if self.heard else 12.0)
            await super().play(sound, audible)

    player = OpensSlowly()
    async with speaking(FakeVoice(), player) as mouth:
        mouth.say("在听。", "请说。", "还有吗？", "再见。")
        assert await mouth.ended() == ends(1, 2, 3, 4)
    assert player.heard == ["还有吗？", "再见。"], "for 5, 10 and 20 s more than the sound takes"


async def test_a_voice_that_hangs_ends_the_sentence() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(seconds=1000), player) as mouth:
        mouth.say("在听。")
        assert await mouth.ended() == ends(1)
    assert player.heard == []


async def test_the_first_sample_of_each_sentence_is_told_once() -> None:
    told: list[int] = []
    player = FakePlayer()
    async with Tasks() as tasks:
        inbox = Inbox()
        lane = VoiceLane(inbox, FakeVoice(), player, parts=lambda text: text.split("，"))
        lane.on_audible = told.append
        tasks.start(lane.run())
        for number, text in enumerate(("第一笔，支出。", "请说。"), 1):
            lane.say(fx.Speak(number, text))
        reader = Reader(inbox)
        tasks.start(reader.read())
        assert await reader.all_posted() == ends(1, 2)
    assert told == [1, 2]
    assert player.heard == ["第一笔", "支出。", "请说。"]


async def test_a_tone_sounds_in_silence() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(), player) as mouth:
        mouth.lane.sound(sound_of("♪"))
        await asyncio.sleep(1.1)
        assert player.heard == ["♪"]


async def test_a_sentence_that_is_heard_takes_the_place_of_a_tone() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(seconds=0.5), player) as mouth:
        mouth.lane.sound(sound_of("♪"))
        mouth.say("在听。")
        await mouth.ended()
        await asyncio.sleep(5)
    assert player.heard == ["在听。"]


async def test_a_sentence_does_not_wait_for_a_tone_to_end() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(), player) as mouth:
        mouth.lane.sound(sound_of("♪♪♪♪♪♪♪♪♪♪"))
        await turns()
        mouth.say("在听。")
        await asyncio.sleep(3.1)
        assert player.heard == ["♪♪♪♪♪♪♪♪♪♪…", "在听。"]


async def test_a_tone_stands_in_for_a_sentence_that_has_no_sound() -> None:
    class Mute(FakeVoice):
        async def synthesize(self, text: str) -> Pcm:
            return Pcm(b"", 16_000)

    for voice in (FakeVoice(unspeakable=["记好了。"]), Mute()):
        player = FakePlayer()
        async with speaking(voice, player) as mouth:
            mouth.say("记好了。")
            mouth.lane.sound(sound_of("♪"))
            assert await mouth.ended() == ends(1)
            await asyncio.sleep(1.1)
        assert player.heard[-1] == "♪"


async def test_a_sentence_that_cannot_be_made_is_told_unless_a_tone_tells_more() -> None:
    player = FakePlayer()
    async with speaking(FakeVoice(unspeakable=["记好了。"]), player) as mouth:
        mouth.lane.on_unspoken = lambda: mouth.lane.sound(sound_of("✗"))
        mouth.say("记好了。")
        mouth.lane.sound(sound_of("♪"))
        await mouth.ended()
        await asyncio.sleep(1.1)
        mouth.say("记好了。", first=2)
        await mouth.ended()
        await asyncio.sleep(1.1)
    assert player.heard == ["♪", "✗"]


async def test_a_tone_waits_for_the_speaker_and_is_dropped_when_that_takes_long() -> None:
    player, ours = FakePlayer(), floor()
    ours.speaker_begins()
    async with speaking(FakeVoice(), player, ours) as mouth:
        mouth.lane.sound(sound_of("♪"))
        await asyncio.sleep(2.0)
        ours.speaker_ends()
        await asyncio.sleep(1.1)
        assert player.heard == ["♪"]
        ours.speaker_begins()
        mouth.lane.sound(sound_of("♫"))
        await asyncio.sleep(3.1)
        ours.speaker_ends()
        await asyncio.sleep(1.1)
    assert player.heard == ["♪"]


async def test_falling_silent_is_for_tones_too() -> None:
    player, ours = FakePlayer(), floor()
    ours.speaker_begins()
    async with speaking(FakeVoice(), player, ours) as mouth:
        mouth.lane.sound(sound_of("♪"))
        mouth.lane.stop()
        ours.speaker_ends()
        await asyncio.sleep(2)
    assert player.heard == []
