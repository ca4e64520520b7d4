"""The steps of an installation, done in real folders with real commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiced.adapters.machine.installation_steps import Remove, RemoveIfEmpty, Run, Try, WriteFile, do
from voiced.errors import InstallationFailure


def test_a_file_is_written_with_the_folders_above_it_and_readable_by_all(tmp_path: Path) -> None:
    place = tmp_path / "a/b/voiced.service"
    do(WriteFile(place, "one"))
    do(WriteFile(place, "two"))
    assert place.read_text() == "two"
    assert place.stat().st_mode & 0o777 == 0o644
    assert list(place.parent.iterdir()) == [place]


def test_a_folder_goes_with_what_is_in_it_and_a_link_goes_alone(tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link"
    (folder / "deep").mkdir(parents=True)
    link.symlink_to(folder)
    do(Remove(link))
    assert folder.is_dir()
    do(Remove(folder))
    do(Remove(folder))
    assert list(tmp_path.iterdir()) == []


def test_only_an_empty_folder_is_tidied_away(tmp_path: Path) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    for folder in (full, empty):
        folder.mkdir()
    (full / "file").touch()
    for folder in (full, empty):
        do(RemoveIfEmpty(folder))
    assert list(tmp_path.iterdir()) == [full]


def test_a_command_that_fails_is_told_with_what_it_said() -> None:
    with pytest.raises(InstallationFailure, match="this failed: sh -c 'echo no >&2; exit 3': no"):
        do(Run(("sh", "-c", "echo no >&2; exit 3")))


def test_a_command_that_may_fail_is_run_and_its_failure_passed_over(tmp_path: Path) -> None:
    do(Try(("sh", "-c", f"touch {tmp_path}/ran; exit 1")))
    assert (tmp_path / "ran").exists()


def test_a_command_that_is_missing_is_told() -> None:
    with pytest.raises(InstallationFailure, match="could not run no-such-command"):
        do(Run(("no-such-command",)))


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InstallationFailure, match="could not write"):
        do(WriteFile(tmp_path / "file" / "unit", ""))
