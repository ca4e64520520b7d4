"""The file by which a running daemon is found: it holds the process id, and is locked for as long as that lives.

The lock says more than the number, which another process may have by now; and a crash leaves no lock behind.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from voiced.adapters.machine.disk_trouble import DISK_TROUBLE
from voiced.errors import ConfigWrong, NotRunning

log = logging.getLogger(__name__)


@contextmanager
def held(path: Path) -> Generator[bool]:
    """Hold the file until the block is left; gives False, and touches nothing, where another process holds it.

    On a full disk the process runs all the same; others cannot find it then, and the log says so.

    Raises:
        ConfigWrong: it cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno not in DISK_TROUBLE:
            raise ConfigWrong(
                f"{path}: cannot be written: {error.strerror}; make its folder writable"
            ) from error
        _tell_unwritten(path, error)
        yield True
        return
    try:
        if not _lock(descriptor):
            yield False
            return
        try:
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{os.getpid()}\n".encode())
        except OSError as error:
            _tell_unwritten(path, error)
        yield True
        path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def holder(path: Path) -> int | None:
    """The process that holds the file, None where none does.

    Raises:
        NotRunning: it may not be read, as that of the machine's service by its users.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError as error:
        raise NotRunning(
            f"{path}: may not be read, the daemon belongs to somebody else; call this as its user or as root"
        ) from error
    except OSError:
        return None
    try:
        if _lock(descriptor):
            return None
        text = os.read(descriptor, 32).strip()
        return int(text) if text.isdigit() else None
    finally:
        os.close(descriptor)


def file_beside(path: Path, name: str) -> Path | None:
    """A file beside the pid file for this process to write; None where another process holds the pid file.

    Others look for the process that holds it, and would not find this one's file.
    """
    return path.with_name(name) if holder(path) == os.getpid() else None


def _tell_unwritten(path: Path, error: OSError) -> None:
    log.warning("%s: %s; this daemon runs, but voiced wake will not find it", path, error.strerror)


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
