"""The installation of a user's or the machine's service: its unit's text, its present state, and the steps to change it."""

from __future__ import annotations

import os
import pwd
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from voiced.adapters.machine.installation_steps import Plan
from voiced.adapters.machine.systemd import LINGERING, Manager, find_manager
from voiced.app.installation import plan
from voiced.app.installation.plan import SYSTEM, XDG, Keeping, Places, Start, of_user
from voiced.errors import InstallationWrong
from voiced.packaged import shipped

_EXEC_START = re.compile(r"^ExecStart=.* run$", re.MULTILINE)
_CREDENTIAL = re.compile(r"^LoadCredential=[^:\n]+:(\S+)$", re.MULTILINE)
_STARTED = re.compile(r'^ExecStart="((?:[^"\\]|\\.)*)" run$', re.MULTILINE)


def rendered(template: str, executable: Path, variables: Mapping[str, str]) -> str:
    """The unit that starts this program.

    Args:
        template: the unit that comes with voiced.
        executable: the path of the command `voiced`.
        variables: variables to set for the service. systemd does not read a shell's profile, so without them the
            service would keep its ledger in another folder than the shell's commands use.
    """
    lines = [f"ExecStart={_quoted(str(executable).replace('$', '$$'))} run"]
    lines += [f"Environment={_quoted(f'{name}={value}')}" for name, value in variables.items()]
    return _EXEC_START.sub(lambda _: "\n".join(lines), template, count=1)


def started_by(unit: str) -> Path | None:
    """The program that an installed unit starts; None for a unit that voiced did not write."""
    found = _STARTED.search(unit)
    if found is None:
        return None
    plain = re.sub(r"\\(.)", r"\1", found[1])
    return Path(plain.replace("%%", "%").replace("$$", "$"))


def key_names(template: str) -> tuple[str, ...]:
    """The names under which the unit looks for keys in the machine's credential store."""
    return tuple(_CREDENTIAL.findall(template))


def _quoted(text: str) -> str:
    """A quoted word for a unit, with backslashes, quotation marks and specifiers (`%h`) escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


_UNREADABLE = (Path("/home"), Path("/root"), Path("/run/user"))
"""Folders that the system unit cannot read (`ProtectHome=`)."""


class Scope(Enum):
    """The owner of a service."""

    USER = "user"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class ServiceInstallation:
    """A service, installed or to be installed.

    Attributes:
        scope: its owner.
        places: the places of its files.
        manager: the service manager; None without systemd.
        variables: the variables with which its user has moved folders; the unit sets them for the daemon.
    """

    scope: Scope
    places: Places
    manager: Manager | None
    variables: Mapping[str, str]

    @property
    def template(self) -> str:
        """The unit that comes with voiced."""
        return shipped(f"systemd/{self.scope.value}/voiced.service").read_text(encoding="utf-8")

    @property
    def systemctl(self) -> tuple[str, ...] | None:
        """The command that reaches the manager; None if no manager is running."""
        return self.manager.systemctl if self.manager else None

    @property
    def installed_unit(self) -> str | None:
        """The text of the installed unit; None if it is not installed."""
        try:
            return self.places.unit.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    @property
    def program(self) -> Path | None:
        """The program that the installed unit starts."""
        unit = self.installed_unit
        return started_by(unit) if unit else None

    @property
    def lingers(self) -> bool:
        """Whether services of this user run without a login."""
        return self.scope is Scope.USER and (LINGERING / pwd.getpwuid(os.getuid()).pw_name).exists()

    def installation(self, executable: Path, start: Start) -> Plan:
        """The steps that install it.

        Raises:
            InstallationWrong: the service could not start this program.
        """
        if self.scope is Scope.SYSTEM:
            _check_readable(executable)
        unit = rendered(self.template, executable, self.variables)
        steps = plan.installation(self.places, unit, self.systemctl, start, os.path.lexists)
        needs_user = self.scope is Scope.SYSTEM and not _has_user()
        return (plan.MAKE_USER, *steps) if needs_user else steps

    def removal(self, keeping: Keeping) -> Plan:
        """The steps that remove it."""
        keys = key_names(self.template)
        steps = plan.removal(self.places, keys, self.systemctl, keeping, os.path.lexists)
        drops_user = self.scope is Scope.SYSTEM and keeping is Keeping.NOTHING and _has_user()
        return (*steps, plan.REMOVE_USER) if drops_user else steps


def service_of(scope: Scope, environment: Mapping[str, str] = os.environ) -> ServiceInstallation:
    """The present state of this user's or this machine's service."""
    match scope:
        case Scope.USER:
            manager = find_manager("systemctl", "--user")
            places = of_user(Path.home(), environment, manager.unit_path if manager else ())
            moved = {name: environment[name] for name in XDG if Path(environment.get(name, "")).is_absolute()}
            return ServiceInstallation(scope, places, manager, moved)
        case Scope.SYSTEM:
            return ServiceInstallation(scope, SYSTEM, find_manager("systemctl"), {})


def _check_readable(executable: Path) -> None:
    for path in (executable, executable.resolve()):
        if any(folder in path.parents for folder in _UNREADABLE):
            raise InstallationWrong(
                f"{path}: a service of the machine cannot read a home; install voiced below /opt or /usr/local"
            )


def _has_user() -> bool:
    try:
        pwd.getpwnam(plan.SERVICE_USER)
    except KeyError:
        return False
    return True
