"""The file that locates a running daemon: it holds the process id, and is locked while the process lives.

The lock is more reliable than the number, which another process may have by now. A crash releases it.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from voiced.adapters.machine.paths import pid_files
from voiced.errors import DISK_TROUBLE, ConfigWrong, NotRunning

log = logging.getLogger(__name__)


@contextmanager
def held(path: Path) -> Generator[bool]:
    """Hold the file until the block is left. Gives False and leaves the file alone if another process holds it.

    On a full disk the process runs all the same. Other processes cannot find it then, and the log says so.

    Raises:
        ConfigWrong: the file cannot be written.
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
    """The process that holds the file, or None.

    Raises:
        NotRunning: this user may not read it, as with the machine's service.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError as error:
        raise NotRunning(
            f"{path}: is not readable, since the daemon belongs to another user; run this command as that user or as root"
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
    """A file beside the pid file for this process to write; None if another process holds the pid file.

    Readers look for the holder of the pid file, so they would not find this process's file.
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


_NAME = "waits-for-model"


@contextmanager
def marked_as_waiting() -> Generator[None]:
    """Mark this process's daemon as waiting until the block is left, if the mark can be made."""
    mark = file_beside(pid_files()[0], _NAME)
    if mark is None:
        yield
        return
    with suppress(OSError):
        mark.touch(mode=0o600)
    try:
        yield
    finally:
        with suppress(OSError):
            mark.unlink(missing_ok=True)


def is_waited_for() -> bool:
    """Whether a daemon of this user or of the machine waits for a model."""
    for pid_file in pid_files():
        with suppress(NotRunning, OSError):
            if holder(pid_file) is not None and pid_file.with_name(_NAME).exists():
                return True
    return False
