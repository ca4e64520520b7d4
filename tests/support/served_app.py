"""A web application on a real socket."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import uvicorn
from starlette.types import ASGIApp


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncGenerator[str]:
    """The URL under which it is served, on a free port of loopback, until the block is left."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        host, port = listening.getsockname()
        serving = asyncio.ensure_future(server.serve(sockets=[listening]))
        try:
            yield f"http://{host}:{port}"
        finally:
            server.should_exit = True
            await serving
