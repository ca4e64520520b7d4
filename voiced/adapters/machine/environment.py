"""The environment variables that other programs get from us."""

from __future__ import annotations

from collections.abc import Mapping

_OURS_ALONE = ("VOICED_", "CREDENTIALS_", "PGPASS", "NOTIFY_", "WATCHDOG_", "LISTEN_")
"""Prefixes of variables that other programs must not get: secrets, libpq's included, and systemd's messages to us."""


def for_others(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables without those for us alone."""
    return {name: value for name, value in environment.items() if not name.startswith(_OURS_ALONE)}
