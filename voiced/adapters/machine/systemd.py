"""Facts about systemd and our unit, read with `systemctl`."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

UNIT = "voiced.service"
LINGERING = Path("/var/lib/systemd/linger")
"""Holds a file for each user whose services run without a login."""


@dataclass(frozen=True, slots=True)
class Manager:
    """A running service manager, of the machine or of a user.

    Attributes:
        systemctl: the command that reaches it.
        unit_path: the folders that it searches for units.
    """

    systemctl: tuple[str, ...]
    unit_path: tuple[Path, ...]

    def shown(self, name: str) -> str:
        """A property of our unit, such as `ActiveState`; empty if the manager does not know the unit."""
        return _answer(*self.systemctl, "show", f"--property={name}", "--value", UNIT) or ""


def find_manager(*systemctl: str) -> Manager | None:
    """The manager that a command reaches; None if no manager is running."""
    answer = _answer(*systemctl, "show", "--property=UnitPath", "--value")
    if answer is None:
        return None
    return Manager(systemctl, tuple(Path(folder) for folder in answer.split()))


def _answer(*command: str) -> str | None:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 - systemctl with arguments of our own
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def unit_properties(*names: str) -> Mapping[str, str]:
    """Properties of our unit from the machine's manager; empty if no manager is running."""
    answer = _answer("systemctl", "show", *(f"--property={name}" for name in names), UNIT)
    pairs = (line.partition("=") for line in (answer or "").splitlines())
    return {name: value for name, _, value in pairs}
