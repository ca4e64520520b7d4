"""What another program is told of our surroundings."""

from __future__ import annotations

from collections.abc import Mapping

_OURS_ALONE = ("VOICED_", "CREDENTIALS_", "PGPASS", "NOTIFY_", "WATCHDOG_", "LISTEN_")
"""Beginnings of variables that are no business of another program's: secrets, libpq's too, and what systemd says to us."""


def for_others(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables, less what is for us alone."""
    return {name: value for name, value in environment.items() if not name.startswith(_OURS_ALONE)}
