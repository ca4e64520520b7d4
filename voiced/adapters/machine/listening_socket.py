"""Listening sockets, opened before the server is built: an unusable address gives one clear line."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable

from msgspec import Struct

from voiced.errors import ConfigWrong

_BACKLOG = 256
_HIGHEST_PORT = 65_535
_APART, _TRIES = 1000, 9
"""The distance between the ports to try when one is taken, and how many to try. The next port numbers often belong to
related programs."""


class Served(Struct, frozen=True):
    """The names of a server and its settings, for messages.

    Attributes:
        what: `the card`.
        host_setting: the setting of its host: `card.host`, `--host`.
        port_setting: the setting of its port.
    """

    what: str
    host_setting: str
    port_setting: str


TakePort = Callable[[str, int, Served], socket.socket]
"""`listen`, or `listen_nearby` if another port will do."""


def listen(host: str, port: int, served: Served) -> socket.socket:
    """A socket that listens at the address; port 0 takes a free one.

    Raises:
        ConfigWrong: the address is taken, belongs to another machine, or is not an address.
    """
    try:
        return _listening(host, port, served)
    except OSError as error:
        raise _not_served(host, port, served, error) from error


def listen_nearby(host: str, port: int, served: Served) -> socket.socket:
    """Listen at a port, or at another one if it is taken. Others are tried in a fixed order, so the choice seldom changes.

    Raises:
        ConfigWrong: the address belongs to another machine, or is not an address.
    """
    for candidate in (port, *range(port + _APART, min(port + _TRIES * _APART, _HIGHEST_PORT) + 1, _APART)):
        try:
            return _listening(host, candidate, served)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _not_served(host, candidate, served, error) from error
    return listen(host, 0, served)


def _listening(host: str, port: int, served: Served) -> socket.socket:
    """A socket at the address.

    Raises:
        ConfigWrong: the host or the port does not exist.
        OSError: the address cannot be used.
    """
    if not 0 <= port <= _HIGHEST_PORT:  # the resolver would silently use the number modulo 65536
        raise ConfigWrong(f"{served.port_setting}: {port} is not a port; use one from 0 to {_HIGHEST_PORT}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a host name"
        raise ConfigWrong(
            f"{served.host_setting}: {host}: {reason}; name an address of this machine"
        ) from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    listening.settimeout(0)
    return listening


def _not_served(host: str, port: int, served: Served, error: OSError) -> ConfigWrong:
    setting = served.host_setting if error.errno == errno.EADDRNOTAVAIL else served.port_setting
    return ConfigWrong(
        f"{setting}: {served.what} cannot be served at {host} port {port}: {error.strerror}; name another"
    )
