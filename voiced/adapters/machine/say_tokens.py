"""The tokens with which scripts and phones send words, each with a name; the file holds their hashes alone."""

from __future__ import annotations

import logging
import secrets
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from voiced.adapters.machine.secrets import write_secret
from voiced.errors import ConfigWrong, WrongInput

log = logging.getLogger(__name__)

_MAX_NAME = 40
_TOKEN_BYTES = 32


class SayToken(Struct, frozen=True):
    """A token without its text.

    Attributes:
        digest: its SHA-256. The text is random and long, so that a slow hash would add nothing.
    """

    name: str
    digest: str
    made_at: datetime


class SayTokens:
    """The tokens in a file, which is read again when it has changed: the daemon knows a new token at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at: tuple[int, int, int] | None = None
        self._names: dict[str, str] = {}

    def owner_of(self, token: str) -> str | None:
        """The name of the token; None if it is unknown or was revoked."""
        self._read_if_changed()
        return self._names.get(_digest(token))

    def all(self) -> tuple[SayToken, ...]:
        """Every token, oldest first.

        Raises:
            ConfigWrong: the file cannot be read.
        """
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=tuple[SayToken, ...])
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise ConfigWrong(f"{self._path}: {error.strerror}; check its owner and its mode") from error
        except msgspec.MsgspecError as error:
            raise ConfigWrong(
                f"{self._path}: is damaged; remove it and make the tokens anew ({error})"
            ) from error

    def make(self, name: str, now: datetime) -> str:
        """A new token, whose text is never shown again.

        Raises:
            WrongInput: the name is taken, or is not one line of 1 to 40 characters.
            ConfigWrong: the file cannot be read or written.
        """
        tokens = self.all()
        if not name.strip() or len(name) > _MAX_NAME or not name.isprintable() or "/" in name:
            raise WrongInput(f"NAME must be one line of 1 to {_MAX_NAME} characters without /")
        if any(token.name == name for token in tokens):
            raise WrongInput(f"{name}: a token of this name exists; first: voiced card token revoke {name}")
        text = secrets.token_urlsafe(_TOKEN_BYTES)
        self._write((*tokens, SayToken(name, _digest(text), now)))
        return text

    def revoke(self, name: str) -> None:
        """Make the token of this name useless, at once.

        Raises:
            WrongInput: there is no such token.
            ConfigWrong: the file cannot be read or written.
        """
        tokens = self.all()
        left = tuple(token for token in tokens if token.name != name)
        if left == tokens:
            raise WrongInput(f"{name}: there is no token of this name; see: voiced card token list")
        self._write(left)

    def _write(self, tokens: tuple[SayToken, ...]) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_secret(self._path, msgspec.json.encode(tokens))
        except OSError as error:
            raise ConfigWrong(
                f"{self._path}: the token cannot be kept: {error.strerror}; make the directory writable"
            ) from error

    def _read_if_changed(self) -> None:
        try:
            status = self._path.stat()
            seen = (status.st_ino, status.st_mtime_ns, status.st_size)
        except OSError:
            seen = None
        if seen == self._read_at:
            return
        self._read_at = seen
        try:
            self._names = {token.digest: token.name for token in self.all()}
        except ConfigWrong as error:
            log.warning("no script can send words: %s", error)
            self._names = {}


def _digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()
