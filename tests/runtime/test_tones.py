"""When a tone tells what no sentence does: real conversations, and what is heard of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from tests.support.conversing import ASKING, OFFLINE, world
from tests.support.fakes import FakePlayer, FakeVoice, MemoryLedger, Reply, ScriptedInterpreter, sound_of
from tests.support.now import VirtualClock
from voiced.adapters.absent import SilentVoice
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost
from voiced.ports.ledger import Ledger
from voiced.ports.sound import Earcon, Voice
from voiced.runtime.conversation import Conversation, running_conversation
from voiced.runtime.tones import Tones

pytestmark = pytest.mark.looptime

LISTENING, HEARD, SAVED, ERROR = "♪", "·", "✓", "✗"
SOUNDS = {
    Earcon.LISTENING: sound_of(LISTENING),
    Earcon.HEARD: sound_of(HEARD),
    Earcon.SAVED: sound_of(SAVED),
    Earcon.ERROR: sound_of(ERROR),
}
ENTRY = "吃饭花了60"
READ_BACK = "记录支出六十元，餐饮，确认吗？"
LONG_SECONDS = 30.0


class Room:
    """Somebody who speaks to a daemon and hears its sentences and tones."""

    def __init__(self, conversation: Conversation, tones: Tones, player: FakePlayer) -> None:
        self._conversation = conversation
        self._player = player
        self.tones = tones

    def happens(self, *events: ev.Event) -> None:
        for event in events:
            if isinstance(event, ev.Heard):
                self.tones.heard(event.text)
            self._conversation.post(event)

    async def hears(self, seconds: float = LONG_SECONDS) -> Sequence[str]:
        """What is heard from now on, for so long."""
        before = len(self._player.heard)
        await asyncio.sleep(seconds)
        return [sound for sound in self._player.heard[before:] if sound]


@asynccontextmanager
async def room(
    policy: Policy = OFFLINE,
    *replies: Reply,
    voice: Voice | None = None,
    ledger: Ledger | None = None,
) -> AsyncGenerator[Room]:
    tones, player = Tones(SOUNDS), FakePlayer()
    around = world(
        ledger or MemoryLedger(),
        tones,
        clock=VirtualClock(),
        interpreter=ScriptedInterpreter(*replies),
        voice=voice or FakeVoice(),
        player=player,
    )
    async with running_conversation(policy, replace(around, tones=tones)) as conversation:
        yield Room(conversation, tones, player)


async def test_a_session_begins_with_a_tone() -> None:
    async with room() as here:
        here.happens(ev.Woken())
        assert await here.hears(2) == [LISTENING]
        here.happens(ev.Woken())
        assert await here.hears(2) == []


async def test_an_entry_said_with_the_wake_phrase_is_answered_and_not_announced() -> None:
    async with room() as here:
        here.tones.heard(ENTRY)
        here.happens(ev.Woken(), ev.SpeechDetected(), ev.Heard(ENTRY))
        assert await here.hears() == [READ_BACK]


async def test_an_answer_that_is_there_needs_no_tone() -> None:
    async with room() as here:
        here.happens(ev.Woken())
        await here.hears(2)
        here.happens(ev.Heard(ENTRY))
        assert await here.hears() == [READ_BACK]


async def test_an_answer_that_takes_its_time_is_announced() -> None:
    async with room(ASKING, Reply((), seconds=2.5)) as here:
        here.happens(ev.Woken())
        await here.hears(2)
        here.happens(ev.Heard(ENTRY))
        heard = await here.hears()
        assert heard[0] == HEARD
        assert len(heard) == 2


async def test_a_speaker_who_goes_on_is_not_interrupted_by_a_tone() -> None:
    async with room(ASKING, Reply((), seconds=2.5)) as here:
        here.happens(ev.Woken())
        await here.hears(2)
        here.happens(ev.Heard(ENTRY))
        await here.hears(0.3)
        here.happens(ev.SpeechDetected())
        assert HEARD not in await here.hears()


async def test_noise_is_not_announced() -> None:
    async with room() as here:
        here.happens(ev.Woken())
        await here.hears(2)
        here.happens(ev.SpeechDetected(), ev.Heard(""))
        assert await here.hears() == []


async def test_a_save_is_told_by_the_sentence_or_else_by_a_tone() -> None:
    for voice, told in ((FakeVoice(), "记好了，还有吗？"), (SilentVoice(), SAVED)):
        async with room(voice=voice) as here:
            here.happens(ev.Woken(), ev.Heard(ENTRY))
            await here.hears()
            here.happens(ev.Heard("确认"))
            assert await here.hears() == [told]


async def test_a_voice_that_broke_is_told_by_a_tone() -> None:
    async with room(voice=FakeVoice(unspeakable=[READ_BACK])) as here:
        here.happens(ev.Woken())
        await here.hears(2)
        here.happens(ev.Heard(ENTRY))
        assert await here.hears() == [ERROR]


async def test_a_save_that_failed_is_told_even_without_a_voice() -> None:
    ledger = MemoryLedger()
    ledger.failing = {"save"}
    async with room(voice=SilentVoice(), ledger=ledger) as here:
        here.happens(ev.Woken(), ev.Heard(ENTRY))
        await here.hears()
        here.happens(ev.Heard("确认"))
        assert await here.hears() == [ERROR]


async def test_a_lost_microphone_is_told_only_to_a_possible_speaker() -> None:
    async with room() as here:
        here.tones.tell(MicrophoneLost("unplugged"))
        assert await here.hears(2) == []
        here.happens(ev.Woken())
        assert await here.hears(2) == [ERROR]
        here.tones.tell(MicrophoneBack())
        assert await here.hears(2) == [LISTENING]
        here.tones.tell(MicrophoneLost("unplugged"))
        assert await here.hears(2) == [ERROR]


async def test_after_the_session_nothing_is_announced() -> None:
    async with room() as here:
        here.happens(ev.Woken())
        await here.hears(2)
        here.happens(ev.Heard("退出"))
        assert await here.hears() == ["下次再记。"]
        here.happens(ev.Woken())
        assert await here.hears(2) == [LISTENING]
