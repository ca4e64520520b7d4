"""Child processes with pipes, which are killed when they do not answer."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from voiced.adapters.machine.secrets import for_others
from voiced.errors import VoiceFailure


async def start(*command: str) -> Process:
    """Start a command with pipes for input and output; its standard error is dropped.

    The command has a session of its own, since the daemon handles an interrupt from the keyboard. Its environment holds
    none of the daemon's keys and passwords.

    Raises:
        VoiceFailure: it cannot be started; every caller belongs to the voice.
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
    """Start a module of voiced in a new interpreter; see `start`."""
    return await start(sys.executable, "-m", module, *arguments)


async def end(process: Process) -> None:
    """Kill the process if it is still running, reap it and close the pipes."""
    if process.returncode is None:
        kill(process.pid)
    await process.communicate()


def kill(pid: int) -> None:
    """Kill a child without asyncio.

    asyncio's own `kill` and `close` first check whether the child has ended. That check reaps the child before asyncio's
    waiting thread, and asyncio then warns of an "Unknown child process pid".
    """
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
