"""The messages of a `Type=notify` service to systemd, and the time that a slow start asks for.

The messages are lines in a datagram to the socket in `$NOTIFY_SOCKET`. The protocol is sd_notify(3); the part in use is so small
that a library is not worth its dependency (docs/decisions/0017).

The time limit of a start grows after each start that exceeded it and was killed. A file keeps the number of such starts. It
is written before a start and removed after it, so an existing file means that a start was killed.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from voiced.domain.doubling import Doubling

log = logging.getLogger(__name__)

_MICROSECONDS = 1_000_000


class ServiceNotify:
    """Reports the state of the service to its manager. If systemd did not start us, every call does nothing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Find the manager.

        Args:
            environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` as systemd sets them.
        """
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]  # a name without a file
        self.watchdog_seconds = _watchdog_seconds(environment)
        """The time without a sign of life after which systemd restarts the service; None if it never does."""

    @property
    def is_heard(self) -> bool:
        """Whether a service manager started us."""
        return bool(self._address)

    def ready(self) -> None:
        """The service has started, or has finished reloading."""
        self._tell("READY=1")

    def extend_start(self, seconds: float) -> None:
        """Let the start take so many seconds, counted from now."""
        self._tell(f"EXTEND_TIMEOUT_USEC={int(seconds * _MICROSECONDS)}")

    def status(self, text: str) -> None:
        """One line for people, shown by `systemctl status`."""
        self._tell(f"STATUS={text}")

    def alive(self) -> None:
        """Give the sign of life."""
        self._tell("WATCHDOG=1")

    def reloading(self) -> None:
        """The service is busy with a new configuration until `ready`."""
        self._tell(f"RELOADING=1\nMONOTONIC_USEC={int(time.monotonic() * _MICROSECONDS)}")

    def stopping(self) -> None:
        """The service is about to end."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to_manager:
                # A manager that does not read must not block the event loop.
                to_manager.setblocking(False)  # noqa: FBT003 - its name in the standard library
                to_manager.sendto(message.encode(), self._address)
        except OSError as error:
            what, _, _ = message.partition("=")
            log.warning("the service manager could not be told %s: %s", what, error.strerror)


def _watchdog_seconds(environment: Mapping[str, str]) -> float | None:
    microseconds, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    meant = not process or process == str(os.getpid())
    return int(microseconds) / _MICROSECONDS if meant and microseconds.isdecimal() else None


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
