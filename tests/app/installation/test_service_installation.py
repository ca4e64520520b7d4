"""The unit as it is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.unit_file import Unit
from voiced.app.installation.service_installation import key_names, rendered, started_by
from voiced.packaged import shipped

TEMPLATES = {scope: shipped(f"systemd/{scope}/voiced.service").read_text() for scope in ("user", "system")}
PROGRAM = Path("/people/wang/.local/bin/voiced")


@pytest.mark.parametrize("scope", TEMPLATES)
def test_only_the_program_differs_from_what_was_shipped(scope: str) -> None:
    before, after = TEMPLATES[scope].splitlines(), rendered(TEMPLATES[scope], PROGRAM, {}).splitlines()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [f'ExecStart="{PROGRAM}" run']


def test_folders_that_the_user_has_moved_are_handed_on(tmp_path: Path) -> None:
    file = tmp_path / "voiced.service"
    file.write_text(rendered(TEMPLATES["user"], PROGRAM, {"XDG_DATA_HOME": "/mnt/my 100% data"}))
    assert 'Environment="XDG_DATA_HOME=/mnt/my 100%% data"' in file.read_text()
    assert Unit(file).all("PYTHONFAULTHANDLER") == []


@pytest.mark.parametrize(
    "name", ["voiced", "a b/voiced", "100%/voiced", "$HOME/voiced", 'a"b/voiced', "a\\b/voiced"]
)
def test_any_path_is_written_so_that_it_is_read_as_it_was(name: str) -> None:
    program = Path("/opt") / name
    assert started_by(rendered(TEMPLATES["system"], program, {})) == program


def test_a_unit_of_somebody_else_starts_nothing_we_know() -> None:
    assert started_by("[Service]\nExecStart=/bin/true\n") is None


def test_the_keys_of_the_system_unit_are_known_by_their_names() -> None:
    assert "voiced.llm.api_key" in key_names(TEMPLATES["system"])
    assert key_names(TEMPLATES["user"]) == ()
