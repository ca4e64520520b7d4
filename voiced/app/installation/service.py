"""The installation of one service, of a user or of the machine: what is found of it, and what is to be done."""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from voiced.adapters.machine.shipped import shipped
from voiced.adapters.machine.steps import Plan
from voiced.adapters.machine.systemd import LINGERING, Manager, find_manager
from voiced.app.installation import plan
from voiced.app.installation.places import SYSTEM, XDG, Places, of_user
from voiced.app.installation.plan import Keeping, Start
from voiced.app.installation.unit import key_names, rendered, started_by
from voiced.errors import InstallationWrong

_UNREADABLE = (Path("/home"), Path("/root"), Path("/run/user"))
"""What the system unit may not see (`ProtectHome=`)."""


class Scope(Enum):
    """Whose service it is."""

    USER = "user"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class ServiceInstallation:
    """A service that is or may be installed.

    Attributes:
        scope: whose it is.
        places: where its files are.
        manager: what runs it; None where no systemd runs.
        variables: those by which its user has moved folders; the unit sets them for the daemon.
    """

    scope: Scope
    places: Places
    manager: Manager | None
    variables: Mapping[str, str]

    @property
    def template(self) -> str:
        """The unit as it comes with voiced."""
        return shipped(f"systemd/{self.scope.value}/voiced.service").read_text(encoding="utf-8")

    @property
    def systemctl(self) -> tuple[str, ...] | None:
        """The command that reaches the manager; None where no manager runs."""
        return self.manager.systemctl if self.manager else None

    @property
    def installed_unit(self) -> str | None:
        """The text of the installed unit; None where no unit is installed."""
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
    """The service of this user, or of this machine, as it is found."""
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
