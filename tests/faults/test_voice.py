"""Real voices that hang, crash or are not there, under a whole conversation: it goes on, and what is confirmed is written."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.conversing import OFFLINE, say, wake, world
from tests.support.fakes import MemoryLedger, RecordingWatcher
from tests.support.processes import children
from voiced.adapters.absent import SilentPlayer
from voiced.adapters.voice.voice_engines import neural, pyttsx3
from voiced.app.build_voice import style_of
from voiced.config import VoiceSettings
from voiced.dialogue.values.state import Phase
from voiced.ports.sound import Pcm, Voice
from voiced.runtime.conversation import Conversation, running_conversation

DEADLINE_SECONDS = 4.0
"""For a voice that is well it is ample, also on a busy machine; one that hangs costs the test as much."""
STYLE = replace(style_of(VoiceSettings()), deadline_seconds=DEADLINE_SECONDS)


class Room(SilentPlayer):
    """Counts the sentences that are heard."""

    def __init__(self) -> None:
        self.heard = 0

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        self.heard += 1
        await super().play(sound, audible)


@asynccontextmanager
async def talking(voice: Voice, room: Room) -> AsyncGenerator[tuple[Conversation, MemoryLedger]]:
    ledger = MemoryLedger()
    around = world(ledger, RecordingWatcher(), voice=voice, player=room)
    try:
        async with running_conversation(OFFLINE, around) as conversation:
            yield conversation, ledger
    finally:
        await voice.close()


async def an_entry_is_confirmed(conversation: Conversation, ledger: MemoryLedger) -> None:
    """Say it and confirm it; each answer is over within the deadline of the voice, spoken or not."""
    before = len(ledger.batches)
    async with asyncio.timeout(10 * DEADLINE_SECONDS):
        await say(conversation, "吃饭花了60")
        assert conversation.phase is Phase.CONFIRMING
        await say(conversation, "确认")
    assert len(ledger.batches) == before + 1


async def test_pyttsx3_that_hangs_costs_a_sentence_and_then_speaks_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    room = Room()
    async with talking(pyttsx3(STYLE), room) as (conversation, ledger):
        await wake(conversation)
        await an_entry_is_confirmed(conversation, ledger)
        assert room.heard == 2
        (child,) = children(named="pyttsx3_child")
        os.kill(child, signal.SIGSTOP)
        await an_entry_is_confirmed(conversation, ledger)
        assert room.heard == 3, "the first of two sentences is lost, the other is made by a new process"
        assert child not in children()
        assert f"no speech within {DEADLINE_SECONDS:g} s" in caplog.text, "the dialogue gave it up, later"


async def test_pyttsx3_that_crashes_costs_nothing() -> None:
    room = Room()
    async with talking(pyttsx3(STYLE), room) as (conversation, ledger):
        await wake(conversation)
        for times in range(1, 4):
            await an_entry_is_confirmed(conversation, ledger)
            assert room.heard == 2 * times
            (child,) = children(named="pyttsx3_child")
            os.kill(child, signal.SIGSEGV)


async def test_a_neural_voice_without_its_model_costs_its_sentences_alone(tmp_path: Path) -> None:
    room, before = Room(), children()
    async with talking(neural(tmp_path, STYLE), room) as (conversation, ledger):
        await wake(conversation)
        await an_entry_is_confirmed(conversation, ledger)
    assert room.heard == 0
    assert children() == before
