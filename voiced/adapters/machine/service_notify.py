"""The messages of a `Type=notify` service to systemd: lines in a datagram to the socket in `$NOTIFY_SOCKET`.

The protocol is sd_notify(3). The part in use is so small that a library is not worth its dependency (docs/decisions/0017).
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Mapping

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
        self._watchdog_seconds = _watchdog_seconds(environment)

    @property
    def is_heard(self) -> bool:
        """Whether a service manager started us."""
        return bool(self._address)

    @property
    def watchdog_seconds(self) -> float | None:
        """The time without a sign of life after which systemd restarts the service; None if it never does."""
        return self._watchdog_seconds

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
