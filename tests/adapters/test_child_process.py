"""Real processes: started, ended, and left behind by nobody."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress

import pytest

from tests.support.processes import children, ends_within
from voiced.adapters.machine import child_process
from voiced.errors import VoiceFailure


async def test_an_ended_process_is_killed_and_reaped() -> None:
    process = await child_process.start("sleep", "100")
    assert process.pid in children()
    await child_process.end(process)
    assert process.returncode == -signal.SIGKILL
    assert process.pid not in children()


async def test_a_process_that_ended_by_itself_can_be_ended() -> None:
    process = await child_process.start("cat")
    assert (await process.communicate("词".encode()))[0] == "词".encode()
    await child_process.end(process)
    assert process.returncode == 0


async def test_it_gets_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICED_LLM__API_KEY", "hush-hush")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", "hush-hush")
    monkeypatch.setenv("PGPASSWORD", "hush-hush")
    monkeypatch.setenv("LANG", "C.UTF-8")
    process = await child_process.start("env")
    output, _ = await process.communicate()
    assert b"LANG=C.UTF-8" in output
    assert b"hush-hush" not in output


async def test_an_interrupt_from_the_keyboard_is_not_for_it() -> None:
    process = await child_process.start("sleep", "100")
    assert os.getsid(process.pid) != os.getsid(0)
    await child_process.end(process)


@contextmanager
def no_more_files() -> Generator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_where_there_is_no_room_for_a_process_only_the_voice_fails() -> None:
    with no_more_files(), pytest.raises(VoiceFailure, match="Too many open files; make room"):
        await child_process.start("sleep", "100")
    process = await child_process.start("sleep", "100")
    await child_process.end(process)


def test_a_child_that_does_not_look_ends_with_its_parent() -> None:
    child = (
        "import signal; from voiced.adapters.machine.this_process import end_with_parent;"
        " end_with_parent(); print(flush=True); signal.pause()"
    )
    parent = (
        "import subprocess, sys;"
        f" child = subprocess.Popen([sys.executable, '-c', {child!r}], stdout=subprocess.PIPE);"
        " child.stdout.readline(); print(child.pid)"
    )
    said = subprocess.run([sys.executable, "-c", parent], capture_output=True, timeout=20, check=True)
    assert ends_within(5.0, int(said.stdout))


async def test_a_child_that_has_just_ended_is_no_stranger_to_asyncio(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Where we took its status, asyncio would miss it: "Unknown child process pid", and 255 for a status."""
    for _ in range(20):
        process = await child_process.start("true")
        # Until it has ended, not until asyncio's loop knows: that does not come round meanwhile.
        with suppress(ChildProcessError):
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222 - on purpose
        await child_process.end(process)
        assert process.returncode == 0
    assert caplog.messages == []
