"""The configuration: settings (`settings`), read from a file and the environment (`sources`)."""

from __future__ import annotations

from voiced.config.settings import (
    SECRETS,
    SECTIONS,
    Asr,
    CardSettings,
    Hooks,
    LedgerSettings,
    Llm,
    MqttSettings,
    SaySettings,
    Session,
    Settings,
    VoiceSettings,
    WyomingSettings,
)
from voiced.config.sources import ChosenValues, Configuration, load, load_settings

__all__ = [
    "SECRETS",
    "SECTIONS",
    "Asr",
    "CardSettings",
    "ChosenValues",
    "Configuration",
    "Hooks",
    "LedgerSettings",
    "Llm",
    "MqttSettings",
    "SaySettings",
    "Session",
    "Settings",
    "VoiceSettings",
    "WyomingSettings",
    "load",
    "load_settings",
]
