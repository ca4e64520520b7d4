"""The settings that the people of a house choose on the card, as the card needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct


class Preferences(Struct, frozen=True):
    """What is in use, and what may be chosen in its place.

    Attributes:
        wake_phrase: begins a session.
        voice: the engine of the voice; `none` for a daemon that only shows its answers.
        rate: how fast the voice speaks, in words a minute.
        night: the hours in which it is quieter, as `22:00-07:00`; empty for none.
    """

    wake_phrase: str
    voice: str
    rate: int
    night: str


class KeptChoice(Struct, frozen=True, omit_defaults=True):
    """What was chosen; None where it is as in the configuration."""

    wake_phrase: str | None = None
    voice: str | None = None
    rate: int | None = None
    night: str | None = None


class PreferencesKnown(Struct, frozen=True):
    """What the settings of the card show.

    Attributes:
        in_use: what the daemon takes over.
        voices: the engines that can be chosen: those that this machine has, the configured one, and `none`.
        chosen: the names of the preferences that were chosen on the card.
        fixed: the names of those that a variable of the daemon's environment sets, which stands over a choice.
    """

    in_use: Preferences
    voices: Sequence[str]
    chosen: Sequence[str]
    fixed: Sequence[str]


class ChoiceOfPreferences(Protocol):
    """Keeps what people choose. A daemon takes it over as soon as no session is open."""

    def known(self) -> PreferencesKnown:
        """What is in use and what can be chosen; takes some milliseconds."""
        ...

    def choose(self, wanted: Preferences | None) -> None:
        """Keep these; None takes back all that was chosen.

        Raises:
            RequestWrong: a value is not allowed, or a variable sets it.
            Failure: the choice cannot be kept.
        """
        ...

    def take_over(self) -> None:
        """Have the daemon read its settings anew."""
        ...
