"""Facts about systemd and our unit, read with `systemctl`, and the switch of this process to the machine's service."""

from __future__ import annotations

import grp
import os
import pwd
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from voiced.adapters.machine.paths import UNIT
from voiced.errors import ConfigWrong

LINGERING = Path("/var/lib/systemd/linger")
"""Holds a file for each user whose services run without a login."""
_UMASK = 0o077
"""The umask of the unit."""


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


@dataclass(frozen=True, slots=True)
class SystemService:
    """An installed service of the machine.

    Attributes:
        user: the user that it runs as.
        groups: its supplementary groups, which open devices.
        variables: its environment, drop-ins included.
    """

    user: str
    groups: tuple[str, ...]
    variables: Mapping[str, str]

    @property
    def uid(self) -> int | None:
        """The number of its user; None if that user does not exist."""
        try:
            return pwd.getpwnam(self.user).pw_uid
        except KeyError:
            return None

    @property
    def folder(self) -> str:
        """The folder of its ledger, by its environment."""
        return f"{self.variables.get('XDG_DATA_HOME', '~/.local/share')}/voiced"


def find_system_service() -> SystemService | None:
    """The service as the machine's manager knows it; None without an installed service or systemd."""
    shown = _unit_properties("LoadState", "User", "SupplementaryGroups", "Environment")
    if shown.get("LoadState") != "loaded" or not shown.get("User"):
        return None
    pairs = (pair.partition("=") for pair in shlex.split(shown.get("Environment", "")))
    return SystemService(
        user=shown["User"],
        groups=tuple(shown.get("SupplementaryGroups", "").split()),
        variables={name: value for name, _, value in pairs},
    )


def become(service: SystemService) -> None:
    """Continue as the service's user, with the service's environment. New files then belong to that user.

    Raises:
        ConfigWrong: its user or one of its groups does not exist.
    """
    try:
        user = pwd.getpwnam(service.user)
        extra = [grp.getgrnam(name).gr_gid for name in service.groups]
    except KeyError as error:
        raise ConfigWrong(
            f"voiced.service: {error.args[0]}; install the service anew, see docs/install.md"
        ) from error
    if os.geteuid() != user.pw_uid:
        os.setgroups(sorted({*os.getgrouplist(service.user, user.pw_gid), *extra}))
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        os.umask(_UMASK)
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        del os.environ[name]
    os.environ.update(service.variables)


def _unit_properties(*names: str) -> Mapping[str, str]:
    """Properties of our unit from the machine's manager; empty if no manager is running."""
    answer = _answer("systemctl", "show", *(f"--property={name}" for name in names), UNIT)
    pairs = (line.partition("=") for line in (answer or "").splitlines())
    return {name: value for name, _, value in pairs}


def _answer(*command: str) -> str | None:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 - systemctl with arguments of our own
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
