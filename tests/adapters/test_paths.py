"""Where the ledger is when nobody says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiced.adapters.machine.paths import (
    backups_at,
    card_token_file,
    database_at,
    default_database,
    default_turn_file,
    model_folders,
    pid_files,
)
from voiced.errors import ConfigWrong


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY", "VOICED_PROFILE"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def test_the_ledger_is_below_the_data_home(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert default_database() == home / "data" / "voiced" / "ledger.db"


def test_without_a_data_home_it_is_below_the_users(home: Path):
    assert default_database() == home / ".local" / "share" / "voiced" / "ledger.db"


@pytest.mark.parametrize("relative", ["", "data"])
def test_a_relative_data_home_is_ignored(relative: str, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", relative)
    assert default_database() == home / ".local" / "share" / "voiced" / "ledger.db"


@pytest.mark.parametrize(
    ("configured", "expected"),
    [("", ".local/share/voiced/ledger.db"), ("~/books.db", "books.db")],
)
def test_a_configured_path_is_taken_and_an_empty_one_means_the_default(
    home: Path, configured: str, expected: str
):
    assert database_at(configured) == home / expected


def test_state_is_below_the_users_state_home(home: Path, monkeypatch: pytest.MonkeyPatch):
    assert default_turn_file() == home / ".local" / "state" / "voiced" / "turns.jsonl"
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    assert card_token_file() == home / "state" / "voiced" / "card-token"


def test_a_service_keeps_its_state_where_systemd_says(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("STATE_DIRECTORY", f"{home}/one:{home}/two")
    assert default_turn_file() == home / "one" / "turns.jsonl"
    assert card_token_file() == home / "one" / "card-token"


def test_the_files_of_a_profile_are_its_own_wherever_they_are_configured_to_be(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VOICED_PROFILE", "anna")
    assert default_database() == home / ".local/share/voiced/profiles/anna/ledger.db"
    assert database_at("~/books.db") == home / "profiles/anna/books.db"
    assert backups_at("", default_database()) == home / ".local/share/voiced/profiles/anna/backups"
    assert backups_at("/mnt/stick", default_database()) == Path("/mnt/stick/profiles/anna")
    assert default_turn_file() == home / ".local/state/voiced/profiles/anna/turns.jsonl"
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/voiced")
    assert card_token_file() == Path("/var/lib/voiced/profiles/anna/card-token")


def test_the_daemon_of_a_profile_is_found_by_its_own_file(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1000")
    monkeypatch.setenv("VOICED_PROFILE", "anna")
    own, machine = (Path("/run/user/1000/voiced/profiles/anna/pid"), Path("/run/voiced/profiles/anna/pid"))
    assert pid_files() == (own, machine)
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert pid_files()[0] == home / ".local/state/voiced/profiles/anna/pid"


def test_speech_models_are_everybodys(home: Path, monkeypatch: pytest.MonkeyPatch):
    before = model_folders("~/models")
    monkeypatch.setenv("VOICED_PROFILE", "anna")
    assert model_folders("~/models") == before


@pytest.mark.parametrize("name", ["../anna", "Anna", "anna smith", "a" * 33, "-anna", "安娜"])
def test_a_profile_that_is_no_name_is_refused(name: str, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VOICED_PROFILE", name)
    with pytest.raises(ConfigWrong, match="write it with up to 32 of a to z"):
        default_database()
