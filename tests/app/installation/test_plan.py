"""The plan of an installation: the places of files, and the steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from voiced.adapters.machine.installation_steps import told
from voiced.app.installation.plan import SYSTEM, Keeping, Start, installation, of_user, removal

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


USER = of_user(Path("/people/wang"), {}, ())
SYSTEMCTL = ("systemctl", "--user")


def all_there(_: Path) -> bool:
    return True


def none_there(_: Path) -> bool:
    return False


def test_a_unit_is_written_and_a_daemon_that_runs_is_restarted() -> None:
    steps = installation(USER, "[Unit]\n", SYSTEMCTL, Start.WHERE_IT_RAN, none_there)
    assert [told(step) for step in steps] == [
        "write /people/wang/.local/share/systemd/user/voiced.service",
        "run systemctl --user daemon-reload",
        "run systemctl --user try-restart voiced.service",
    ]


def test_it_can_be_started_at_once() -> None:
    *_, last = installation(USER, "", SYSTEMCTL, Start.NOW, none_there)
    assert told(last) == "run systemctl --user enable --now voiced.service"


def test_without_systemd_the_unit_is_all() -> None:
    assert [told(step) for step in installation(USER, "", None, Start.NOW, none_there)] == [
        f"write {USER.unit}"
    ]


def test_a_unit_in_a_place_of_before_goes() -> None:
    moved = replace(USER, old_units=(Path("/old/voiced.service"),))
    first, *_ = installation(moved, "", None, Start.WHERE_IT_RAN, all_there)
    assert told(first) == "remove /old/voiced.service"


def test_a_removal_keeps_books_settings_and_keys() -> None:
    lines = [
        told(step)
        for step in removal(SYSTEM, ["voiced.llm.api_key"], ("systemctl",), Keeping.BOOKS, all_there)
    ]
    assert lines[0] == "run systemctl disable --now voiced.service"
    assert "remove /usr/local/lib/systemd/system/voiced.service" in lines
    assert "remove /usr/local/share/voiced/models" in lines
    for kept in ("/var/lib/voiced", "/etc/voiced", "/etc/credstore/voiced.llm.api_key"):
        assert f"remove {kept}" not in lines


def test_a_purge_removes_these_too() -> None:
    steps = removal(SYSTEM, ["voiced.llm.api_key"], ("systemctl",), Keeping.NOTHING, all_there)
    lines = [told(step) for step in steps]
    for gone in (
        "/var/lib/voiced",
        "/etc/voiced",
        "/etc/systemd/system/voiced.service.d",
        "/etc/credstore/voiced.llm.api_key",
        "/etc/credstore.encrypted/voiced.llm.api_key",
    ):
        assert f"remove {gone}" in lines


def test_where_nothing_is_there_nothing_is_removed() -> None:
    assert removal(USER, (), None, Keeping.NOTHING, none_there) == ()
