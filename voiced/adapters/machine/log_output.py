"""The output of log lines: to the journal with level and fields if systemd started us, else to standard error as text.

Log lines of every level hold numbers, times and names of things, but no spoken words or amounts. Libraries do not keep that
rule. So they log from WARNING on only, and the journal leaves out the messages of their errors.
"""

from __future__ import annotations

import logging
import os
import socket
import struct
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import cast

from voiced.errors import VoicedError

log = logging.getLogger(__name__)

JOURNAL = Path("/run/systemd/journal/socket")
_FORMAT = "%(levelname)s %(name)s: %(message)s"


def begin_logging() -> None:
    """Log warnings and errors from now on. With the journal, an error that ends the process is logged there as well."""
    handler = log_handler()
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if isinstance(handler, JournalHandler):
        sys.excepthook = handler.tell_end


def log_handler(
    environment: Mapping[str, str] = os.environ, descriptor: int = 2, journal: Path = JOURNAL
) -> logging.Handler:
    """The handler for the way this process was started.

    Args:
        environment: `JOURNAL_STREAM` is the device and inode of the stream that systemd reads.
        descriptor: the number of standard error.
        journal: the journal's socket.
    """
    if is_journal(environment.get("JOURNAL_STREAM", ""), descriptor) and journal.exists():
        handler: logging.Handler = JournalHandler(journal)
    else:
        handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(_FORMAT))
    return handler


def is_journal(stream: str, descriptor: int) -> bool:
    """Whether a descriptor is the `DEVICE:INODE` that systemd connected. A redirected one gets text."""
    try:
        status = os.fstat(descriptor)
    except OSError:
        return False
    return stream == f"{status.st_dev}:{status.st_ino}"


class JournalHandler(logging.Handler):
    """Sends each record to the journal by its native protocol: one datagram of named fields."""

    def __init__(self, journal: Path) -> None:
        """`journal` is the socket."""
        super().__init__()
        self._journal = str(journal)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record. If the journal rejects it, systemd reads it from standard error with its level."""
        try:
            self._socket.sendto(b"".join(self._fields(record)), self._journal)
        except OSError:
            print(f"<{_priority(record)}>{self.format(record)}", file=sys.stderr, flush=True)  # noqa: T201 - that is its channel

    def tell_end(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log the error that ends this process, as `sys.excepthook`."""
        log.critical("ended by an unexpected error", exc_info=(kind, error, trace))

    def close(self) -> None:
        """Release the socket."""
        self._socket.close()
        super().close()

    def _fields(self, record: logging.LogRecord) -> Iterator[bytes]:
        message = record.getMessage()
        if record.exc_info and record.exc_info[1]:
            # The lines after asyncio's first one show the arguments of its tasks.
            message = f"{message.partition(chr(10))[0]}\n{traceback_without_words(record.exc_info[1])}"
        fields = {
            "MESSAGE": message,
            "PRIORITY": str(_priority(record)),
            "SYSLOG_IDENTIFIER": "voiced",
            "LOGGER": record.name,
            "CODE_FILE": record.pathname,
            "CODE_LINE": str(record.lineno),
            "CODE_FUNC": record.funcName or "",
            "THREAD": record.threadName or "",
        }
        for name, text in fields.items():
            value = text.encode()
            if b"\n" in value:
                yield name.encode() + b"\n" + struct.pack("<Q", len(value)) + value + b"\n"
            else:
                yield name.encode() + b"=" + value + b"\n"


def _priority(record: logging.LogRecord) -> int:
    """The number of the level in syslog."""
    if record.levelno >= logging.CRITICAL:
        return 2
    if record.levelno >= logging.ERROR:
        return 3
    if record.levelno >= logging.WARNING:
        return 4
    return 6 if record.levelno >= logging.INFO else 7


_OF_CAUSE = "\n\nThe above exception was the direct cause of the following exception:\n\n"
_OF_CONTEXT = "\n\nDuring handling of the above exception, another exception occurred:\n\n"


def traceback_without_words(error: BaseException) -> str:
    """The traceback as Python prints it, with the messages of safe errors only.

    The message of a `KeyError` may show a spoken word. Messages of voiced, of the operating system and of imports are safe:
    they name parts, files and modules.
    """
    parts: list[str] = []
    if error.__cause__ is not None:
        parts += [traceback_without_words(error.__cause__), _OF_CAUSE]
    elif error.__context__ is not None and not error.__suppress_context__:
        parts += [traceback_without_words(error.__context__), _OF_CONTEXT]
    parts += ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__), _name(error)]
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        parts += [f"\n\nOne of them:\n{traceback_without_words(one)}" for one in group.exceptions]
    return "".join(parts)


def _name(error: BaseException) -> str:
    name = type(error).__qualname__
    return f"{name}: {error}" if isinstance(error, VoicedError | OSError | ImportError) else name
