"""Which voice speaks, by the name of its engine, and what it does before its first sentence."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from voiced.adapters.cached_voice import CachedVoice, fixed_sentences
from voiced.adapters.silent_voice import SilentVoice
from voiced.errors import VoiceFailure
from voiced.ports import Pcm, Player, Voice

__all__ = ["SAMPLE_RATE", "CachedVoice", "SilentVoice", "cached", "clear_throat"]

SAMPLE_RATE = 22_050
"""eSpeak's: the loudspeaker is opened with it, and everything else resampled to it."""
_SILENCE = Pcm(bytes(2 * SAMPLE_RATE // 10), SAMPLE_RATE)
"""A tenth of a second."""


def cached(
    engine: Literal["pyttsx3", "espeak"],
    voice: str,
    rate_words_per_minute: int,
    volume: float,
    deadline_seconds: float,
) -> CachedVoice:
    """A voice that keeps what it said.

    Args:
        engine: what makes the sound.
        voice: its name among eSpeak's voices, or the end of its id.
        rate_words_per_minute: how fast it speaks.
        volume: from 0 to 1.
        deadline_seconds: for one sentence.
    """
    return CachedVoice(_engine(engine, voice, rate_words_per_minute, volume, deadline_seconds))


def _engine(engine: str, voice: str, rate: int, volume: float, deadline_seconds: float) -> Voice:
    # Each loads what it needs, and only one of them is used.
    if engine == "espeak":
        from voiced.adapters.espeak_voice import EspeakVoice  # noqa: PLC0415

        return EspeakVoice(
            voice=voice, rate_words_per_minute=rate, volume=volume, deadline_seconds=deadline_seconds
        )
    from voiced.adapters.pyttsx3_voice import Pyttsx3Voice  # noqa: PLC0415

    # pyttsx3 names a voice by family and name; eSpeak, and so the configuration, by its name alone.
    full_name = voice if "/" in voice else f"sit/{voice}"
    return Pyttsx3Voice(
        voice=full_name, rate_words_per_minute=rate, volume=volume, deadline_seconds=deadline_seconds
    )


async def clear_throat(voice: Voice, player: Player) -> None:
    """Open the loudspeaker and make the fixed sentences, so that the first answer waits for neither."""
    with suppress(VoiceFailure):  # the first sentence tells of it
        await player.play(_SILENCE, lambda: None)
    if isinstance(voice, CachedVoice):
        await voice.prepare(fixed_sentences())
