"""Every extra can be installed on a Raspberry Pi: each pinned package has a wheel for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
NO_WHEEL_ANYWHERE = "srt"
"""Pure Python, built by setuptools, which is pinned for it."""


def resolve(requirements: str, platform: str, python: str) -> subprocess.CompletedProcess[str]:
    """The packages that would be installed there, all extras included, with the versions that are pinned."""
    return subprocess.run(
        [
            *(str(UV), "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--all-extras"),
            *("--python-platform", platform, "--python-version", python),
            *("--only-binary", ":all:", "--no-binary", NO_WHEEL_ANYWHERE),
            *("--constraint", "requirements/dev.txt", requirements),
        ],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )


# Debian 12 and 13, on which Raspberry Pi OS is built.
@pytest.mark.parametrize(
    ("platform", "python"), [("aarch64-manylinux_2_36", "3.11"), ("aarch64-manylinux_2_40", "3.13")]
)
def test_every_extra_has_wheels_for_64_bit_arm(platform: str, python: str) -> None:
    resolved = resolve("pyproject.toml", platform, python)
    assert resolved.returncode == 0, resolved.stderr
    names = {line.split("==")[0] for line in resolved.stdout.splitlines()}
    assert {"vosk", "faster-whisper", "numpy"} <= names


def test_a_package_without_such_a_wheel_would_be_found(tmp_path: Path) -> None:
    lacking = tmp_path / "pyproject.toml"
    # An audio library with wheels for x86 only.
    lacking.write_text('[project]\nname = "lacking"\nversion = "1"\ndependencies = ["miniaudio==1.71"]\n')
    assert (
        "miniaudio==1.71 has no usable wheels"
        in resolve(str(lacking), "aarch64-manylinux_2_36", "3.11").stderr
    )
