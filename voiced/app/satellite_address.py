"""The address at which voice satellites are served, and who may connect there."""

from __future__ import annotations

from ipaddress import ip_address
from socket import socket

from msgspec import Struct

from voiced.adapters.machine.listening_socket import Served, TakePort, listen
from voiced.adapters.machine.wyoming_servers import WyomingServer, require_library
from voiced.adapters.wyoming.allow_list import AllowList
from voiced.config import Settings
from voiced.errors import ConfigWrong

_SATELLITES = Served("the Wyoming server", "wyoming.listen", "wyoming.listen")


class SatelliteAddress(Struct, frozen=True):
    """A socket that listens for satellites."""

    socket: socket
    allowed: AllowList


def listening_for_satellites(settings: Settings, take_port: TakePort = listen) -> SatelliteAddress:
    """Listen at the configured address.

    Args:
        settings: those of `[wyoming]` are used.
        take_port: opens the socket.

    Raises:
        ConfigWrong: it cannot be used, or other machines can reach it and none is allowed.
        ModelMissing: the protocol's library is missing.
    """
    require_library()
    allowed = AllowList.of(settings.wyoming.allow, "wyoming.allow")
    address = WyomingServer.at(settings.wyoming.listen)
    listening = take_port(address.host, address.port, _SATELLITES)
    host: str = listening.getsockname()[0]
    if not ip_address(host).is_loopback and not allowed.networks:
        listening.close()
        raise ConfigWrong(
            f"wyoming.listen: other machines can reach {host}, and the protocol knows no password; name those that may "
            'connect, as wyoming.allow = ["192.168.1.0/24"], or listen at tcp://127.0.0.1:10700'
        )
    return SatelliteAddress(listening, allowed)
