"""Where the service of a user has its files, with the variables of a shell and those of the manager."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiced.app.installation.places import of_user

HOME = Path("/people/wang")
DATA, CONFIG = HOME / ".local/share", HOME / ".config"
MOVED = HOME / "moved"
UNIT = "systemd/user/voiced.service"
MODELS = DATA / "voiced/models"


@pytest.mark.parametrize(
    ("unit_path", "unit"),
    [
        pytest.param((), DATA / UNIT, id="no manager runs"),
        pytest.param((CONFIG, DATA), DATA / UNIT, id="a manager with no variables"),
        pytest.param((CONFIG, MOVED), MOVED / UNIT, id="a manager with the variable of the shell"),
        pytest.param((CONFIG, Path("/elsewhere")), CONFIG / UNIT, id="a manager with another variable"),
    ],
)
def test_the_unit_is_where_the_manager_looks(unit_path: tuple[Path, ...], unit: Path) -> None:
    folders = [folder / "systemd/user" for folder in unit_path]
    places = of_user(HOME, {"XDG_DATA_HOME": str(MOVED)}, folders)
    assert places.unit == unit
    assert unit not in places.old_units
    assert unit not in places.changes


def test_a_variable_moves_the_books_and_leaves_the_models() -> None:
    """`voiced models fetch` in a shell and the daemon under systemd mean the same folder."""
    places = of_user(HOME, {"XDG_DATA_HOME": str(MOVED)}, ())
    assert places.data == MOVED / "voiced"
    assert places.models[0] == MODELS


def test_settings_and_state_are_moved_too() -> None:
    places = of_user(HOME, {"XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"}, ())
    assert places.settings == Path("/c/voiced")
    assert places.state == (Path("/s/voiced"),)


def test_a_relative_variable_is_ignored() -> None:
    assert of_user(HOME, {"XDG_DATA_HOME": "moved"}, ()) == of_user(HOME, {}, ())


def test_folders_above_are_dropped_from_the_deepest_up_and_never_the_home() -> None:
    folders = of_user(HOME, {}, ()).made_for
    assert folders.index(DATA / "systemd/user") < folders.index(DATA) < folders.index(HOME / ".local")
    assert HOME not in folders
