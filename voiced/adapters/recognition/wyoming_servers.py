"""Servers that speak the Wyoming protocol, as Home Assistant's engines do: where they are, and that they are there."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from voiced.adapters.machine.extras import require
from voiced.errors import ConfigWrong, ModelMissing

TROUBLES = (OSError, EOFError, AttributeError, KeyError, TypeError, ValueError)
"""What the network raises, and what the protocol's library raises where a server talks of something else."""


def require_library() -> None:
    """Make sure that the protocol's library is there; to be called before what imports it is imported.

    Raises:
        ModelMissing: it is not.
    """
    require("wyoming", "the Wyoming protocol", "wyoming")


class WyomingServer(Struct, frozen=True):
    """Where a server listens."""

    host: str
    port: int

    @classmethod
    def at(cls, uri: str) -> WyomingServer:
        """The server at `tcp://host:port`.

        Raises:
            ConfigWrong: that is no address.
        """
        try:
            address = urlsplit(uri)
            host, port = address.hostname, address.port
        except ValueError:
            address = host = port = None
        if address is None or address.scheme != "tcp" or not host or not port:
            raise ConfigWrong(f"{uri}: is no address of a Wyoming server; write it as tcp://127.0.0.1:10300")
        return cls(host, port)

    def missing(self, what: str, reason: object) -> ModelMissing:
        """That no such server is there; `what` it is to do, such as recognition of speech."""
        return ModelMissing(self.silence(what, reason))

    def silence(self, what: str, reason: object) -> str:
        """That no such server answers, and what to do."""
        return (
            f"{self}: no Wyoming server for {what} answers ({reason}); start one there or name another engine"
        )

    def __str__(self) -> str:
        return f"tcp://{self.host}:{self.port}"
