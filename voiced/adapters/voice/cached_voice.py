"""A voice with a cache: fixed sentences are made ahead, others are kept while there is room."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence

from voiced.dialogue.sentences import phrases, reminders
from voiced.errors import VoiceFailure
from voiced.language.numbers.spoken import verbalise
from voiced.ports.sound import Pcm, Voice

log = logging.getLogger(__name__)

_OTHERS_BYTES = 8_000_000
"""Room for three minutes of eSpeak's sound, beside the two minutes of fixed sentences."""


def fixed_sentences() -> tuple[str, ...]:
    """Every sentence of the daemon that never changes, with its numbers as words."""
    named = {**vars(phrases), **vars(reminders)}
    texts = (value for name, value in named.items() if name.isupper() and isinstance(value, str))
    return tuple(dict.fromkeys(verbalise(text) for text in texts))


class CachedVoice:
    """A voice that asks another one for each sentence once."""

    def __init__(self, voice: Voice, *, others_bytes: int = _OTHERS_BYTES) -> None:
        """Begin with an empty cache.

        Args:
            voice: makes the sound; closed with this one.
            others_bytes: room for sentences that are not fixed; the least recently used go first.
        """
        self._voice = voice
        self._others_bytes = others_bytes
        self._fixed: dict[str, Pcm] = {}
        self._others: OrderedDict[str, Pcm] = OrderedDict()
        self._held_bytes = 0

    async def check(self) -> None:
        """Check the voice.

        Raises:
            ModelMissing: it is not installed, or does not read Mandarin.
            VoiceFailure: it did not answer in time.
        """
        await self._voice.check()

    async def prepare(self, sentences: Sequence[str]) -> None:
        """Make fixed sentences ahead, one after the other. After a failure the rest is made when it is needed."""
        try:
            for sentence in sentences:
                if sentence not in self._fixed:
                    self._fixed[sentence] = await self._voice.synthesize(sentence)
        except VoiceFailure as failure:
            log.warning("sentences were not made ahead: %s", failure)

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound.

        Raises:
            VoiceFailure: the cache lacks it, and no sound could be made in time.
        """
        if (fixed := self._fixed.get(text)) is not None:
            return fixed
        if (kept := self._others.get(text)) is not None:
            self._others.move_to_end(text)
            return kept
        sound = await self._voice.synthesize(text)
        self._keep(text, sound)
        return sound

    async def close(self) -> None:
        """Close the voice."""
        await self._voice.close()

    def _keep(self, text: str, sound: Pcm) -> None:
        if text in self._others or len(sound.samples) > self._others_bytes:
            return
        self._others[text] = sound
        self._held_bytes += len(sound.samples)
        while self._held_bytes > self._others_bytes:
            _, oldest = self._others.popitem(last=False)
            self._held_bytes -= len(oldest.samples)
