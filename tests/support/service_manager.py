"""A service manager: it listens at a notify socket, as systemd does, and knows what a service said of itself."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self


class NotifySocket:
    """What services said, one line a message field, in order."""

    def __init__(self, path: Path) -> None:
        """Listen at `path`; the path of a socket is at most 107 bytes long."""
        self.path = path
        self.said: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)

    async def until(self, wanted: Callable[[str], bool], seconds: float) -> str:
        """The next line that is wanted.

        Raises:
            TimeoutError: none came in time.
        """
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(seconds):
            while True:
                lines = (await loop.sock_recv(self._socket, 4096)).decode().splitlines()
                self.said += lines
                for line in lines:
                    if wanted(line):
                        return line

    def read(self) -> list[str]:
        """What was said since the last look."""
        before = len(self.said)
        while True:
            try:
                self.said += self._socket.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self.said[before:]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self.path.unlink(missing_ok=True)
