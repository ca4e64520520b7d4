"""The installed product, made once and kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.installed import Installed, installed


@pytest.fixture(scope="session")
def product() -> Installed:
    """voiced without any extra."""
    return installed()


@pytest.fixture(scope="session")
def first_home(product: Installed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of somebody who has recorded one entry."""
    home = tmp_path_factory.mktemp("home")
    done = product.run("chat", "--offline", home=home, stdin="午饭35块\n确认\n")
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture
def home(first_home: Path, tmp_path: Path) -> Path:
    """A home of the test's own, in which there is one entry."""
    return Path(shutil.copytree(first_home, tmp_path / "home"))
