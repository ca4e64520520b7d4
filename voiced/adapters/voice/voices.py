"""The voices by the name of their engine, and their preparation before the first sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from voiced.adapters.voice.cached_voice import CachedVoice, fixed_sentences
from voiced.adapters.voice.pyttsx3_child import MANDARIN
from voiced.adapters.voice.pyttsx3_child import SAMPLE_RATE as ESPEAK_RATE
from voiced.adapters.voice.pyttsx3_voice import Pyttsx3Voice
from voiced.adapters.voice.silent_voice import SilentVoice
from voiced.errors import ModelMissing, VoiceFailure
from voiced.language.numbers.spoken import spoken_clauses
from voiced.ports import Player, Voice
from voiced.sound import Pcm

__all__ = [
    "CachedVoice",
    "SilentVoice",
    "SpeakingStyle",
    "clear_throat",
    "cut_of",
    "neural",
    "pyttsx3",
    "sample_rate_of",
]

log = logging.getLogger(__name__)

_SILENCE_SECONDS = 0.1


class SpeakingStyle(Struct, frozen=True):
    """How a voice speaks.

    Attributes:
        voice: its name; empty for the engine's default, which reads Mandarin.
        rate_words_per_minute: how fast it speaks.
        volume: from 0 to 1.
        deadline_seconds: for one sentence.
    """

    voice: str
    rate_words_per_minute: int
    volume: float
    deadline_seconds: float


def pyttsx3(manner: SpeakingStyle) -> CachedVoice:
    """One of eSpeak NG's voices by pyttsx3, which keeps what it said."""
    return CachedVoice(
        Pyttsx3Voice(
            voice=manner.voice or MANDARIN,
            rate_words_per_minute=manner.rate_words_per_minute,
            volume=manner.volume,
            deadline_seconds=manner.deadline_seconds,
        )
    )


def neural(folder: Path, manner: SpeakingStyle) -> CachedVoice:
    """The neural voice of a model, with a cache."""
    from voiced.adapters.voice.neural_voice import NeuralVoice  # noqa: PLC0415 - where it is chosen

    return CachedVoice(
        NeuralVoice(
            folder,
            voice=manner.voice,
            rate_words_per_minute=manner.rate_words_per_minute,
            volume=manner.volume,
            deadline_seconds=manner.deadline_seconds,
        )
    )


def sample_rate_of(engine: str) -> int:
    """Samples per second of the engine's sound. A loudspeaker opened at this rate needs no resampling."""
    if engine != "neural":
        return ESPEAK_RATE
    from voiced.adapters.voice.kokoro_child import SAMPLE_RATE  # noqa: PLC0415 - see neural

    return SAMPLE_RATE


def cut_of(engine: str) -> Callable[[str], Sequence[str]]:
    """The function that cuts sentences for an engine: a slow voice gets clauses, unless the sentence was made ahead."""
    if engine != "neural":
        return lambda sentence: (sentence,)
    made_ahead = frozenset(fixed_sentences())
    return lambda sentence: (sentence,) if sentence in made_ahead else spoken_clauses(sentence)


async def clear_throat(voice: Voice, player: Player, sample_rate: int) -> None:
    """Open the loudspeaker, check the voice and make the fixed sentences, before the first answer needs them.

    A useless voice is logged, and the daemon goes on with the card and the tones.
    """
    with suppress(VoiceFailure):  # the first sentence will report it
        await player.play(Pcm(bytes(2 * round(_SILENCE_SECONDS * sample_rate)), sample_rate), lambda: None)
    try:
        await voice.check()
    except (ModelMissing, VoiceFailure) as problem:
        log.warning("the voice cannot speak: %s", problem)
        return
    if isinstance(voice, CachedVoice):
        await voice.prepare(fixed_sentences())
