"""`voiced wake`: begins a session of the running daemon, for a key or a button."""

from __future__ import annotations

import os
import signal

from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import holder
from voiced.cli.command import CommandParser
from voiced.errors import NotRunning

_EPILOG = """\
Bind it to a key in the settings of your desktop, or to a button of a Raspberry Pi. It ends at once, with exit status 1
if the daemon is not running.

example:
  voiced wake
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("Begins a session of the running daemon, as the wake phrase does.", _EPILOG)
    command.run_with(_run)


def _run() -> None:
    for file in pid_files():
        process = holder(file)
        if process is None:
            continue
        try:
            os.kill(process, signal.SIGUSR1)
        except ProcessLookupError:
            # It ended just now.
            continue
        except PermissionError as error:
            raise NotRunning(
                f"the daemon (process {process}) belongs to another user; run this command as that user or as root"
            ) from error
        return
    raise NotRunning
