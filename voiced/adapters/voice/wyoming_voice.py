"""A voice by a Wyoming server, such as wyoming-piper: one connection for each sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from wyoming.audio import AudioChunk
from wyoming.error import Error
from wyoming.event import Event, async_read_event, async_write_event
from wyoming.info import Describe, Info
from wyoming.tts import Synthesize, SynthesizeVoice

from voiced.adapters.machine.wyoming_servers import TROUBLES, WyomingServer
from voiced.adapters.voice.sentence_limit import SentenceLimit
from voiced.errors import VoiceFailure
from voiced.hearing.frame import SAMPLE_RATE
from voiced.ports.sound import Pcm

_NO_SOUND = Pcm(b"", SAMPLE_RATE)
_LARGEST_BYTES = 16_000_000
"""Three minutes of the best sound; every sentence is shorter."""


class WyomingVoice:
    """Makes one sentence at a time, each on a connection of its own."""

    def __init__(self, uri: str, *, voice: str = "", deadline_seconds: float) -> None:
        """Prepare; the connection is opened later.

        Args:
            uri: `tcp://host:port`.
            voice: its name at the server; empty for the server's default.
            deadline_seconds: for one sentence; it grows up to four times after sentences that exceeded it.

        Raises:
            ConfigWrong: `uri` is not such an address.
        """
        self._server = WyomingServer.at(uri)
        self._voice = SynthesizeVoice(name=voice) if voice else None
        self._limit = SentenceLimit(deadline_seconds, str(self._server))

    async def check(self) -> None:
        """Check that the server answers and can speak.

        Raises:
            ModelMissing: no server for speech synthesis answers.
        """
        try:
            async with (
                asyncio.timeout(self._limit.seconds),
                aclosing(self._answers(Describe().event())) as answers,
            ):
                async for event in answers:
                    if Info.is_type(event.type) and Info.from_event(event).tts:
                        return
        except TROUBLES as error:
            raise self._server.missing("speech synthesis", error or type(error).__name__) from error
        raise self._server.missing("speech synthesis", "it does something else")

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound.

        Raises:
            VoiceFailure: no playable sound came in time.
        """
        if not text.strip():
            return _NO_SOUND
        try:
            async with self._limit.held():
                return await self._sound(Synthesize(text, self._voice).event())
        except TROUBLES as error:
            raise VoiceFailure(f"{self._server}: {error or type(error).__name__}") from error

    async def close(self) -> None:
        """Do nothing: each sentence closes its connection."""

    async def _sound(self, question: Event) -> Pcm:
        samples, rate = bytearray(), 0
        async with aclosing(self._answers(question)) as answers:
            async for event in answers:
                if Error.is_type(event.type):
                    raise VoiceFailure(f"{self._server}: {Error.from_event(event).text}")
                if event.type == "audio-stop":
                    break
                if AudioChunk.is_type(event.type):
                    chunk = AudioChunk.from_event(event)
                    if (chunk.width, chunk.channels) != (2, 1):
                        raise VoiceFailure(f"{self._server}: sends sound of another form than 16-bit mono")
                    samples += chunk.audio
                    rate = chunk.rate
                if len(samples) > _LARGEST_BYTES:
                    raise VoiceFailure(f"{self._server}: sends sound without end")
        if not samples or rate <= 0:
            raise VoiceFailure(f"{self._server}: made no sound")
        return Pcm(bytes(samples), rate)

    async def _answers(self, question: Event) -> AsyncGenerator[Event]:
        """The server's answers to a request, until it closes the connection."""
        reader, writer = await asyncio.open_connection(self._server.host, self._server.port)
        try:
            await async_write_event(question, writer)
            while (answer := await async_read_event(reader)) is not None:
                yield answer
        finally:
            writer.close()
