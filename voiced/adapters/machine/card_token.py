"""The card's secret, kept so that pages stay open over a restart."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path

from voiced.errors import ConfigWrong

_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def kept_token(path: Path) -> str:
    """The token in the file, which only its owner can read; a new one where there is none or no whole one.

    Raises:
        ConfigWrong: the file cannot be read or written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        path.chmod(0o600)
        token = path.read_text(encoding="ascii", errors="replace").strip()
        return token if _TOKEN.fullmatch(token) else _written(path)
    except OSError as error:
        raise ConfigWrong(
            f"{path}: the card's token cannot be kept: {error.strerror}; make the directory writable"
        ) from error


def _written(path: Path) -> str:
    token = secrets.token_urlsafe(_BYTES)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.touch(mode=0o600)
    new.write_text(token + "\n", encoding="ascii")
    new.replace(path)
    return token
