"""The card's secret, kept in a file so that pages stay open over a restart."""

from __future__ import annotations

import logging
import os
import re
import secrets
from pathlib import Path

from voiced.errors import DISK_TROUBLE, ConfigWrong

log = logging.getLogger(__name__)

_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def kept_token(path: Path) -> str:
    """The token in the file, which only its owner can read; a new one if the file is missing or damaged.

    On a full disk the daemon runs with a token that is valid until it ends.

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
        if error.errno in DISK_TROUBLE:
            log.warning("%s: %s; pages have to be opened anew after a restart", path, error.strerror)
            return secrets.token_urlsafe(_BYTES)
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
