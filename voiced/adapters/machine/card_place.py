"""The address of the running daemon's card, published beside its pid file for `voiced card`.

The port may differ from the settings, if another daemon on this machine has that port.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import file_beside, holder
from voiced.adapters.machine.secrets import write_secret
from voiced.errors import NotRunning

log = logging.getLogger(__name__)

_NAME = "card.json"
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound


class CardPlace(Struct, frozen=True):
    """A card that is served.

    Attributes:
        host: the address that it listens at, `0.0.0.0` for all of this machine's.
        port: its real port.
        token: opens the page; empty where it must stay secret.
        asks_password: whether the page asks for a password; the addresses then have no token.
    """

    host: str
    port: int
    token: str
    asks_password: bool = False

    @property
    def address(self) -> str:
        """The address for a browser on this machine, with the token unless the page asks for a password."""
        return self.address_at(_EVERYWHERE.get(self.host, self.host))

    @property
    def addresses_for_others(self) -> tuple[str, ...]:
        """The addresses for other devices in the house, the surest first; empty if only this machine reaches the card."""
        if self.host in _EVERYWHERE:
            return tuple(map(self.address_at, own_names()))
        return () if ip_address(self.host).is_loopback else (self.address_at(self.host),)

    def address_at(self, host: str) -> str:
        """The address with this name or address of the machine."""
        token = f"?token={self.token}" if self.token and not self.asks_password else ""
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/{token}"

    def without_token(self) -> CardPlace:
        """The place without its token, for a log that others may read."""
        return replace(self, token="")


@contextmanager
def published(place: CardPlace) -> Generator[None]:
    """Let other processes of this user find the card until the block is left.

    Only the process that holds the pid file publishes its card, since other processes look there. A failed write is logged.
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
    """The card of this user's daemon, else of the machine's; None if that daemon serves no card.

    Raises:
        NotRunning: no daemon is running, or it belongs to another user.
    """
    for pid_file in pid_files():
        if holder(pid_file) is not None:
            return _read(pid_file.with_name(_NAME))
    raise NotRunning


def _write(file: Path, text: bytes) -> None:
    try:
        write_secret(file, text)
    except OSError as error:
        log.warning("%s: %s; voiced card will not find the card", file, error.strerror)


def _read(file: Path) -> CardPlace | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=CardPlace)
    except (OSError, msgspec.MsgspecError):
        return None  # the card is not served yet, or has ended


_FAR_AWAY = ("192.0.2.1", 9)
"""An address reserved for documentation. No packet is sent to it."""


def own_names() -> tuple[str, ...]:
    """The address in the network of the default route, then the name by multicast DNS (`raspberrypi.local`).

    Without a network the address is missing; the name is missing if the machine is called `localhost` or has no name.
    """
    name = socket.gethostname().partition(".")[0].lower()
    names = (_own_address(), "" if name in ("", "localhost") else f"{name}.local")
    return tuple(filter(None, names))


def _own_address() -> str:
    """The address that this machine would send from; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
        try:
            sending.connect(_FAR_AWAY)
        except OSError:
            return ""
        return str(sending.getsockname()[0])
