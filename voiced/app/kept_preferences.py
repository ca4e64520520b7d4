"""Keeps the settings that people change on the card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from voiced.adapters.machine.paths import preferences_file
from voiced.adapters.machine.preferences_file import PreferencesFile
from voiced.app.configured import KEYS, configuration, names_chosen, why_silent, with_choice
from voiced.config import Settings, load
from voiced.errors import Failure, RequestWrong
from voiced.ports.preferences import KeptChoice, Preferences, PreferencesKnown

_OFFERED = ("auto", "bank", "pyttsx3", "neural", "none")
"""Engines that need no address in the configuration."""


class KeptPreferences:
    """Reads and keeps the choices; the configuration is read anew each time, as a reload reads it."""

    def __init__(self, config: Path | None, reload: Callable[[], None]) -> None:
        """Prepare.

        Args:
            config: the configuration file that was named, or None.
            reload: has the daemon read its settings anew.
        """
        self._config = config
        self._file = PreferencesFile(preferences_file())
        self._reload = reload

    def known(self) -> PreferencesKnown:
        """What is in use and what can be chosen.

        Raises:
            ConfigWrong: the configuration has become wrong.
        """
        found, without = configuration(self._config), load(self._config)
        works = [engine for engine in _OFFERED if _works(found.settings, engine)]
        return PreferencesKnown(
            _preferences(found.settings),
            list(dict.fromkeys((*works, without.settings.voice.engine))),
            list(names_chosen(found)),
            [name for name, key in KEYS.items() if found.origins.get(key, "").startswith("$")],
        )

    def choose(self, wanted: Preferences | None) -> None:
        """Keep what differs from the configuration; the wake phrase has been checked before.

        Raises:
            RequestWrong: a value is not allowed, or a variable sets it.
            Failure: the file cannot be written.
        """
        chosen = KeptChoice() if wanted is None else self._differing(wanted)
        settings = with_choice(self._config, chosen).settings
        if wanted is not None and _preferences(settings) != wanted:
            raise RequestWrong(
                "a value is not allowed, or a variable of the daemon sets it; see docs/card.md"
            )
        if why := why_silent(settings):
            raise RequestWrong(why)
        try:
            self._file.write(chosen)
        except OSError as error:
            raise Failure(f"{self._file.path}: {error.strerror}; the settings stay as they are") from error

    def take_over(self) -> None:
        """Have the daemon read its settings anew."""
        self._reload()

    def _differing(self, wanted: Preferences) -> KeptChoice:
        configured = asdict(_preferences(load(self._config).settings))
        differing = {name: value for name, value in asdict(wanted).items() if value != configured[name]}
        return msgspec.convert(differing, KeptChoice)


def _preferences(settings: Settings) -> Preferences:
    voice = settings.voice
    return Preferences(settings.session.wake_phrase, voice.engine, voice.rate_words_per_minute, voice.night)


def _works(settings: Settings, engine: str) -> bool:
    """Whether this machine has what the engine needs."""
    voice = msgspec.convert({**asdict(settings.voice), "engine": engine}, type(settings.voice))
    return why_silent(msgspec.structs.replace(settings, voice=voice)) is None
