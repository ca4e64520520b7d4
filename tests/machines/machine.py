"""A system on trial, whatever it runs in: lines are typed there by people who are logged in."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LINE_SECONDS = 120.0
_TOO_LATE = 124


@dataclass(frozen=True, slots=True)
class Done:
    """How a line ended.

    Attributes:
        status: of its exit.
        output: both streams.
    """

    status: int
    output: str


class Machine(ABC):
    """A system that runs."""

    @abstractmethod
    def root_line(self, line: str, seconds: float = LINE_SECONDS) -> Done:
        """Run a line of shell as root, outside of any session."""

    @abstractmethod
    def read(self, path: str) -> bytes:
        """The content of a file."""

    def line(
        self, user: str, line: str, *, seconds: float = LINE_SECONDS, answer: str = "", folder: str = "~"
    ) -> Done:
        """Run a line of shell as a user who is logged in types it.

        Args:
            user: who.
            line: what is typed.
            seconds: after which it is killed.
            answer: what is typed when the line asks.
            folder: where.
        """
        place = f"/home/{user}" if folder == "~" else folder
        session = (
            *("systemd-run", "--quiet", "--pipe", "--wait", "--collect"),
            *(
                f"--property={each}"
                for each in ("PAMName=login", f"User={user}", f"WorkingDirectory={place}")
            ),
            *("--setenv=LANG=C.UTF-8", "--", "bash", "-lc", line),
        )
        typed = f"printf %s {shlex.quote(answer)} | " if answer else ""
        return self.root_line(typed + shlex.join(session), seconds)

    def must(self, line: str) -> str:
        """Run a line as root that has to succeed; what it printed."""
        done = self.root_line(line)
        assert done.status == 0, f"# {line}\n{done.output}"
        return done.output


def run(command: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None) -> Done:
    """Run a command of the host, in an environment of its own if one is given; past its time it is killed."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env=environment,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return Done(_TOO_LATE, f"{output.decode(errors='replace')}\n(not done within {seconds:g} s)")
    return Done(process.returncode, output.decode(errors="replace"))


def run_or_raise(*command: str, seconds: float = LINE_SECONDS) -> str:
    """Run a command of the host that has to succeed; what it printed."""
    done = run(command, seconds)
    if done.status != 0:
        raise RuntimeError(f"$ {shlex.join(command)}\n{done.output}")
    return done.output
