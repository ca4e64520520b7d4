"""Addresses of a host, looked up on a thread that nobody has to wait for.

A name server that does not answer keeps the system's look-up busy for up to half a minute, and nothing ends it. On the event
loop's own threads, which Python waits for at its end, it would keep the daemon from stopping for as long.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future
from functools import partial

from aiohttp.abc import AbstractResolver, ResolveResult

_Address = tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]
_Found = list[tuple[socket.AddressFamily, socket.SocketKind, int, str, _Address]]
_IS_NUMERIC = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV


class NameLookup(AbstractResolver):
    """The system's look-up, each on a thread of its own."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a host.

        Raises:
            OSError: it has none, or nobody could be asked.
        """
        found: Future[_Found] = Future()
        found.set_running_or_notify_cancel()  # whoever stops waiting changes nothing for the thread
        look_up = partial(
            socket.getaddrinfo, host, port, family, socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG
        )
        threading.Thread(target=_settle, args=(found, look_up), name="name look-up", daemon=True).start()
        return [
            ResolveResult(
                hostname=host,
                host=_written(address),
                port=port,
                family=of_family,
                proto=protocol,
                flags=_IS_NUMERIC,
            )
            for of_family, _, protocol, _, address in await asyncio.wrap_future(found)
        ]

    async def close(self) -> None:
        """Nothing is held."""


def _settle(found: Future[_Found], look_up: partial[_Found]) -> None:
    try:
        addresses = look_up()
    except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
        found.set_exception(error)
    else:
        found.set_result(addresses)


def _written(address: _Address) -> str:
    """The host of an address; that of a link-local one tells its network card."""
    match address:
        case str(host), _, _, int(scope) if scope:
            return f"{host}%{scope}"
        case host, *_:
            return str(host)
