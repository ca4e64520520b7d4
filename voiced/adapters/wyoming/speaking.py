"""Speaks the texts of Wyoming clients with the daemon's voice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence

from msgspec import Struct
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event

from voiced.adapters.wyoming.messages import WyomingMessage
from voiced.adapters.wyoming.talking import LONGEST_TEXT
from voiced.errors import Overloaded, RequestWrong
from voiced.language.numbers.spoken import verbalise
from voiced.ports.sound import Voice

MOST_WAITING = 4
_CHUNK_BYTES = 4096


class _Sentence(Struct, frozen=True):
    """A `synthesize`; the voice that it wishes has no effect, since the daemon has one."""

    text: str


class SatelliteSpeaking:
    """Makes one sentence after the other for all satellites; each sentence in parts, as the daemon's own."""

    def __init__(self, voice: Voice, cut: Callable[[str], Sequence[str]]) -> None:
        """Prepare.

        Args:
            voice: makes the sound.
            cut: divides a sentence into parts that are made one after the other.
        """
        self._voice = voice
        self._cut = cut
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def answers(self, message: WyomingMessage) -> AsyncGenerator[Event]:
        """The sound of a text, in order.

        Raises:
            RequestWrong: the text is missing or too long.
            Overloaded: too many texts wait.
            VoiceFailure: the voice cannot speak now.
        """
        text = message.read_as(_Sentence).text
        if len(text) > LONGEST_TEXT:
            raise RequestWrong(f"{message.type}: the text is longer than {LONGEST_TEXT} characters")
        if self._waiting >= MOST_WAITING:
            raise Overloaded("too many texts wait for the voice")
        self._waiting += 1
        try:
            form: tuple[int, int, int] | None = None
            for part in self._cut(verbalise(text)):
                async with self._turn:
                    sound = await self._voice.synthesize(part)
                if form is None:
                    form = (sound.sample_rate, 2, 1)
                    yield AudioStart(*form).event()
                for at in range(0, len(sound.samples), _CHUNK_BYTES):
                    yield AudioChunk(*form, sound.samples[at : at + _CHUNK_BYTES]).event()
            yield AudioStop().event()
        finally:
            self._waiting -= 1
