"""The event loop that commands run on. It ends at once, also while a name server does not answer.

The system's look-up of a name is busy for up to half a minute where the name server is silent, and nothing ends it. asyncio
would do it on threads that Python waits for at its end. Here each look-up has a thread that Python does not wait for. The
HTTP client, asyncio's streams and psycopg all look names up through the loop.
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
    """Run a command's coroutine to its end, as `asyncio.run` does, on such a loop."""
    with asyncio.Runner(loop_factory=EventLoop) as runner:
        return runner.run(main)


class EventLoop(asyncio.SelectorEventLoop):
    """asyncio's loop, but for how names of hosts are looked up."""

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
            OSError: it has none, or no name server can be asked.
        """
        found: Future[_Found] = Future()
        found.set_running_or_notify_cancel()  # who stops waiting changes nothing for the thread
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
