"""The services of the daemon for one Wyoming client."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.tts import Synthesize

from voiced.adapters.wyoming.hearing import SatelliteHearing
from voiced.adapters.wyoming.messages import WyomingMessage
from voiced.adapters.wyoming.speaking import SatelliteSpeaking
from voiced.adapters.wyoming.talking import Talking


class WyomingVisit:
    """Gives each message to the service that it is for."""

    def __init__(
        self, talking: Talking, hearing: SatelliteHearing | None, speaking: SatelliteSpeaking | None
    ) -> None:
        """Prepare.

        Args:
            talking: answers texts.
            hearing: turns sound into text; None for a daemon without a recogniser.
            speaking: turns text into sound; None for a daemon without a voice.
        """
        self._talking = talking
        self._hearing = hearing
        self._speaking = speaking

    async def answers(self, message: WyomingMessage) -> AsyncGenerator[Event]:
        """The answers to a message, in order; nothing for a message that is not known.

        Raises:
            RequestWrong: the message is wrong.
            Failure: it cannot be answered now.
        """
        if Transcript.is_type(message.type):
            yield await self._talking.answer(message)
        elif self._speaking is not None and Synthesize.is_type(message.type):
            async for sound in self._speaking.answers(message):
                yield sound
        elif self._hearing is not None and (text := await self._heard(self._hearing, message)) is not None:
            yield text

    async def leave(self) -> None:
        """The client is gone."""
        await self._talking.leave()

    async def _heard(self, hearing: SatelliteHearing, message: WyomingMessage) -> Event | None:
        """The words in a sound, when it is over."""
        if AudioStart.is_type(message.type):
            hearing.begin(message)
        elif AudioChunk.is_type(message.type):
            hearing.take(message)
        elif AudioStop.is_type(message.type):
            return await hearing.end()
        return None
