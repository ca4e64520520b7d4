"""The user's command for each change of state: a lamp, a sound, a message.

The daemon does not wait for it. States that come while it runs wait in a short queue, which drops the oldest.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import signal
from asyncio.subprocess import DEVNULL, Process
from collections import deque
from collections.abc import Mapping
from contextlib import suppress

from voiced.adapters.machine.secrets import for_others
from voiced.errors import ConfigWrong

log = logging.getLogger(__name__)

DEADLINE_SECONDS = 5.0
WAITING = 8
"""The most states that wait while the command runs."""


class StateHook:
    """Runs the command for each state, with the state in `$VOICED_STATE`."""

    def __init__(
        self,
        command: str,
        *,
        deadline_seconds: float = DEADLINE_SECONDS,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Prepare.

        Args:
            command: a program and its arguments, quoted as for a shell, but run without one.
            deadline_seconds: a command that takes longer is killed with its children.
            environment: the variables for the command; those for voiced alone are left out.

        Raises:
            ConfigWrong: a quotation is not closed.
        """
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise ConfigWrong(f"hooks.on_state: {command!r} is not a valid command: {error}") from error
        self._deadline_seconds = deadline_seconds
        self._environment = for_others(environment)
        self._states: deque[str] = deque(maxlen=WAITING)
        self._is_told = asyncio.Event()

    def tell(self, state: str) -> None:
        """Run the command for this state, soon."""
        self._states.append(state)
        self._is_told.set()

    async def run(self) -> None:
        """Run the command for each state until cancelled."""
        while True:
            await self._is_told.wait()
            self._is_told.clear()
            while self._states:
                await self._run_for(self._states.popleft())

    async def _run_for(self, state: str) -> None:
        name = self._command[0]
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                env={**self._environment, "VOICED_STATE": state},
                stdin=DEVNULL,
                # Standard output belongs to the transcript.
                stdout=DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            log.warning("hooks.on_state: %s cannot be run: %s", name, error.strerror)
            return
        try:
            async with asyncio.timeout(self._deadline_seconds):
                status = await process.wait()
        except TimeoutError:
            await _kill(process)
            log.warning(
                "hooks.on_state: %s took more than %g s for %s and was killed",
                *(name, self._deadline_seconds, state),
            )
        except BaseException:
            await _kill(process)
            raise
        else:
            if status:
                log.warning("hooks.on_state: %s ended with %d for %s", name, status, state)


async def _kill(process: Process) -> None:
    """Kill the command and its children, and wait for its end."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
