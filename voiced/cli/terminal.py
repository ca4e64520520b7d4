"""The terminal: lines that are typed, rows that are shown, and the progress of long work."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Callable
from typing import TextIO

from voiced.domain.transaction import Transaction


def shown(row: Transaction) -> str:
    """Day, type, amount, category, words and account, of a transfer both."""
    words = f" {row.description}" if row.description else ""
    goes = "" if row.to_account is None else f" → {row.to_account}"
    return f"{row.date} {row.type.value} {row.amount}元 {row.category}{words} [{row.account}{goes}]"


def progress(doing: str, total: int) -> Callable[[int], None]:
    """What to tell how much is done; it rewrites one line on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return lambda _: None

    def tell(done: int) -> None:
        end = "\n" if done == total else ""
        print(f"\r{doing}: {done} of {total}", end=end, file=sys.stderr, flush=True)

    return tell


_CHUNK_BYTES = 65_536


class TypedLines:
    """The lines of a text stream, such as standard input. A byte that is no text becomes U+FFFD."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._typed = bytearray()
        self._is_at_end = False

    async def next(self) -> str | None:
        """The next line, without what surrounds its words; None at the end.

        Cancelled, it takes nothing of what is typed later.
        """
        while b"\n" not in self._typed and not self._is_at_end:
            await self._read()
        if not self._typed:
            return None
        line, _, rest = bytes(self._typed).partition(b"\n")
        self._typed = bytearray(rest)
        # Kept as a lone surrogate, a stray byte makes a draft that no ledger takes.
        return line.decode(self._stream.encoding or "utf-8", errors="replace").strip()

    async def _read(self) -> None:
        try:
            descriptor = self._stream.fileno()
            await _readable(descriptor)
            typed = os.read(descriptor, _CHUNK_BYTES)
        except (io.UnsupportedOperation, PermissionError):
            # The event loop cannot wait for a file, and need not: a file is read at once.
            typed = self._stream.buffer.read(_CHUNK_BYTES)
        self._typed += typed
        self._is_at_end = not typed


async def _readable(descriptor: int) -> None:
    """Return when something can be read.

    Raises:
        PermissionError: the descriptor is that of a file.
    """
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(descriptor)
