"""The time limit for the start of a service, which grows after each start that exceeded it and was killed.

A file keeps the number of such starts. It is written before a start and removed after it, so an existing file means that a
start was killed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.domain.doubling import Doubling

log = logging.getLogger(__name__)

START_SECONDS, LONGEST_START_SECONDS = 120.0, 3600.0
"""The first is `TimeoutStartSec` of the units."""


class StartPatience:
    """The start of this process."""

    def __init__(self, file: Path, notify: ServiceNotify) -> None:
        """Prepare.

        Args:
            file: keeps the number of starts in a row that the manager killed.
            notify: the manager; without one no limit is requested or recorded.
        """
        self._file = file
        self._notify = notify

    @contextmanager
    def under_way(self, was_cut_short: Callable[[], bool] = lambda: False) -> Generator[None]:
        """Ask the manager for this start's time limit, and count the start as killed until the block has ended.

        Args:
            was_cut_short: whether the service was asked to stop meanwhile. Other failures in the block are unrelated to
                the time limit.
        """
        if not self._notify.is_heard:
            yield
            return
        limit = Doubling(START_SECONDS, LONGEST_START_SECONDS, _kept(self._file))
        if limit.failures:
            log.warning("the last start took too long and was ended; this one may take %g s", limit.seconds)
            self._notify.extend_start(limit.seconds)
        _keep(self._file, limit.after_failure().failures)
        try:
            yield
        except BaseException:
            if not was_cut_short():
                self.is_over()
            raise

    def is_over(self) -> None:
        """The service has started, or ended by itself."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)


def _kept(file: Path) -> int:
    try:
        text = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return 0
    most = Doubling(START_SECONDS, LONGEST_START_SECONDS)
    while most.seconds < LONGEST_START_SECONDS:
        most = most.after_failure()
    return min(int(text), most.failures) if text.isdecimal() else 0


def _keep(file: Path, failures: int) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_text(f"{failures}\n", encoding="ascii")
    except OSError as error:
        log.debug("%s: %s", file, error.strerror)  # only the longer limit is lost
