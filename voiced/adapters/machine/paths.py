"""The default places of voiced's files: the XDG base directories.

With a profile (`voiced.domain.profile`) a person's files are in `profiles/NAME` of those folders; all profiles share the
speech models.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from voiced.domain.profile import profile_in
from voiced.errors import ConfigWrong

UNIT = "voiced.service"
"""The name of our unit."""
_SYSTEM_RUNTIME = Path("/run/voiced")


def default_database() -> Path:
    """The ledger of this user: `$XDG_DATA_HOME/voiced/ledger.db`."""
    return of_profile(_data_home() / "voiced") / "ledger.db"


def database_at(configured: str) -> Path:
    """The configured ledger: a path that may begin with `~`, or empty for the default.

    Each profile gets a ledger of its own, also if they share one configuration.
    """
    if not configured:
        return default_database()
    path = expanded(configured, "ledger.path")
    return of_profile(path.parent) / path.name


def backups_at(configured: str, ledger: Path) -> Path:
    """The folder for backups of a ledger: the configured one, or one beside the ledger."""
    return of_profile(expanded(configured, "ledger.backup_dir")) if configured else ledger.parent / "backups"


def expanded(configured: str, key: str) -> Path:
    """The path that a key names, which may begin with `~` or `~user`.

    Raises:
        ConfigWrong: that user does not exist.
    """
    try:
        return Path(configured).expanduser()
    except RuntimeError as error:
        raise ConfigWrong(
            f"{key}: {configured}: this user does not exist; write the full path from /"
        ) from error


def has_books() -> bool:
    """Whether this user has books, settings or a service of their own."""
    homes = (_data_home(), Path.home() / ".local" / "share", Path.home() / ".config")
    units = (home / "systemd" / "user" / UNIT for home in homes)
    ledger, settings = default_database(), _home("XDG_CONFIG_HOME", ".config") / "voiced"
    return any(
        path.exists() for path in (ledger, outbox_beside(ledger), default_turn_file(), settings, *units)
    )


def of_profile(folder: Path) -> Path:
    """The current profile's part of a folder; the folder itself without a profile."""
    profile = profile_in(os.environ)
    return folder / "profiles" / profile if profile else folder


def outbox_beside(database: Path) -> Path:
    """The file of confirmed batches that wait for a ledger on a server."""
    return database.with_name(f"{database.stem}-outbox.db")


def model_folders(configured: str) -> tuple[Path, ...]:
    """The folders to search for speech models, in this order.

    The configured folder, which gets the downloads; the user's data home, by XDG_DATA_HOME and by its default; the
    environment that voiced is installed in (`.venv/share/voiced/models`); and the machine's folder.
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
    """The file in which `voiced run` keeps the times of its turns."""
    return _state_folder() / "turns.jsonl"


def start_file() -> Path:
    """The file that counts a service's starts that took too long and were killed."""
    return _state_folder() / "long-starts"


def card_token_file() -> Path:
    """The file of the card's secret."""
    return _state_folder() / "card-token"


def preferences_file() -> Path:
    """The file of what was chosen in the settings of the card."""
    return _state_folder() / "preferences.json"


def metrics_token_file() -> Path:
    """The file of the token with which Prometheus reads the metrics."""
    return _state_folder() / "metrics-token"


def say_token_file() -> Path:
    """The file of the hashes of the tokens with which scripts send words."""
    return _state_folder() / "say-tokens.json"


def trust_file() -> Path:
    """The file of verdicts on language models. All profiles share it, since it holds nothing of a person."""
    return _common_state_folder() / "model-trust.json"


def pid_files() -> tuple[Path, ...]:
    """The pid files of a running daemon: first this user's, then the machine's.

    This user's is in systemd's runtime directory, else in `$XDG_RUNTIME_DIR/voiced`, else in the state folder.
    """
    of_service = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    of_session = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if of_service:
        folder = of_profile(Path(of_service))
    else:
        folder = of_profile(of_session / "voiced") if of_session.is_absolute() else _state_folder()
    return folder / "pid", of_profile(_SYSTEM_RUNTIME) / "pid"


def _state_folder() -> Path:
    """The folder for state that outlives a restart: systemd's state directory, else `$XDG_STATE_HOME/voiced`."""
    return of_profile(_common_state_folder())


def _common_state_folder() -> Path:
    """The state folder of all profiles."""
    of_service = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(of_service) if of_service else _home("XDG_STATE_HOME", ".local/state") / "voiced"


def _data_home() -> Path:
    return _home("XDG_DATA_HOME", ".local/share")


def _home(variable: str, default: str) -> Path:
    # By the XDG specification a relative path is invalid and must be ignored.
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / default
