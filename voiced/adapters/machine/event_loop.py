"""The event loop of all commands. It ends at once, also while a name server does not answer.

The system's look-up of a name takes up to half a minute when the name server is silent, and cannot be cancelled. asyncio
would run it on a thread that Python waits for at its end. Here each look-up has a daemon thread instead. The HTTP client,
asyncio's streams and psycopg all look names up through the loop.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

_Address = tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]
_Found = list[tuple[socket.AddressFamily, socket.SocketKind, int, str, _Address]]


def run_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run a command's coroutine on such a loop, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=EventLoop) as runner:
        return runner.run(main)


class EventLoop(asyncio.SelectorEventLoop):
    """The loop of asyncio with another look-up of host names."""

    async def getaddrinfo(
        self,
        host: bytes | str | None,
        port: bytes | str | int | None,
        *,
        family: int = 0,
        type: int = 0,
        proto: int = 0,
        flags: int = 0,
    ) -> _Found:
        """The addresses of a host, looked up on a thread of its own.

        Raises:
            OSError: the host has no address, or no name server answers.
        """
        found: Future[_Found] = Future()
        found.set_running_or_notify_cancel()  # a cancelled wait must not affect the thread
        look_up = partial(socket.getaddrinfo, host, port, family, type, proto, flags)
        threading.Thread(target=_settle, args=(found, look_up), name="name look-up", daemon=True).start()
        return await asyncio.wrap_future(found, loop=self)


def _settle(found: Future[_Found], look_up: Callable[[], _Found]) -> None:
    try:
        addresses = look_up()
    except Exception as error:  # noqa: BLE001 - who waits for it gets it
        found.set_exception(error)
    else:
        found.set_result(addresses)
