"""A mark beside the pid file while the daemon waits for a model, so that `voiced models fetch` can say that it will begin."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import holder
from voiced.errors import NotRunning


@contextmanager
def marked_as_waiting() -> Generator[None]:
    """Mark the daemon of this process as waiting until the block is left; without a word where the mark cannot be made."""
    pid_file = pid_files()[0]
    if holder(pid_file) != os.getpid():
        yield
        return
    mark = _beside(pid_file)
    with suppress(OSError):
        mark.touch(mode=0o600)
    try:
        yield
    finally:
        with suppress(OSError):
            mark.unlink(missing_ok=True)


def is_waited_for() -> bool:
    """Whether a daemon runs, ours or the machine's, and waits for a model."""
    for pid_file in pid_files():
        with suppress(NotRunning, OSError):
            if holder(pid_file) is not None and _beside(pid_file).exists():
                return True
    return False


def _beside(pid_file: Path) -> Path:
    return pid_file.with_name("waits-for-model")
