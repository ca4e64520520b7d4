"""What is done to install or to remove the service, step by step, before anything of it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path

from voiced.adapters.machine.steps import InstallStep, Plan, Remove, RemoveIfEmpty, Run, Try, WriteFile
from voiced.adapters.machine.systemd import UNIT
from voiced.app.installation.places import Places

Exists = Callable[[Path], bool]
SERVICE_USER = "voiced"
MAKE_USER = Run(
    (
        *("useradd", "--system", "--user-group", "--home-dir", "/var/lib/voiced", "--no-create-home"),
        *("--shell", "/usr/sbin/nologin", SERVICE_USER),
    )
)
REMOVE_USER = Run(("userdel", SERVICE_USER))


class Start(Enum):
    """Whether an installation starts what it installs."""

    WHERE_IT_RAN = "one that runs is stopped in good order and started from the new version"
    NOW = "it is started, now and at each boot or login"


class Keeping(Enum):
    """What a removal leaves."""

    BOOKS = "the ledger, its backups, the settings and the keys"
    NOTHING = "nothing"


def installation(
    places: Places, unit: str, systemctl: tuple[str, ...] | None, start: Start, exists: Exists
) -> Plan:
    """The steps that install the service.

    Args:
        places: where.
        unit: the text of the unit.
        systemctl: the command that reaches the manager; None where no manager runs.
        start: what is started.
        exists: whether there is something at a path.
    """
    steps: list[InstallStep] = [Remove(path) for path in places.old_units if exists(path)]
    steps.append(WriteFile(places.unit, unit))
    if systemctl is not None:
        steps.append(Run((*systemctl, "daemon-reload")))
        match start:
            case Start.WHERE_IT_RAN:
                steps.append(Run((*systemctl, "try-restart", UNIT)))
            case Start.NOW:
                steps.append(Run((*systemctl, "enable", "--now", UNIT)))
    return tuple(steps)


def removal(
    places: Places, keys: Iterable[str], systemctl: tuple[str, ...] | None, keeping: Keeping, exists: Exists
) -> Plan:
    """The steps that remove what there is of the service.

    Args:
        places: where it is.
        keys: names of its keys in the machine's credential store.
        systemctl: the command that reaches the manager; None where no manager runs.
        keeping: what stays.
        exists: whether there is something at a path.
    """
    gone = [path for path in _gone(places, keys, keeping) if exists(path)]
    steps: list[InstallStep] = []
    if systemctl is not None:
        steps.append(Try((*systemctl, "disable", "--now", UNIT)))
    steps += [Remove(path) for path in gone]
    if systemctl is not None:
        steps.append(Run((*systemctl, "daemon-reload")))
    steps += [RemoveIfEmpty(folder) for folder in places.made_for if folder not in gone and exists(folder)]
    return tuple(steps)


def _gone(places: Places, keys: Iterable[str], keeping: Keeping) -> Iterator[Path]:
    yield from (places.unit, *places.old_units, *places.models, *places.state)
    if keeping is Keeping.NOTHING:
        yield from (places.data, places.settings, *places.changes)
        yield from (folder / key for folder in places.key_folders for key in keys)
