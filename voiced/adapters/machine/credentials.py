"""Secrets from systemd (`LoadCredential=`): files that only the service can read."""

from __future__ import annotations

import os
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
