"""A connection to a server that a test can cut: a socket of our own that passes the traffic on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

_AT_ONCE = 65_536


class Cable:
    """Passes the traffic of a server's socket to a socket in another folder, until the test cuts or stops it."""

    def __init__(self, server: Path, folder: Path) -> None:
        """Carry the socket `server` into `folder` under its own name."""
        self._server = server
        self._ours = folder / server.name
        self._listening: asyncio.Server | None = None
        self._carrying: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._lost_after: bytes | None = None
        self.lost = 0
        """Answers that were lost."""
        self._flows = asyncio.Event()
        self._flows.set()

    async def plug_in(self) -> None:
        """Pass the traffic on."""
        if self._listening is None:
            self._listening = await asyncio.start_unix_server(self._carry, self._ours)

    async def pull(self) -> None:
        """Cut the open connections, and refuse new ones."""
        if self._listening is not None:
            self._listening.close()
            self._listening = None
            self._ours.unlink()
        await self._cut()

    def lose_the_answer_to(self, words: bytes) -> None:
        """Cut when the server answers a statement with these words: the work is done, but the client never learns it."""
        self._lost_after = words

    def clog(self) -> None:
        """Hold all traffic back without an error, as a broken router does."""
        self._flows.clear()

    def unclog(self) -> None:
        """Pass on the traffic that was held back."""
        self._flows.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying[task] = writer
        try:
            there, back = await asyncio.open_unix_connection(self._server)
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._ask(reader, back))
                    group.create_task(self._answer(there, writer))
            finally:
                await _hang_up(back)
        except* (OSError, asyncio.CancelledError, _Cut):
            pass
        finally:
            await _hang_up(writer)
            del self._carrying[task]

    async def _ask(self, client: asyncio.StreamReader, server: asyncio.StreamWriter) -> None:
        while data := await client.read(_AT_ONCE):
            await self._flows.wait()
            if self._lost_after is not None and self._lost_after in data:
                self._lost_after = b""
            server.write(data)
        raise _Cut

    async def _answer(self, server: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        while data := await server.read(_AT_ONCE):
            await self._flows.wait()
            if self._lost_after == b"":
                self._lost_after = None
                self.lost += 1
                raise _Cut
            client.write(data)
        raise _Cut

    async def _cut(self) -> None:
        tasks = tuple(self._carrying)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


class _Cut(Exception):  # noqa: N818 - what happens to a cable
    """One of the two ends hung up."""


async def _hang_up(end: asyncio.StreamWriter) -> None:
    end.close()
    with suppress(OSError):
        await end.wait_closed()


@asynccontextmanager
async def cable(server: Path, folder: Path) -> AsyncGenerator[Cable]:
    """A cable that is plugged in."""
    carrying = Cable(server, folder)
    await carrying.plug_in()
    try:
        yield carrying
    finally:
        carrying.unclog()
        with suppress(FileNotFoundError):
            await carrying.pull()
