"""What the service manager is told, read from a real socket."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.service_manager import NotifySocket
from voiced.adapters.machine.service_notify import ServiceNotify


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[NotifySocket]:
    with NotifySocket(tmp_path / "notify") as manager:
        yield manager


def test_it_says_what_sd_notify_says(manager: NotifySocket) -> None:
    notify = ServiceNotify({"NOTIFY_SOCKET": str(manager.path)})
    notify.ready()
    notify.status("listens")
    notify.alive()
    notify.stopping()
    assert manager.read() == ["READY=1", "STATUS=listens", "WATCHDOG=1", "STOPPING=1"]


def test_a_reload_comes_with_the_time_that_systemd_compares(manager: NotifySocket) -> None:
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    ServiceNotify({"NOTIFY_SOCKET": str(manager.path)}).reloading()
    reloading, at = manager.read()
    assert reloading == "RELOADING=1"
    assert (
        before
        <= int(at.removeprefix("MONOTONIC_USEC="))
        <= time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    )


def test_a_socket_without_a_file_is_told_as_well() -> None:
    name = f"voiced-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        ServiceNotify({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert manager.recv(100) == b"READY=1"


def test_without_a_manager_nothing_happens(caplog: pytest.LogCaptureFixture) -> None:
    notify = ServiceNotify({})
    notify.ready()
    assert notify.watchdog_seconds is None
    assert not caplog.records


def test_a_manager_that_is_gone_costs_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    ServiceNotify({"NOTIFY_SOCKET": str(tmp_path / "gone")}).status("listens")
    assert [record.getMessage() for record in caplog.records] == [
        "the service manager could not be told STATUS: No such file or directory"
    ]


def test_a_manager_that_does_not_read_holds_nobody_up(manager: NotifySocket) -> None:
    notify = ServiceNotify({"NOTIFY_SOCKET": str(manager.path)})
    for _ in range(2000):
        notify.alive()
    assert 0 < len(manager.read()) < 2000


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "60000000"}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_is_ours_or_not(environment: dict[str, str], seconds: float | None) -> None:
    assert ServiceNotify(environment).watchdog_seconds == seconds
