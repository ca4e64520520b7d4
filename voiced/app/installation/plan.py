"""The plan of an installation: the places of a service's files, and the steps of installing or removing it.

A service is one user's or the machine's. All steps are planned before the first one is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from voiced.adapters.machine import installation_steps as step
from voiced.adapters.machine.paths import UNIT

XDG = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
"""Variables with which a user moves the folders of all programs."""
_UNIT = "systemd/user/voiced.service"
_BELOW_HOME = {
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
}


@dataclass(frozen=True, slots=True)
class Places:
    """The files of a service.

    Attributes:
        unit: the unit's file.
        old_units: places to which an earlier installation may have written the unit, under other variables.
        data: the folder of the ledger and its backups.
        settings: the folder of the configuration.
        changes: the files of `systemctl edit`: drop-ins, and a copy of the whole unit.
        models: folders of speech models.
        state: files of measured times and other state.
        key_folders: folders in which systemd finds keys by their names.
        made_for: folders that an uninstallation removes if they are empty, the deepest first.
    """

    unit: Path
    old_units: tuple[Path, ...]
    data: Path
    settings: Path
    changes: tuple[Path, ...]
    models: tuple[Path, ...]
    state: tuple[Path, ...]
    key_folders: tuple[Path, ...]
    made_for: tuple[Path, ...]


SYSTEM = Places(
    unit=Path("/usr/local/lib/systemd/system/voiced.service"),
    old_units=(),
    data=Path("/var/lib/voiced"),
    settings=Path("/etc/voiced"),
    changes=(Path("/etc/systemd/system/voiced.service.d"), Path("/etc/systemd/system/voiced.service")),
    models=(Path("/usr/local/share/voiced/models"), Path("/var/lib/voiced/.local")),
    state=tuple(
        Path("/var/lib/voiced") / name
        for name in ("turns.jsonl", "card-token", "say-tokens.json", "long-starts")
    ),
    key_folders=(Path("/etc/credstore"), Path("/etc/credstore.encrypted")),
    made_for=(
        Path("/usr/local/share/voiced"),
        Path("/usr/local/lib/systemd/system"),
        Path("/usr/local/lib/systemd"),
    ),
)


def of_user(home: Path, environment: Mapping[str, str], unit_path: Sequence[Path]) -> Places:
    """The places of a user.

    Args:
        home: the user's home.
        environment: the user's shell environment; its `XDG_…` variables move all files except the unit and the models.
        unit_path: the folders that the user's manager searches for units; empty if no manager is running. The manager has
            an environment of its own, without the variables of the shell's profile.
    """
    config, data, state = (_moved(home, environment, variable) for variable in XDG)
    own_data, own_config = home / ".local/share", home / ".config"
    data_homes, config_homes = dict.fromkeys((own_data, data)), dict.fromkeys((own_config, config))
    shipped = [folder / _UNIT for folder in data_homes]
    edited = [folder / _UNIT for folder in config_homes]
    # The folder for settings is the last choice, since a user may have written a unit there by hand.
    seen = [unit for unit in (*shipped, *edited) if unit.parent in unit_path]
    unit = (seen or shipped)[0]
    drop_ins = [Path(f"{file}.d") for file in edited]
    models = tuple(folder / "voiced/models" for folder in data_homes)
    ours = (*shipped, *edited, *models, *(folder / "voiced" for folder in (data, config, state)))
    return Places(
        unit=unit,
        old_units=tuple(other for other in shipped if other != unit),
        data=data / "voiced",
        settings=config / "voiced",
        changes=(*drop_ins, *(file for file in edited if file != unit)),
        models=models,
        state=(state / "voiced",),
        key_folders=(),
        made_for=_between(home, ours),
    )


def _moved(home: Path, environment: Mapping[str, str], variable: str) -> Path:
    named = Path(environment.get(variable, ""))
    return named if named.is_absolute() else home / _BELOW_HOME[variable]


def _between(home: Path, paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders above these paths, below the home, the deepest first."""
    above = {folder for path in paths for folder in path.parents if home in folder.parents}
    return tuple(sorted(above, key=lambda folder: (-len(folder.parts), folder)))


Exists = Callable[[Path], bool]
SERVICE_USER = "voiced"
MAKE_USER = step.Run(
    (
        *("useradd", "--system", "--user-group", "--home-dir", "/var/lib/voiced", "--no-create-home"),
        *("--shell", "/usr/sbin/nologin", SERVICE_USER),
    )
)
REMOVE_USER = step.Run(("userdel", SERVICE_USER))


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
) -> step.Plan:
    """The steps that install the service.

    Args:
        places: the places of its files.
        unit: the text of the unit.
        systemctl: the command that reaches the manager; None if no manager is running.
        start: whether to start it.
        exists: whether a path exists.
    """
    steps: list[step.InstallStep] = [step.Remove(path) for path in places.old_units if exists(path)]
    steps.append(step.WriteFile(places.unit, unit))
    if systemctl is not None:
        steps.append(step.Run((*systemctl, "daemon-reload")))
        match start:
            case Start.WHERE_IT_RAN:
                steps.append(step.Run((*systemctl, "try-restart", UNIT)))
            case Start.NOW:
                steps.append(step.Run((*systemctl, "enable", "--now", UNIT)))
    return tuple(steps)


def removal(
    places: Places, keys: Iterable[str], systemctl: tuple[str, ...] | None, keeping: Keeping, exists: Exists
) -> step.Plan:
    """The steps that remove the service's existing files.

    Args:
        places: the places of its files.
        keys: names of its keys in the machine's credential store.
        systemctl: the command that reaches the manager; None if no manager is running.
        keeping: the files to keep.
        exists: whether a path exists.
    """
    gone = [path for path in _gone(places, keys, keeping) if exists(path)]
    steps: list[step.InstallStep] = []
    if systemctl is not None:
        steps.append(step.Try((*systemctl, "disable", "--now", UNIT)))
    steps += [step.Remove(path) for path in gone]
    if systemctl is not None:
        steps.append(step.Run((*systemctl, "daemon-reload")))
    steps += [
        step.RemoveIfEmpty(folder) for folder in places.made_for if folder not in gone and exists(folder)
    ]
    return tuple(steps)


def _gone(places: Places, keys: Iterable[str], keeping: Keeping) -> Iterator[Path]:
    yield from (places.unit, *places.old_units, *places.models, *places.state)
    if keeping is Keeping.NOTHING:
        yield from (places.data, places.settings, *places.changes)
        yield from (folder / key for folder in places.key_folders for key in keys)
