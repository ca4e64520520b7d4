"""The address and the name by which other devices in the house reach this machine."""

from __future__ import annotations

import socket

_FAR_AWAY = ("192.0.2.1", 9)
"""An address that is kept for documentation: nobody is there, and nothing is sent."""


def own_names() -> tuple[str, ...]:
    """The address in the network that the default route leads to, then the name by multicast DNS (`raspberrypi.local`).

    The address is missing where there is no network, and the name where the machine is called `localhost` or nothing.
    """
    name = socket.gethostname().partition(".")[0].lower()
    names = (_own_address(), "" if name in ("", "localhost") else f"{name}.local")
    return tuple(filter(None, names))


def _own_address() -> str:
    """The address this machine would send from; empty where it has no way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
        try:
            sending.connect(_FAR_AWAY)
        except OSError:
            return ""
        return str(sending.getsockname()[0])
