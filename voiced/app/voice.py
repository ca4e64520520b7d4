"""What is said, what it is heard by, and the tones beside it, as configured."""

from __future__ import annotations

from pathlib import Path

from voiced.config import Settings
from voiced.ports import Player, Voice
from voiced.runtime.tones import Tones


def voice_of(settings: Settings) -> Voice:
    """The voice as configured; nothing is started yet."""
    from voiced.adapters.voices import SilentVoice, cached

    voice = settings.voice
    if voice.engine == "none":
        return SilentVoice()
    manner = (voice.voice, voice.rate_words_per_minute, voice.volume, voice.deadline_seconds)
    return cached(voice.engine, *manner)


def mouth_of(
    settings: Settings, loudspeaker: Player | None, folder: Path | None, tones: Tones | None
) -> tuple[Voice, Player]:
    """A voice, and what it is heard by.

    Args:
        settings: which voice.
        loudspeaker: None where nobody listens.
        folder: where sentences are kept instead.
        tones: wanted at the loudspeaker even where the voice is silent.
    """
    from voiced.adapters.silent_voice import SilentVoice
    from voiced.adapters.wav_players import SilentPlayer, WavFolderPlayer

    player = loudspeaker if folder is None else WavFolderPlayer(folder)
    if player is None:
        return SilentVoice(), SilentPlayer()
    if settings.voice.engine == "none" and tones is None:
        return SilentVoice(), SilentPlayer()
    return voice_of(settings), player


def tones_of(settings: Settings) -> Tones | None:
    """The tones, None where they are turned off."""
    if not settings.voice.earcons:
        return None
    from voiced.adapters.earcons import tones
    from voiced.adapters.voices import SAMPLE_RATE

    return Tones(tones(sample_rate=SAMPLE_RATE, volume=settings.voice.volume))
