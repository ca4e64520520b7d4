"""`voiced wake`: begin a session of the daemon that runs, as a button does."""

from __future__ import annotations

import os
import signal

from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import holder
from voiced.cli.command import CommandParser
from voiced.errors import NotRunning

_EPILOG = """\
Bind it to a key in the settings of your desktop, or to a button of a Raspberry Pi. It ends at once, with status 1
where no daemon runs.

example:
  voiced wake
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("Begins a session of the daemon that runs, as the wake phrase does.", _EPILOG)
    command.run_without_options(_run)


def _run() -> int:
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
                f"the daemon (process {process}) belongs to somebody else; call this as its user or as root"
            ) from error
        return 0
    raise NotRunning("voiced is not running; start it with: voiced run")
