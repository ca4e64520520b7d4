"""The voices in child processes, their settings, and the preparation of a voice before the first sentence.

`pyttsx3` speaks with eSpeak NG. It only makes the sound: its own playback returns before the sound ends, loses sentences and
cannot be stopped (docs/decisions/0008). `neural` is Kokoro-82M by ONNX Runtime. It is much easier to understand and much
slower: even on a fast machine, making a sentence takes about half as long as playing it. So a sentence is cut into clauses,
each made while the one before is heard, and fixed sentences are made when the daemon starts (docs/decisions/0014).

A voice gets its rate and volume once, when it is made; a Wyoming server gets no rate. `CachedVoice` keeps sound by its text, so what
changes the sound later has to be part of that key.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from voiced.adapters.machine.installed_parts import how_to_get
from voiced.adapters.voice.cached_voice import CachedVoice, fixed_sentences
from voiced.adapters.voice.child_protocol import VoiceRequest
from voiced.adapters.voice.child_voice import ChildEngine, ChildVoice
from voiced.adapters.voice.pyttsx3_child import MANDARIN, REMEDY
from voiced.adapters.voice.pyttsx3_child import SAMPLE_RATE as ESPEAK_RATE
from voiced.errors import ModelMissing, VoiceFailure
from voiced.language.numbers.spoken import spoken_clauses
from voiced.ports.sound import Pcm, Player, Voice

log = logging.getLogger(__name__)

_SILENCE_SECONDS = 0.1
_LOAD_SECONDS = 10.0
"""The time for loading Kokoro, beyond the deadline of the sentence that waits for it."""


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


def pyttsx3(style: SpeakingStyle) -> ChildVoice:
    """One of eSpeak NG's voices; the one that reads Mandarin unless the style names another."""
    engine = ChildEngine("voiced.adapters.voice.pyttsx3_child", ESPEAK_RATE, REMEDY)
    return _child(engine, style, voice=style.voice or MANDARIN)


def neural(folder: Path, style: SpeakingStyle) -> ChildVoice:
    """One of Kokoro's voices; a Mandarin speaker's if the model has one and the style names no other.

    Args:
        folder: holds `model.onnx`, `voices.npz` and `vocab.json`.
        style: its deadline is for a clause, once the model is loaded.
    """
    engine = ChildEngine(
        "voiced.adapters.voice.kokoro_child",
        sample_rate_of("neural"),
        f"{how_to_get('neural-voice')}; docs/voices.md says which model it needs",
        _LOAD_SECONDS,
    )
    return _child(engine, style, voice=style.voice, model=str(folder))


def _child(engine: ChildEngine, style: SpeakingStyle, *, voice: str, model: str = "") -> ChildVoice:
    request = VoiceRequest(voice=voice, rate=style.rate_words_per_minute, volume=style.volume, model=model)
    return ChildVoice(engine, request, style.deadline_seconds)


def sample_rate_of(engine: str) -> int:
    """Samples per second of the engine's sound. A loudspeaker opened at this rate needs no resampling."""
    if engine != "neural":
        return ESPEAK_RATE
    from voiced.adapters.voice.kokoro_child import SAMPLE_RATE  # noqa: PLC0415 - numpy, where it is the engine

    return SAMPLE_RATE


def cut_of(engine: str) -> Callable[[str], Sequence[str]]:
    """The function that cuts sentences for an engine: a slow voice gets clauses, unless the sentence was made ahead."""
    if engine != "neural":
        return lambda sentence: (sentence,)
    made_ahead = frozenset(fixed_sentences())
    return lambda sentence: (sentence,) if sentence in made_ahead else spoken_clauses(sentence)


async def warm_up(voice: Voice, player: Player, sample_rate: int) -> None:
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
