"""A benchmark or script whose packages are not installed says in one line what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.peers import environment

ROOT = Path(__file__).parents[2]
INSTALL = "not installed; install with: .venv/bin/pip install -r requirements/bench.txt\n"

WITHOUT = """
import importlib.util, runpy, sys
_, script, missing, sys.path[0] = sys.argv
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == missing else found(name, package)
sys.argv = [script]
runpy.run_path(script, run_name="__main__")
"""
"""Runs a script as if a package were not installed."""


@pytest.mark.parametrize(
    ("script", "module"),
    [
        ("benchmarks/language.py", "hassil"),
        ("benchmarks/language.py", "jionlp"),
        ("benchmarks/voice_activity.py", "pymicro_vad"),
        ("benchmarks/__main__.py", "hassil"),
        ("scripts/fuzz", "atheris"),
        ("scripts/audit", "pip_audit"),
    ],
)
def test_a_missing_part_is_told_with_the_command_that_installs_it(script: str, module: str):
    place = (
        ROOT
        if script in ("benchmarks/voice_activity.py", "benchmarks/__main__.py")
        else (ROOT / script).parent
    )
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT, script, module, str(place)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert module in ran.stderr
    assert ran.stderr.endswith(INSTALL)
    assert ran.stderr.count("\n") == 1


def test_peers_that_cannot_be_installed_are_told_with_the_command_that_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    no_pins = tmp_path / "no-such-file.txt"
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment, "REQUIREMENTS", no_pins)
    monkeypatch.setattr(environment, "_STAMP", tmp_path / "installed")
    with pytest.raises(SystemExit) as ended:
        environment.prepare()
    assert ended.value.code == 2
    assert capfd.readouterr().err.endswith(f"-m pip install --require-hashes -r {no_pins}\n")
