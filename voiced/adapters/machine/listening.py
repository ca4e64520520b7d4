"""Sockets that listen, made before a server is: an address that cannot be had is told in one line."""

from __future__ import annotations

import socket

from msgspec import Struct

from voiced.errors import ConfigWrong

_BACKLOG = 256
_HIGHEST_PORT = 65_535


class Served(Struct, frozen=True):
    """What is served, as messages call it.

    Attributes:
        what: `the card`.
        host_setting: where its host is set: `card.host`, `--host`.
        port_setting: where its port is set.
    """

    what: str
    host_setting: str
    port_setting: str


def listen(host: str, port: int, served: Served) -> socket.socket:
    """A socket that listens at the address; port 0 takes a free one.

    Raises:
        ConfigWrong: the address is taken, none of this machine, or none at all.
    """
    if not 0 <= port <= _HIGHEST_PORT:  # the resolver would take the rest of a division, and say nothing
        raise ConfigWrong(f"{served.port_setting}: {port} is no port; give one from 0 to {_HIGHEST_PORT}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no name of a machine"
        raise ConfigWrong(
            f"{served.host_setting}: {host}: {reason}; name an address of this machine"
        ) from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise ConfigWrong(
            f"{served.what} cannot be served at {host} port {port}: {error.strerror}; name another with {served.port_setting}"
        ) from error
    listening.settimeout(0)
    return listening
