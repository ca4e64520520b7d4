"""A voice by pyttsx3 and eSpeak NG.

pyttsx3 only makes the sound. Its own playback returns before the sound ends, loses sentences and cannot be stopped; see
docs/decisions/0008.
"""

from __future__ import annotations

from voiced.adapters.voice.child_voice import ChildEngine, ChildVoice
from voiced.adapters.voice.pyttsx3_child import MANDARIN, REMEDY, SAMPLE_RATE
from voiced.adapters.voice.voice_child import VoiceRequest

_ENGINE = ChildEngine("voiced.adapters.voice.pyttsx3_child", SAMPLE_RATE, REMEDY)


class Pyttsx3Voice(ChildVoice):
    """eSpeak NG's voices, by pyttsx3 in a child process."""

    def __init__(
        self,
        *,
        voice: str = MANDARIN,
        rate_words_per_minute: int = 180,
        volume: float = 1.0,
        deadline_seconds: float = 5.0,
    ) -> None:
        """Prepare; nothing is started yet.

        Args:
            voice: name of one of eSpeak's voices.
            rate_words_per_minute: how fast it speaks.
            volume: from 0 to 1.
            deadline_seconds: for one sentence, starting the child process included.
        """
        request = VoiceRequest(voice=voice, rate=rate_words_per_minute, volume=volume, model="")
        super().__init__(_ENGINE, request, deadline_seconds)
