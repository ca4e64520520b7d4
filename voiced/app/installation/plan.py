"""The steps of installing or removing the service, planned before the first one is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path

from voiced.adapters.machine.installation_steps import (
    InstallStep,
    Plan,
    Remove,
    RemoveIfEmpty,
    Run,
    Try,
    WriteFile,
)
from voiced.adapters.machine.paths import UNIT
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
    """Whether an installation starts the service."""

    WHERE_IT_RAN = "one that runs is stopped in good order and started from the new version"
    NOW = "it is started, now and at each boot or login"


class Keeping(Enum):
    """The files that a removal keeps."""

    BOOKS = "the ledger, its backups, the settings and the keys"
    NOTHING = "nothing"


def installation(
    places: Places, unit: str, systemctl: tuple[str, ...] | None, start: Start, exists: Exists
) -> Plan:
    """The steps that install the service.

    Args:
        places: the places of its files.
        unit: the text of the unit.
        systemctl: the command that reaches the manager; None if no manager is running.
        start: whether to start it.
        exists: whether a path exists.
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
    """The steps that remove the service's existing files.

    Args:
        places: the places of its files.
        keys: names of its keys in the machine's credential store.
        systemctl: the command that reaches the manager; None if no manager is running.
        keeping: the files to keep.
        exists: whether a path exists.
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
