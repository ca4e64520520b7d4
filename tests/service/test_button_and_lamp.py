"""The scripts for a button and a lamp, as docs/service.md prints them, with programs that stand for the pins."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.console_blocks import blocks
from voiced.runtime.device_state import DeviceState

BUTTON, LAMP = blocks(Path(__file__).parents[2] / "docs" / "service.md", "sh")


class Pins:
    """A folder of programs that write down how they were called."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._calls = folder / "calls"

    def program(self, name: str, then: str = ":") -> None:
        file = self._folder / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >> {self._calls}\n{then}\n')
        file.chmod(0o755)

    def run(self, script: str, **environment: str) -> list[str]:
        """Run a script; which programs it called, in order."""
        path = f"{self._folder}:{os.environ['PATH']}"
        subprocess.run(["sh", "-euc", script], env={"PATH": path, **environment}, check=True, timeout=30)
        calls = self._calls.read_text().splitlines()
        self._calls.unlink()
        return calls


@pytest.fixture
def pins(tmp_path: Path) -> Pins:
    return Pins(tmp_path)


def test_each_press_wakes_the_daemon_once(pins: Pins) -> None:
    pins.program("gpiomon", "echo falling; echo falling")
    pins.program("voiced")
    monitored, *woken = pins.run(BUTTON)
    assert monitored.startswith("gpiomon --chip gpiochip0 ")
    assert woken == ["voiced wake", "voiced wake"]


def test_the_lamp_is_on_while_it_listens_and_blinks_when_it_has_saved(pins: Pins) -> None:
    pins.program("pinctrl")
    levels = {
        state: "".join(call[-1] for call in pins.run(LAMP, VOICED_STATE=state)) for state in DeviceState
    }
    assert levels == {
        DeviceState.IDLE: "l",
        DeviceState.LISTENING: "h",
        DeviceState.CONFIRMING: "h",
        DeviceState.SPEAKING: "l",
        DeviceState.SAVED: "lhlh",
        DeviceState.ERROR: "l",
        DeviceState.MICROPHONE_LOST: "l",
    }
