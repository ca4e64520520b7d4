"""Builds the configured voice, player and tones."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from voiced.adapters.absent import SilentPlayer, SilentVoice
from voiced.adapters.machine.installed_parts import find_bank, find_kokoro, is_bank, is_kokoro
from voiced.adapters.machine.paths import expanded, model_folders
from voiced.adapters.machine.wyoming_servers import require_library
from voiced.adapters.voice.cached_voice import CachedVoice
from voiced.adapters.voice.voice_engines import (
    SpeakingStyle,
    cut_of,
    neural,
    pyttsx3,
    sample_rate_of,
    warm_up,
)
from voiced.config import Settings, VoiceSettings
from voiced.domain.hours import Hours
from voiced.errors import NoModelYet
from voiced.ports.conversation import Clock
from voiced.ports.sound import Player, Voice
from voiced.runtime.tones import Tones

if TYPE_CHECKING:
    from voiced.adapters.voice.bank_voice import BankVoice

log = logging.getLogger(__name__)

VoiceEngine = Literal["bank", "pyttsx3", "neural", "wyoming", "none"]
"""The engines that `voice.engine` may mean; "auto" is one of the first two."""


class Mouth(Struct, frozen=True):
    """The voice and the player of a conversation.

    Attributes:
        cut: divides a sentence into parts that are made and played one after the other.
        sample_rate: the best rate to open the player with.
    """

    voice: Voice
    player: Player
    cut: Callable[[str], Sequence[str]]
    sample_rate: int

    async def warm_up(self) -> None:
        """Prepare the first sentence. A voice that cannot speak is logged."""
        await warm_up(self.voice, self.player, self.sample_rate)


def voice_of(settings: Settings) -> Voice:
    """The configured voice, not started yet. `check` tells whether it can speak Mandarin.

    Raises:
        NoModelYet: the configured voice needs a bank or a model that is missing.
    """
    voice = settings.voice
    match engine_of(settings):
        case "none":
            return SilentVoice()
        case "wyoming":
            return _wyoming(settings)
        case "neural":
            return CachedVoice(neural(neural_model(settings), style_of(voice)))
        case "bank":
            return CachedVoice(bank_voice(bank_folder(settings), voice))
        case "pyttsx3":
            return CachedVoice(pyttsx3(style_of(voice)))


def engine_of(settings: Settings) -> VoiceEngine:
    """The engine that speaks: the configured one, or for "auto" the bank where one is installed, else pyttsx3."""
    if settings.voice.engine != "auto":
        return settings.voice.engine
    return "pyttsx3" if installed_bank(settings) is None else "bank"


def bank_voice(folder: Path, voice: VoiceSettings) -> BankVoice:
    """The voice of a bank of recorded units, as fast and as loud as configured."""
    from voiced.adapters.voice.bank_voice import BankVoice  # noqa: PLC0415 - numpy, where it is the engine

    return BankVoice(folder, rate_words_per_minute=voice.rate_words_per_minute, volume=voice.volume)


def tell_missing_bank(settings: Settings) -> None:
    """Log how to get a voice that is easier to understand, where "auto" had to take pyttsx3."""
    if settings.voice.engine == "auto" and engine_of(settings) == "pyttsx3":
        log.info("the voice is eSpeak NG; one that is easier to understand: voiced models fetch voice-bank")


def style_of(voice: VoiceSettings) -> SpeakingStyle:
    """The configured style of speaking."""
    return SpeakingStyle(voice.voice, voice.rate_words_per_minute, voice.volume, voice.deadline_seconds)


def mouth_of(
    settings: Settings, loudspeaker: Player | None, folder: Path | None, tones: Tones | None
) -> Mouth:
    """A voice and its player.

    Args:
        settings: the voice.
        loudspeaker: the player; None for a conversation without sound.
        folder: the folder that gets the sentences instead of the loudspeaker.
        tones: the tones, which need the loudspeaker even if the voice is silent.

    Raises:
        NoModelYet: the configured voice needs a bank or a model that is missing.
    """
    engine, player = engine_of(settings), loudspeaker
    if folder is not None:
        from voiced.adapters.sound.wav_files import WavFolderPlayer  # noqa: PLC0415 - numpy, where sentences are kept

        player = WavFolderPlayer(folder)
    if player is None or (engine == "none" and tones is None):
        return Mouth(SilentVoice(), SilentPlayer(), cut_of("none"), sample_rate_of("none"))
    # A file holds a whole sentence.
    cut = cut_of(engine if folder is None else "none")
    return Mouth(voice_of(settings), player, cut, sample_rate_of(engine))


def quieter_at_night(voice: VoiceSettings, loudspeaker: Player, clock: Clock) -> Player:
    """The loudspeaker, turned down in the configured hours."""
    hours = Hours.from_text(voice.night)
    if hours is None:
        return loudspeaker
    from voiced.adapters.sound.night_player import Night, NightPlayer  # noqa: PLC0415 - numpy, while the microphone opens

    return NightPlayer(loudspeaker, Night(hours, voice.night_volume), clock)


def tones_of(settings: Settings) -> Tones | None:
    """The tones, or None if they are turned off."""
    if not settings.voice.earcons:
        return None
    from voiced.adapters.sound.earcons import tones  # noqa: PLC0415 - numpy, while the microphone opens

    return Tones(tones(sample_rate=sample_rate_of(engine_of(settings)), volume=settings.voice.volume))


def _wyoming(settings: Settings) -> Voice:
    require_library()
    from voiced.adapters.voice.wyoming_voice import WyomingVoice  # noqa: PLC0415 - of the extra `wyoming`

    voice = settings.voice
    return CachedVoice(WyomingVoice(voice.server, voice=voice.voice, deadline_seconds=voice.deadline_seconds))


def neural_model(settings: Settings) -> Path:
    """The folder of the neural voice's model.

    Raises:
        NoModelYet: it is missing.
    """
    folders = model_folders(settings.asr.models_dir)
    if settings.voice.model_dir:
        named = expanded(settings.voice.model_dir, "voice.model_dir")
        found = named if is_kokoro(named) else None
    else:
        named = folders[0]
        found = next((path for path in map(find_kokoro, folders) if path is not None), None)
    if found is None:
        raise NoModelYet(
            f'{named}: holds no model for voice.engine = "neural"; docs/voices.md says where to get one'
        )
    return found


def bank_folder(settings: Settings) -> Path:
    """The folder of the bank of recorded units.

    Raises:
        NoModelYet: it is missing.
    """
    found = installed_bank(settings)
    if found is None:
        named = settings.voice.model_dir or str(model_folders(settings.asr.models_dir)[0])
        raise NoModelYet(
            f'{named}: holds no recorded units for voice.engine = "bank"; '
            "fetch some with: voiced models fetch voice-bank"
        )
    return found


def installed_bank(settings: Settings) -> Path | None:
    """The folder of the bank: the configured one, or the first in the folders of the models; None if it is missing."""
    if settings.voice.model_dir:
        named = expanded(settings.voice.model_dir, "voice.model_dir")
        return named if is_bank(named) else None
    folders = model_folders(settings.asr.models_dir)
    return next((path for path in map(find_bank, folders) if path is not None), None)
