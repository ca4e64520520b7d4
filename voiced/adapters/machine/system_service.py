"""The machine's service as systemd describes it, and the switch of this process to its user, groups and folders."""

from __future__ import annotations

import grp
import os
import pwd
import shlex
from collections.abc import Mapping

from msgspec import Struct

from voiced.adapters.machine.systemd import unit_properties
from voiced.errors import ConfigWrong

_UMASK = 0o077
"""The umask of the unit."""


class SystemService(Struct, frozen=True):
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
    shown = unit_properties("LoadState", "User", "SupplementaryGroups", "Environment")
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
