"""The address and the name by which other devices in the house reach this machine."""

from __future__ import annotations

import socket

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
