"""The wheel in an environment of a user's own, without a checkout, as the install page tells it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.console_blocks import commands
from tests.support.installed import ROOT, built_wheel
from tests.support.model_mirror import model_mirror
from voiced.adapters.recognition.model_manifest import DEFAULT_MODEL

pytestmark = pytest.mark.timeout(300)

LINES = [line for line in commands(ROOT / "docs/install.md") if "~/voiced" in line]
KEPT = ("PIP_", "SSL_", "HTTP_", "HTTPS_", "http_", "https_")
"""How this machine reaches its package registry; another one has it in its own settings."""


def test_it_is_a_whole_product(tmp_path: Path) -> None:
    home, mirror = tmp_path / "home", tmp_path / "mirror"
    for folder in (home, mirror):
        folder.mkdir()
    shutil.copy(built_wheel(), home)
    weights = tmp_path / "weights"
    (weights / "am").mkdir(parents=True)
    (weights / "conf").mkdir()
    # pip's own option: tomorrow's packages are not what this test is about.
    constraints = tmp_path / "constraints.txt"
    pinned = (ROOT / "requirements/run.txt").read_text()
    constraints.write_text("\n".join(re.findall(r"^([a-z0-9-]+==.*?) \\$", pinned, re.MULTILINE)))
    with model_mirror(mirror, DEFAULT_MODEL, weights) as variables:
        environment = {
            **{name: value for name, value in os.environ.items() if name.startswith(KEPT)},
            **variables,
            "HOME": str(home),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "PIP_CACHE_DIR": str(ROOT / ".cache" / "pip"),
            "PIP_CONSTRAINT": str(constraints),
        }
        for line in LINES:
            done = subprocess.run(
                ["bash", "-c", line], cwd=home, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"$ {line}\n{done.stdout}{done.stderr}"
    unit = (home / ".local/share/systemd/user/voiced.service").read_text()
    assert f'ExecStart="{home}/voiced/bin/voiced" run' in unit
    assert (home / f".local/share/voiced/models/{DEFAULT_MODEL}/am").is_dir()


def test_the_page_tells_of_it() -> None:
    assert [line.split()[-1] for line in LINES] == ["~/voiced", "voiced-*.whl", "fetch", "--now"]
