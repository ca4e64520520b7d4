"""Child processes that are spoken to by pipes and killed when they do not answer."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress


async def start(*command: str) -> Process:
    """Start a command with pipes for input and output; what it complains of goes nowhere.

    It gets a session of its own: an interrupt from the keyboard is for the daemon to handle.

    Raises:
        OSError: there is no such command, or no room for a process.
    """
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
    )


async def start_module(module: str, *arguments: str) -> Process:
    """Start a module of ours in an interpreter of its own; see `start`."""
    return await start(sys.executable, "-m", module, *arguments)


async def end(process: Process) -> None:
    """Kill it if it still runs, reap it and close the pipes."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.communicate()
