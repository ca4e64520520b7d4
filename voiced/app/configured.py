"""The configuration as the daemon uses it: what people chose on the card stands over the file, and below the variables."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from voiced.adapters.machine.paths import preferences_file
from voiced.adapters.machine.preferences_file import PreferencesFile
from voiced.config import ChosenValues, Configuration, Settings, load
from voiced.errors import VoicedError
from voiced.ports.preferences import KeptChoice

log = logging.getLogger(__name__)

KEYS: Mapping[str, str] = {
    "wake_phrase": "session.wake_phrase",
    "voice": "voice.engine",
    "rate": "voice.rate_words_per_minute",
    "night": "voice.night",
}
"""The key of each preference."""


def configuration(file: Path | None) -> Configuration:
    """The configuration, with what was chosen on the card. A chosen voice that this machine has lost is passed over.

    Raises:
        ConfigWrong: the file or a variable is wrong.
    """
    chosen = PreferencesFile(preferences_file()).read()
    found = with_choice(file, chosen)
    if chosen.voice is not None and (why := why_silent(found.settings)):
        log.warning("%s: voice: %s; it is passed over", preferences_file(), why)
        return with_choice(file, replace(chosen, voice=None))
    return found


def why_silent(settings: Settings) -> str | None:
    """What the voice needs and this machine lacks; None if it can be used."""
    from voiced.app.build_voice import voice_of  # noqa: PLC0415 - where nobody chose a voice, its engines stay unread

    try:
        voice_of(settings)
    except VoicedError as error:
        return str(error)
    return None


def with_choice(file: Path | None, chosen: KeptChoice) -> Configuration:
    """The configuration, as if this were chosen on the card.

    Raises:
        ConfigWrong: the file or a variable is wrong.
    """
    values = {
        KEYS[name]: value for name, value in msgspec.structs.asdict(chosen).items() if value is not None
    }
    return load(file, chosen=ChosenValues(values, str(preferences_file())))


def names_chosen(found: Configuration) -> Iterator[str]:
    """The preferences that were chosen on the card."""
    kept_in = str(preferences_file())
    return (name for name, key in KEYS.items() if found.origins.get(key) == kept_in)


def chosen_on_card(found: Configuration) -> Iterator[str]:
    """A line for each setting that was chosen on the card: the key, its value and the file that keeps it."""
    for key in map(KEYS.__getitem__, names_chosen(found)):
        section, name = key.split(".")
        value = msgspec.json.encode(getattr(getattr(found.settings, section), name)).decode()
        yield f"{key} = {value}, chosen on the card ({found.origins[key]})"
