"""Log lines, as the journal gets them and as a terminal does."""

from __future__ import annotations

import logging
import os
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiced.adapters.machine.log_output import JournalHandler, log_handler
from voiced.errors import LedgerFailure


class Journal:
    """Listens where journald does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.setblocking(False)

    def entry(self) -> dict[str, str]:
        """The fields of the next entry."""
        data, fields = self.socket.recv(65536), dict[str, str]()
        while data:
            line, _, data = data.partition(b"\n")
            name, has_value, value = line.partition(b"=")
            if not has_value:
                (length,) = struct.unpack_from("<Q", data)
                value, data = data[8 : 8 + length], data[8 + length + 1 :]
            fields[name.decode()] = value.decode()
        return fields


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal")
    yield journal
    journal.socket.close()


@pytest.fixture
def log(journal: Journal) -> Iterator[logging.Logger]:
    log, handler = logging.getLogger("voiced.test_log_output"), JournalHandler(journal.path)
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    yield log
    log.removeHandler(handler)
    handler.close()


def stream_of(descriptor: int) -> str:
    status = os.fstat(descriptor)
    return f"{status.st_dev}:{status.st_ino}"


def test_an_entry_has_its_level_and_says_where_it_comes_from(journal: Journal, log: logging.Logger) -> None:
    log.warning("the microphone is %s", "lost")
    entry = journal.entry()
    assert entry["MESSAGE"] == "the microphone is lost"
    assert (entry["PRIORITY"], entry["SYSLOG_IDENTIFIER"]) == ("4", "voiced")
    assert (entry["LOGGER"], entry["CODE_FUNC"]) == (
        "voiced.test_log_output",
        "test_an_entry_has_its_level_and_says_where_it_comes_from",
    )
    assert entry["CODE_FILE"] == __file__
    assert int(entry["CODE_LINE"]) > 0


def test_levels_are_those_of_syslog(journal: Journal, log: logging.Logger) -> None:
    levels = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL)
    for level in levels:
        log.log(level, "something")
    assert [journal.entry()["PRIORITY"] for _ in levels] == ["7", "6", "4", "3", "2"]


def raised_by(error: Exception, cause: Exception | None = None) -> Exception:
    """The error as it is caught, with a place where it was raised."""
    try:
        raise error from cause
    except type(error) as caught:
        return caught


def test_a_traceback_is_one_entry_of_several_lines(journal: Journal, log: logging.Logger) -> None:
    log.error("it broke", exc_info=raised_by(LedgerFailure("the disk is full")))
    message = journal.entry()["MESSAGE"]
    assert message.startswith("it broke\nTraceback (most recent call last):\n")
    assert message.endswith(", in raised_by\n    raise error from cause\nLedgerFailure: the disk is full")


def test_a_traceback_repeats_no_words_that_may_have_been_said(journal: Journal, log: logging.Logger) -> None:
    cause = raised_by(ExceptionGroup("火锅", [raised_by(KeyError("火锅"))]))
    log.error("it broke", exc_info=raised_by(OSError(28, "No space left on device"), cause))
    message = journal.entry()["MESSAGE"]
    assert "火锅" not in message
    told = [line for line in message.splitlines() if not line.startswith(("  ", "Traceback"))]
    assert told == [
        *("it broke", "ExceptionGroup", "", "One of them:", "KeyError", ""),
        "The above exception was the direct cause of the following exception:",
        *("", "OSError: [Errno 28] No space left on device"),
    ]


def test_reports_of_asyncio_about_a_task_repeat_no_words(journal: Journal, log: logging.Logger) -> None:
    message = "Task exception was never retrieved\nfuture: <Task finished exception=KeyError('火锅')>"
    log.error(message, exc_info=raised_by(KeyError("火锅")))
    assert "火锅" not in journal.entry()["MESSAGE"]


def test_the_error_that_ends_the_process_is_an_entry(journal: Journal) -> None:
    handler, error = JournalHandler(journal.path), raised_by(KeyError("火锅"))
    own = logging.getLogger("voiced.adapters.machine.log_output")
    own.addHandler(handler)
    handler.tell_end(type(error), error, error.__traceback__)
    own.removeHandler(handler)
    handler.close()
    entry = journal.entry()
    assert entry["PRIORITY"] == "2"
    assert entry["MESSAGE"].startswith("ended by an unexpected error\nTraceback")
    assert entry["MESSAGE"].endswith("KeyError")


def test_where_the_journal_takes_nothing_systemd_reads_the_level_from_the_line(
    journal: Journal, log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    journal.socket.close()
    log.error("the disk is full")
    assert capsys.readouterr().err == "<3>the disk is full\n"


def test_the_journal_is_used_where_systemd_connected_us_to_it(journal: Journal, tmp_path: Path) -> None:
    def is_used(environment: dict[str, str], socket: Path = journal.path) -> bool:
        handler = log_handler(environment, standard_error.fileno(), socket)
        handler.close()
        return isinstance(handler, JournalHandler)

    with (tmp_path / "stderr").open("w") as standard_error:
        connected = {"JOURNAL_STREAM": stream_of(standard_error.fileno())}
        assert is_used(connected)
        assert not is_used({})
        assert not is_used(connected, tmp_path / "no journal")
        # Somebody redirected us: whoever reads that file wants lines.
        assert not is_used({"JOURNAL_STREAM": "8:1"})


def test_a_closed_standard_error_is_no_journal(journal: Journal) -> None:
    reading, writing = os.pipe()
    connected = {"JOURNAL_STREAM": stream_of(writing)}
    os.close(reading)
    os.close(writing)
    assert not isinstance(log_handler(connected, writing, journal.path), JournalHandler)
