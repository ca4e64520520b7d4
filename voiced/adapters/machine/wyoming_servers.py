"""Servers with the Wyoming protocol, such as Home Assistant's engines: their addresses, and messages about them."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from voiced.adapters.machine.installed_parts import require
from voiced.errors import ConfigWrong, ModelMissing

TROUBLES = (OSError, EOFError, AttributeError, KeyError, TypeError, ValueError)
"""Errors of the network, and those of the protocol's library when a server sends something else."""


def require_library() -> None:
    """Check that the protocol's library is installed. Call it before importing the modules that need the library.

    Raises:
        ModelMissing: the library is missing.
    """
    require("wyoming", "the Wyoming protocol", "wyoming")


class WyomingServer(Struct, frozen=True):
    """The address of a server."""

    host: str
    port: int

    @classmethod
    def at(cls, uri: str) -> WyomingServer:
        """The server at `tcp://host:port`.

        Raises:
            ConfigWrong: `uri` is not such an address.
        """
        try:
            address = urlsplit(uri)
            host, port = address.hostname, address.port
        except ValueError:
            address = host = port = None
        if address is None or address.scheme != "tcp" or not host or not port:
            raise ConfigWrong(
                f"{uri}: is not the address of a Wyoming server; write it as tcp://HOST:PORT with a port up to 65535"
            )
        return cls(host, port)

    def missing(self, what: str, reason: object) -> ModelMissing:
        """The error for a missing server; `what` is its task, such as speech recognition."""
        return ModelMissing(self.silence(what, reason))

    def silence(self, what: str, reason: object) -> str:
        """The message for a server that does not answer, with the remedy."""
        return (
            f"{self}: no Wyoming server for {what} answers ({reason}); start one there or name another engine"
        )

    def __str__(self) -> str:
        return f"tcp://{self.host}:{self.port}"
