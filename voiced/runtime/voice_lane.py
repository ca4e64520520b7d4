"""Sentences, one after the other: verbalised, synthesised, played. Knows when our own voice is audible."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from voiced.dialogue.effects import Speak
from voiced.dialogue.events import SpeechEnded
from voiced.errors import VoiceFailure
from voiced.language.spoken import verbalise
from voiced.ports import Player, Voice
from voiced.runtime.inbox import Inbox

log = logging.getLogger(__name__)


class VoiceLane:
    """Speaks sentences in order. A sentence that cannot be spoken is logged and counts as ended."""

    def __init__(self, inbox: Inbox, voice: Voice, player: Player) -> None:
        self._inbox = inbox
        self._voice = voice
        self._player = player
        self._waiting: asyncio.Queue[Speak] = asyncio.Queue()
        self._stopped_up_to = 0
        self._last_number = 0
        self.on_audible: Callable[[int], None] = lambda _: None

    def say(self, sentence: Speak) -> None:
        """Queue a sentence."""
        self._inbox.begin()
        self._last_number = sentence.number
        self._waiting.put_nowait(sentence)

    def stop(self) -> None:
        """Fall silent; sentences queued so far are not spoken."""
        self._stopped_up_to = self._last_number
        self._player.stop()

    async def run(self) -> None:
        """Speak until cancelled."""
        while True:
            sentence = await self._waiting.get()
            try:
                await self._speak(sentence)
            finally:
                self._inbox.post(SpeechEnded(sentence.number))
                self._inbox.end()

    async def _speak(self, sentence: Speak) -> None:
        if self._is_stopped(sentence):
            return
        try:
            sound = await self._voice.synthesize(verbalise(sentence.text))
            if not self._is_stopped(sentence):
                await self._player.play(sound, lambda: self.on_audible(sentence.number))
        except VoiceFailure as failure:
            log.warning("a sentence was not spoken: %s", failure)

    def _is_stopped(self, sentence: Speak) -> bool:
        return sentence.number <= self._stopped_up_to
