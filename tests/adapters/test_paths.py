"""Where the ledger is when nobody says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiced.adapters.paths import card_token_file, database_at, default_database, default_turn_file


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"):
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
