"""Child processes that are spoken to by pipes and killed when they do not answer."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from voiced.adapters.machine.environment import for_others
from voiced.errors import VoiceFailure


async def start(*command: str) -> Process:
    """Start a command with pipes for input and output; what it complains of goes nowhere.

    It gets a session of its own, since an interrupt from the keyboard is for the daemon to handle, and neither keys nor
    passwords of ours.

    Raises:
        VoiceFailure: it cannot be started; all that are started here have to do with our voice.
    """
    try:
        return await asyncio.create_subprocess_exec(
            *command,
            env=for_others(os.environ),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise VoiceFailure(
            f"{command[0]} cannot be started: {error.strerror}; make room on this machine"
        ) from error


async def start_module(module: str, *arguments: str) -> Process:
    """Start a module of ours in an interpreter of its own; see `start`."""
    return await start(sys.executable, "-m", module, *arguments)


async def end(process: Process) -> None:
    """Kill it if it still runs, reap it and close the pipes."""
    if process.returncode is None:
        kill(process.pid)
    await process.communicate()


def kill(pid: int) -> None:
    """Kill a child, past asyncio.

    asyncio's own `kill` and `close` first look whether the child has ended. That takes its status away from the thread
    of asyncio that waits for it, and asyncio then warns of an "Unknown child process pid".
    """
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
