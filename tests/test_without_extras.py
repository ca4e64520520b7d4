"""An installation without extras: a module needs the packages of an extra only if it is one of that extra's adapters."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]

ADAPTERS_OF_EXTRAS = {
    "voiced.adapters.ledger.ledger_outbox",
    "voiced.adapters.ledger.postgres_ledger",
    "voiced.adapters.ledger.postgres_server",
    "voiced.adapters.machine.mqtt_broker",
    "voiced.adapters.recognition.wyoming_recognizer",
    "voiced.adapters.voice.kokoro_phonemes",
    "voiced.adapters.voice.wyoming_voice",
    "voiced.adapters.wyoming.description",
    "voiced.adapters.wyoming.hearing",
    "voiced.adapters.wyoming.serving",
    "voiced.adapters.wyoming.speaking",
    "voiced.adapters.wyoming.talking",
    "voiced.adapters.wyoming.visit",
    "voiced.app.build_wyoming",
}
"""The modules that import a package of an extra as they are loaded; `voiced.app` imports each of them when it is configured."""

IMPORT_EVERYTHING = """
import importlib, json, pkgutil, sys

blocked = set(sys.argv[1:])

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import voiced

failed = {}
for module in pkgutil.walk_packages(voiced.__path__, "voiced."):
    if module.name != "voiced.__main__":
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            failed[module.name] = error.name
print(json.dumps(failed))
"""
"""A program that imports each module of voiced while some packages cannot be imported, and prints the modules that fail."""


def test_only_the_adapters_of_an_extra_need_its_packages() -> None:
    packages = [Requirement(line).name.replace("-", "_") for lines in EXTRAS.values() for line in lines]
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_EVERYTHING, *packages],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    failed = json.loads(done.stdout)
    assert failed.keys() == ADAPTERS_OF_EXTRAS, failed
    assert set(failed.values()) <= {*packages}
