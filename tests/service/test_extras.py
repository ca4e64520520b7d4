"""What `scripts/install --with` chose: an upgrade brings it along."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.service.machine import ROOT

pytestmark = pytest.mark.speech


def install(home: Path, *options: str) -> tuple[int, str]:
    """Exit status and output of an installation for one user that is only told."""
    done = subprocess.run(
        [ROOT / "scripts/install", "--user", "--dry-run", *options],
        env={"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def packages(told: str) -> list[str]:
    return re.findall(r"requirements/([a-z-]+)\.txt", told)


def chosen(told: str) -> tuple[Path, list[str]]:
    """Where the extras that were chosen would be kept, and which they are."""
    (found,) = re.findall(r"^write (.*/extras): (.*)$", told, re.MULTILINE)
    return Path(found[0]), found[1].split()


def test_an_upgrade_keeps_the_extras_that_were_chosen(tmp_path: Path):
    status, told = install(tmp_path, "--with", "whisper", "--with", "postgres")
    assert status == 0, told
    assert packages(told) == ["sources", "build", "run", "postgres", "whisper"]
    kept, extras = chosen(told)
    kept.parent.mkdir(parents=True)
    kept.write_text("\n".join(extras))

    status, upgrade = install(tmp_path)
    assert status == 0, upgrade
    assert packages(upgrade) == packages(told)
    _, one_more = install(tmp_path, "--with", "neural-voice", "--with", "whisper")
    assert packages(one_more) == ["sources", "build", "run", "neural-voice", "postgres", "whisper"]


def test_extras_are_kept_with_the_settings_that_need_them(tmp_path: Path):
    """A removal keeps the settings; what is installed after it must be able to read them."""
    kept = tmp_path / ".config/voiced/extras"
    kept.parent.mkdir(parents=True)
    kept.write_text("postgres\n")
    _, told = install(tmp_path, "--uninstall")
    assert f"another installation brings along: {kept}" in told
    assert f"remove {kept.parent}" not in told
    _, told = install(tmp_path, "--uninstall", "--purge")
    assert f"remove {kept.parent}\n" in told


def test_the_service_can_have_every_extra(tmp_path: Path):
    """What is missing is said to be installed like this."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert "wyoming" in extras
    wanted = [option for extra in extras for option in ("--with", extra)]
    status, told = install(tmp_path, *wanted)
    assert status == 0, told
    assert sorted(packages(told)) == sorted([*extras, "sources", "build", "run"])


def test_a_removed_extra_is_told(tmp_path: Path):
    kept = tmp_path / ".config/voiced/extras"
    kept.parent.mkdir(parents=True)
    kept.write_text("telepathy\n")
    status, told = install(tmp_path)
    assert status != 0
    assert f"no extra telepathy\n  Without it: delete its line in {kept}" in told
