"""Where the running daemon serves its card, published beside its pid file for `voiced card`.

The port need not be the one in the settings: another daemon on this machine may have taken that.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.machine.own_names import own_names
from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import file_beside, holder
from voiced.errors import NotRunning

log = logging.getLogger(__name__)

_NAME = "card.json"
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound


class CardPlace(Struct, frozen=True):
    """A card that is served.

    Attributes:
        host: the address it listens at, `0.0.0.0` for all of this machine's.
        port: the one it got.
        token: opens the page; empty where it must not be told.
        asks_password: the page asks for a password, so the addresses leave the token out.
    """

    host: str
    port: int
    token: str
    asks_password: bool = False

    @property
    def address(self) -> str:
        """What to open in a browser on this machine, the token in it where no password is asked for."""
        return self.address_at(_EVERYWHERE.get(self.host, self.host))

    @property
    def addresses_for_others(self) -> tuple[str, ...]:
        """What to open on another device in the house, the surest first; empty where only this machine reaches it."""
        if self.host in _EVERYWHERE:
            return tuple(map(self.address_at, own_names()))
        return () if ip_address(self.host).is_loopback else (self.address_at(self.host),)

    def address_at(self, host: str) -> str:
        """What to open where the machine is known by this name or address."""
        token = f"?token={self.token}" if self.token and not self.asks_password else ""
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/{token}"

    def without_token(self) -> CardPlace:
        """The same for a log, which others may read."""
        return replace(self, token="")


@contextmanager
def published(place: CardPlace) -> Generator[None]:
    """Let other processes of this user find the card until the block is left.

    Only the process that holds the pid file publishes its card, since that is the one others find. A file that cannot be
    written is told in the log.
    """
    file = file_beside(pid_files()[0], _NAME)
    if file is None:
        yield
        return
    _write(file, msgspec.json.encode(place))
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def running_card() -> CardPlace | None:
    """The card of the daemon that runs: ours, else that of the machine; None where that daemon serves no card.

    Raises:
        NotRunning: no daemon runs, or it belongs to somebody else.
    """
    for pid_file in pid_files():
        if holder(pid_file) is not None:
            return _read(pid_file.with_name(_NAME))
    raise NotRunning("no daemon runs here; start it with: voiced run")


def _write(file: Path, text: bytes) -> None:
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        new.touch(mode=0o600)
        new.write_bytes(text)
        new.replace(file)
    except OSError as error:
        log.warning("%s: %s; voiced card will not find the card", file, error.strerror)
        with suppress(OSError):
            new.unlink()


def _read(file: Path) -> CardPlace | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=CardPlace)
    except (OSError, msgspec.MsgspecError):
        return None  # not served yet, or not any more
