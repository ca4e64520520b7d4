"""Builds the server for voice satellites and Home Assistant. Only imported where one is configured."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from voiced import __version__
from voiced.adapters.absent import SilentVoice
from voiced.adapters.wyoming.description import description
from voiced.adapters.wyoming.hearing import SatelliteHearing
from voiced.adapters.wyoming.serving import Visit, serving
from voiced.adapters.wyoming.speaking import SatelliteSpeaking
from voiced.adapters.wyoming.talking import Talking
from voiced.adapters.wyoming.visit import WyomingVisit
from voiced.app.satellite_address import listening_for_satellites
from voiced.config import Settings
from voiced.hearing.frame import AudioFrame
from voiced.ports.ledger import SATELLITE
from voiced.ports.sound import ListeningFor
from voiced.runtime.conversation import Conversation
from voiced.runtime.conversations import Conversations
from voiced.runtime.recognition_beside import RecognitionBeside
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

Recognise = Callable[[Sequence[AudioFrame], ListeningFor], Awaitable[str]]
"""Gives the words in a sound, where words of this kind are expected."""


@asynccontextmanager
async def open_wyoming(
    settings: Settings, conversations: Conversations, recognition: RecognitionBeside | None = None
) -> AsyncGenerator[None]:
    """Serve satellites until the block is left, with the voice of the room.

    Args:
        settings: the address, and who may connect.
        conversations: answer the texts.
        recognition: gives the words in a sound; None to serve no recognition.

    Raises:
        ConfigWrong: the address cannot be used, or other machines can reach it and none is allowed.
        ModelMissing: the protocol's library is missing.
    """
    address = listening_for_satellites(settings)
    speaking = _speaking_with(conversations.room)

    def meet(host: str) -> Visit:
        connection = conversations.room.world.fresh_id()
        talking = Talking(conversations.say, conversations.leave, host, connection)
        hearing = None if recognition is None else _hearing_at(host, conversations, recognition.text_of)
        return WyomingVisit(talking, hearing, speaking)

    info = description(__version__, hears=recognition is not None, speaks=speaking is not None)

    async with (
        Tasks() as tasks,
        serving(address.socket, address.allowed, info, meet, tasks.start),
    ):
        log.info("voice satellites are served at %s", settings.wyoming.listen)
        yield


def _speaking_with(room: Conversation) -> SatelliteSpeaking | None:
    """Speech with the voice of the room; None if the room has no voice."""
    world = room.world
    return None if isinstance(world.voice, SilentVoice) else SatelliteSpeaking(world.voice, world.cut)


def _hearing_at(host: str, conversations: Conversations, recognise: Recognise) -> SatelliteHearing:
    """Hearing for a client at this address."""

    def words_in(frames: Sequence[AudioFrame]) -> Awaitable[str]:
        # A sound does not name its room. An answer is expected while a draft is open in any room of the client.
        asks = conversations.has_draft(f"{SATELLITE}{host}/")
        return recognise(frames, ListeningFor.COMMANDS if asks else ListeningFor.ENTRIES)

    return SatelliteHearing(words_in)
