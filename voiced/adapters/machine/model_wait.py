"""A mark beside the pid file while the daemon waits for a model. `voiced models fetch` reads it and says what follows."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress

from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import file_beside, holder
from voiced.errors import NotRunning

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
