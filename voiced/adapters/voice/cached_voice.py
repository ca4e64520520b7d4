"""A voice that keeps what it said: fixed sentences are made ahead, others stay for as long as there is room."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.errors import VoiceFailure
from voiced.language.spoken import verbalise
from voiced.ports import Pcm, Voice

log = logging.getLogger(__name__)

_OTHERS_BYTES = 8_000_000
"""Three minutes of eSpeak's sound, beside the fixed sentences, which are two."""


def fixed_sentences() -> tuple[str, ...]:
    """Every sentence that the daemon says word by word, as it is spoken."""
    texts = (value for name, value in vars(phrases).items() if name.isupper() and isinstance(value, str))
    return tuple(dict.fromkeys(verbalise(text) for text in texts))


class CachedVoice:
    """Another voice, asked for each sentence once."""

    def __init__(self, voice: Voice, *, others_bytes: int = _OTHERS_BYTES) -> None:
        """Keep nothing yet.

        Args:
            voice: makes the sound; closed with this one.
            others_bytes: room for sentences that are not fixed; the longest unused go first.
        """
        self._voice = voice
        self._others_bytes = others_bytes
        self._fixed: dict[str, Pcm] = {}
        self._others: OrderedDict[str, Pcm] = OrderedDict()
        self._held_bytes = 0

    async def check(self) -> None:
        """Check the voice.

        Raises:
            ModelMissing: it is not installed, or reads Mandarin as something else.
            VoiceFailure: it did not answer in time.
        """
        await self._voice.check()

    async def prepare(self, sentences: Sequence[str]) -> None:
        """Make fixed sentences, one after the other; nobody has to wait for it. A failure leaves the rest for later."""
        try:
            for sentence in sentences:
                if sentence not in self._fixed:
                    self._fixed[sentence] = await self._voice.synthesize(sentence)
        except VoiceFailure as failure:
            log.warning("sentences were not made ahead: %s", failure)

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound.

        Raises:
            VoiceFailure: it is not kept, and no sound could be made in time.
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
