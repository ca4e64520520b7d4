"""The committed records of scripts/try-home-assistant and scripts/try-container hold each check that these make, and no failure."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.machines.house import story as of_house
from tests.machines.house.core import CORES, Core, names_satellites
from tests.machines.image import Podman
from tests.machines.image_story import Story as OfContainer
from tests.support.trial_records import checked_in

ROOT = Path(__file__).parents[2]
AGAIN = "run the script once more, with --record"


@pytest.mark.parametrize("version", CORES)
def test_each_check_held_with_each_core(version: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        story = of_house.Story(Mock(spec=Core), tmp_path, stack, names_satellites=names_satellites(version))
        checks = {check.sentence: "ok" for check in story.checks()}
    record, told = checked_in("home_assistant")
    assert record[f"core {version}"] == checks, AGAIN
    assert f"homeassistant {version}" in told, "the record names what was installed"


def test_each_check_held_in_a_container() -> None:
    record, told = checked_in("container")
    assert record["container"] == {
        check.sentence: "ok" for check in OfContainer(Mock(spec=Podman)).checks()
    }, AGAIN
    assert "podman version " in told


@pytest.mark.parametrize("name", ["home_assistant", "container"])
def test_a_record_says_what_it_does_not_show(name: str) -> None:
    _, told = checked_in(name)
    assert told.partition("What this record does not show:")[2].count("\n- ") > 2


def test_the_trials_are_no_part_of_the_tests() -> None:
    """They need root, a network and many minutes."""
    for script in ("try-home-assistant", "try-container"):
        assert (ROOT / "scripts" / script).stat().st_mode & 0o111
        assert all(script not in (ROOT / "scripts" / each).read_text("utf-8") for each in ("test", "check"))
