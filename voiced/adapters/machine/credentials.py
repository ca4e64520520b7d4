"""Secrets: those that systemd gives the service (`LoadCredential=`), and variables that other programs must not get."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from voiced.errors import ConfigWrong

_FOLDER = "CREDENTIALS_DIRECTORY"


def credential(name: str) -> str | None:
    """The credential of that name, without the newline at its end; None if it is missing.

    Raises:
        ConfigWrong: it exists but cannot be read.
    """
    folder = os.environ.get(_FOLDER)
    if not folder:
        return None
    path = Path(folder) / name
    try:
        return path.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigWrong(
            f"{path}: cannot be read as a credential; check who owns it and what it holds"
        ) from error


_OURS_ALONE = ("VOICED_", "CREDENTIALS_", "PGPASS", "NOTIFY_", "WATCHDOG_", "LISTEN_")
"""Prefixes of variables that other programs must not get: secrets, libpq's included, and systemd's messages to us."""


def for_others(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables without those for us alone."""
    return {name: value for name, value in environment.items() if not name.startswith(_OURS_ALONE)}
