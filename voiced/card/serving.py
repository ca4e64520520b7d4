"""Serves the card on the daemon's event loop, without signal handlers, access log and periodic wake-ups."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from voiced.card.socket import MAX_FRAME_BYTES

HEAD_SECONDS = 5.0
"""The time limit for the first request on a connection."""
MAX_WAITING = 64
"""The most connections without a request; one more closes the oldest."""
_PING_SECONDS = 10.0
_StartTask = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


@asynccontextmanager
async def serving(app: ASGIApp, listening: socket.socket, start: _StartTask) -> AsyncGenerator[None]:
    """Serve until the block is left; then close the pages and connections.

    Args:
        app: answers the requests.
        listening: a socket that listens.
        start: runs the server in a task, whose failure ends the block.
    """
    config = uvicorn.Config(
        app,
        http=_patient(_Waiting()),
        ws=PageProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_level="warning",  # lines about visits would hold the searched words, which are private
        log_config=None,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config)
    try:
        running = start(server.serve(sockets=[listening]))
        try:
            await server.begun.wait()
            yield
        finally:
            server.ending.set()
            await asyncio.wait((running,))
    finally:
        listening.close()


class PageProtocol(WebSocketsSansIOProtocol):
    """The connection of an open page."""

    def shutdown(self) -> None:
        """Close the connection at the stop of the server, also if the page is just closing it.

        uvicorn 0.54 sends its own close then as well, which is an error that would end the stop of the daemon.
        """
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()


class _Server(uvicorn.Server):
    """A server that leaves signals to the daemon and sleeps between requests."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = asyncio.Event()
        self.ending = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def main_loop(self) -> None:
        self.begun.set()
        await self.ending.wait()


class _Waiting:
    """Connections that wait for their first request, the oldest first."""

    def __init__(self) -> None:
        self._since: dict[asyncio.Transport, asyncio.TimerHandle] = {}

    def add(self, transport: asyncio.Transport) -> None:
        """A connection was opened."""
        later = asyncio.get_running_loop().call_later(HEAD_SECONDS, self._drop, transport)
        self._since[transport] = later
        if len(self._since) > MAX_WAITING:
            self._drop(next(iter(self._since)))

    def remove(self, transport: asyncio.Transport) -> None:
        """The connection has sent a request, or is closed."""
        later = self._since.pop(transport, None)
        if later is not None:
            later.cancel()

    def _drop(self, transport: asyncio.Transport) -> None:
        self.remove(transport)
        transport.abort()


def _patient(waiting: _Waiting) -> type[H11Protocol]:
    """The protocol of a connection, with a time limit for its first request."""

    class Patient(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            waiting.add(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            waiting.remove(self.transport)
            super().connection_lost(exc)

        def handle_events(self) -> None:
            super().handle_events()
            if cast("object", self.scope) is not None:  # uvicorn sets it after reading the head of a request
                waiting.remove(self.transport)

    return Patient
