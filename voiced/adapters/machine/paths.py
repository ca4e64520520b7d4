"""Where voiced keeps its files when nobody says otherwise: the XDG base directories.

With a profile (`voiced.domain.profile`) the files of a person are in `profiles/NAME` of those folders; speech models
are everybody's.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from voiced.domain.profile import profile_in
from voiced.errors import ConfigWrong

_SYSTEM_RUNTIME = Path("/run/voiced")


def default_database() -> Path:
    """The ledger of the user who runs voiced: `$XDG_DATA_HOME/voiced/ledger.db`."""
    return of_profile(_data_home() / "voiced") / "ledger.db"


def database_at(configured: str) -> Path:
    """The ledger as configured: a path that may begin with `~`, or empty for the default.

    Two profiles never share a ledger, also where one configuration serves both.
    """
    if not configured:
        return default_database()
    path = expanded(configured, "ledger.path")
    return of_profile(path.parent) / path.name


def backups_at(configured: str, ledger: Path) -> Path:
    """Where backups of a ledger are kept: as configured, or beside it where that is empty."""
    return of_profile(expanded(configured, "ledger.backup_dir")) if configured else ledger.parent / "backups"


def expanded(configured: str, key: str) -> Path:
    """The place that a key names, which may begin with `~` or `~user`.

    Raises:
        ConfigWrong: there is no such user.
    """
    try:
        return Path(configured).expanduser()
    except RuntimeError as error:
        raise ConfigWrong(f"{key}: {configured}: there is no such user; write the place from / on") from error


def has_books() -> bool:
    """Whether this user has books, settings or a service of their own."""
    homes = (_data_home(), Path.home() / ".local" / "share", Path.home() / ".config")
    units = (home / "systemd" / "user" / "voiced.service" for home in homes)
    ledger, settings = default_database(), _home("XDG_CONFIG_HOME", ".config") / "voiced"
    return any(
        path.exists() for path in (ledger, outbox_beside(ledger), default_turn_file(), settings, *units)
    )


def of_profile(folder: Path) -> Path:
    """A folder of the profile that is named within a folder; the folder itself where none is."""
    profile = profile_in(os.environ)
    return folder / "profiles" / profile if profile else folder


def outbox_beside(database: Path) -> Path:
    """Where a device keeps what waits for a ledger on a server."""
    return database.with_name(f"{database.stem}-outbox.db")


def model_folders(configured: str) -> tuple[Path, ...]:
    """Where speech models are looked for, in this order.

    As configured, where fetched ones are put; in the user's data home, by XDG_DATA_HOME and by its default; in the
    environment voiced is installed in (`.venv/share/voiced/models`), and machine-wide.
    """
    shared = Path("share") / "voiced" / "models"
    homes = (_data_home(), Path.home() / ".local" / "share")
    folders = (
        expanded(configured, "asr.models_dir"),
        *(home / "voiced" / "models" for home in homes),
        Path(sys.prefix) / shared,
        Path("/usr/local") / shared,
    )
    return tuple(dict.fromkeys(folders))


def default_turn_file() -> Path:
    """Where `voiced run` keeps how long its turns took."""
    return _state_folder() / "turns.jsonl"


def start_file() -> Path:
    """Where a service counts the starts that were ended because they took too long."""
    return _state_folder() / "long-starts"


def card_token_file() -> Path:
    """Where the card's secret is kept."""
    return _state_folder() / "card-token"


def pid_files() -> tuple[Path, ...]:
    """Where a running daemon is found: our own is the first, then that of the machine.

    Ours is in systemd's runtime directory, else `$XDG_RUNTIME_DIR/voiced`, else beside what outlives a restart.
    """
    of_service = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    of_session = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if of_service:
        folder = of_profile(Path(of_service))
    else:
        folder = of_profile(of_session / "voiced") if of_session.is_absolute() else _state_folder()
    return folder / "pid", of_profile(_SYSTEM_RUNTIME) / "pid"


def _state_folder() -> Path:
    """What outlives a restart and is no book: systemd's state directory, else `$XDG_STATE_HOME/voiced`."""
    of_service = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return of_profile(Path(of_service) if of_service else _home("XDG_STATE_HOME", ".local/state") / "voiced")


def _data_home() -> Path:
    return _home("XDG_DATA_HOME", ".local/share")


def _home(variable: str, default: str) -> Path:
    # The XDG specification: a relative path is invalid and to be ignored.
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / default
