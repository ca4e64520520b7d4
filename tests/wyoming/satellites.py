"""A real daemon's dialogue behind its real Wyoming server, and satellites that speak to it by the published client."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.event import Event

from tests.support.now import NOW
from tests.support.processes import free_port
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.app.build_ears import recognition_beside
from voiced.app.build_wyoming import open_wyoming
from voiced.config import Settings, VoiceSettings, WyomingSettings
from voiced.ports.sound import Player
from voiced.runtime.conversation import Conversation
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.turn_tracer import TurnTracer
from voiced.runtime.watchers import Watchers

SETTINGS = Settings(voice=VoiceSettings(engine="none"))
HANDLED, NOT_HANDLED = "handled", "not-handled"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a text: `handled` or `not-handled`, and the sentence."""

    type: str
    text: str


@dataclass
class Satellite:
    """Sends each text as Home Assistant does: on a connection of its own, with the name of the satellite or conversation."""

    port: int
    context: dict[str, Any]

    async def says(self, text: str) -> Answer:
        async with AsyncTcpClient("127.0.0.1", self.port) as client:
            return await asks(client, text, self.context)


async def asks(client: AsyncTcpClient, text: str, context: dict[str, Any] | None = None) -> Answer:
    """The answer to a text on this connection."""
    await client.write_event(Transcript(text, context=context).event())
    event = await event_from(client)
    return Answer(event.type, event.data["text"])


async def event_from(client: AsyncTcpClient) -> Event:
    event = await client.read_event()
    assert event is not None, "the server hung up"
    return event


@dataclass
class Home:
    """A daemon with its Wyoming server, and the clock of its dialogues."""

    conversation: Conversation
    port: int
    clock: SampleClock

    def satellite(self, room: str) -> Satellite:
        return Satellite(self.port, {"satellite_id": room, "conversation_id": "any"})

    def conversation_of(self, name: str) -> Satellite:
        return Satellite(self.port, {"conversation_id": name})

    def client(self) -> AsyncTcpClient:
        return AsyncTcpClient("127.0.0.1", self.port)

    async def written(self) -> list[str]:
        """`amount TYPE category` of each row in the ledger."""
        return [
            f"{row.amount} {row.type} {row.category}" async for row in self.conversation.world.ledger.rows()
        ]


@asynccontextmanager
async def a_home(
    folder: Path,
    settings: Settings = SETTINGS,
    wyoming: WyomingSettings | None = None,
    recognizer: RecognizerThread | None = None,
    player: Player | None = None,
    turns: TurnTracer | None = None,
) -> AsyncGenerator[Home]:
    """A home with the ledger in this folder; with a recogniser it hears, with a player it has its configured voice.

    `turns` records the times of its turns.
    """
    port, clock = free_port(), SampleClock(NOW)
    wyoming = replace(wyoming or WyomingSettings(), listen=f"tcp://127.0.0.1:{port}")
    settings = replace(settings, wyoming=wyoming)
    around = Surroundings(folder / "ledger.db", clock, Watchers(), player=player, turns=turns)
    hears = None if recognizer is None else recognition_beside(settings, recognizer)
    async with (
        open_conversation(settings, around) as conversation,
        open_conversations(settings, conversation, around) as conversations,
        open_wyoming(settings, conversations, hears),
    ):
        yield Home(conversation, port, clock)


async def speaks(client: AsyncTcpClient, sound: bytes, rate: int = 16_000, channels: int = 1) -> None:
    """Send a sound in chunks of 64 ms, as satellites do."""
    form = (rate, 2, channels)
    await client.write_event(Transcribe(language="zh").event())
    await client.write_event(AudioStart(*form).event())
    size = 2 * channels * rate * 64 // 1000
    for at in range(0, len(sound), size):
        await client.write_event(AudioChunk(*form, sound[at : at + size]).event())
    await client.write_event(AudioStop().event())
