"""Secrets: the credentials that systemd gives the service, the card's token, and variables for this process alone."""

from __future__ import annotations

import logging
import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from voiced.errors import DISK_TROUBLE, ConfigWrong

log = logging.getLogger(__name__)

_FOLDER = "CREDENTIALS_DIRECTORY"
_OURS_ALONE = ("VOICED_", "CREDENTIALS_", "PGPASS", "NOTIFY_", "WATCHDOG_", "LISTEN_")
"""Prefixes of variables that other programs must not get: secrets, libpq's included, and systemd's messages to us."""
_TOKEN_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


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


def for_others(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables without those for us alone."""
    return {name: value for name, value in environment.items() if not name.startswith(_OURS_ALONE)}


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
        return token if _TOKEN.fullmatch(token) else _written_token(path)
    except OSError as error:
        if error.errno in DISK_TROUBLE:
            log.warning("%s: %s; the token in it changes with the next start", path, error.strerror)
            return secrets.token_urlsafe(_TOKEN_BYTES)
        raise ConfigWrong(
            f"{path}: the token cannot be kept: {error.strerror}; make the directory writable"
        ) from error


def write_secret(path: Path, text: bytes) -> None:
    """Replace the file in one step; only its owner can read it.

    Raises:
        OSError: the file is as it was.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.touch(mode=0o600)
        new.write_bytes(text)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


def _written_token(path: Path) -> str:
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    write_secret(path, f"{token}\n".encode("ascii"))
    return token
