"""The terminal: typed lines, printed rows, and the progress of long work."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Callable
from typing import ParamSpec, TextIO

import msgspec

from voiced.domain.money import FEN_PER_YUAN, Money
from voiced.domain.transaction import TYPE_NAMES, ParseResult, Transaction

Shown = ParamSpec("Shown")


def shown(row: Transaction) -> str:
    """A row on one line: day, type, amount, category, description and account; a transfer has two accounts."""
    return f"{shown_entry(row.entry)} [{accounts_of(row)}]"


def shown_entry(entry: ParseResult) -> str:
    """An entry on one line, without its account."""
    amount = "金额没定" if entry.amount is None else f"{entry.amount}元"
    words = f" {entry.description}" if entry.description else ""
    return printable(f"{entry.date} {TYPE_NAMES[entry.type]} {amount} {entry.category}{words}")


def printable(text: str) -> str:
    """The text without characters that would move or colour the terminal, which an import may bring."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def accounts_of(row: Transaction) -> str:
    """The account of a row, or the two accounts of a transfer."""
    return row.account if row.to_account is None else f"{row.account} → {row.to_account}"


def in_columns(amount: Money) -> str:
    """An amount as a column of them shows it, with both decimals: `1,234.50`."""
    sign = "-" if amount.fen < 0 else ""
    yuan, fen = divmod(abs(amount.fen), FEN_PER_YUAN)
    return f"{sign}{yuan:,}.{fen:02d}"


def print_json(value: object) -> None:
    """Print a value as one JSON object."""
    print(msgspec.json.encode(value).decode())


def rewriting(line: Callable[Shown, str]) -> Callable[Shown, None]:
    """A function that shows progress by writing a line over the one before, on standard error; none without a terminal."""

    def show(*done: Shown.args, **more: Shown.kwargs) -> None:
        if sys.stderr.isatty():
            print(f"\r{line(*done, **more)}", end="", file=sys.stderr, flush=True)

    return show


def counted(done: int, of: int) -> str:
    """`3 of 8`; the last one ends its line."""
    return f"{done} of {of}" + ("\n" if done >= of else "")


_CHUNK_BYTES = 65_536


class TypedLines:
    """The lines of a text stream, such as standard input. An undecodable byte becomes U+FFFD."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._typed = bytearray()
        self._is_at_end = False

    async def next(self) -> str | None:
        """The next line, stripped; None at the end.

        After a cancellation, later lines stay unread.
        """
        while b"\n" not in self._typed and not self._is_at_end:
            await self._read()
        if not self._typed:
            return None
        line, _, rest = bytes(self._typed).partition(b"\n")
        self._typed = bytearray(rest)
        # As a lone surrogate, a stray byte would make a draft that the ledger refuses.
        return line.decode(self._stream.encoding or "utf-8", errors="replace").strip()

    async def _read(self) -> None:
        try:
            descriptor = self._stream.fileno()
            await _readable(descriptor)
            typed = os.read(descriptor, _CHUNK_BYTES)
        except (io.UnsupportedOperation, PermissionError):
            # The event loop cannot wait for a file; reading a file takes no waiting.
            typed = self._stream.buffer.read(_CHUNK_BYTES)
        self._typed += typed
        self._is_at_end = not typed


async def _readable(descriptor: int) -> None:
    """Return when the descriptor is readable.

    Raises:
        PermissionError: the descriptor is a file's.
    """
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(descriptor)
