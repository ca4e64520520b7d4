"""A real wyoming-satellite: the published program in an environment of its own, which hears recordings."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from tests.machines.debian import CACHE, ROOT
from tests.machines.machine import run_or_raise
from tests.support.processes import free_port, listens_within

VERSION = "1.0.0"
_PARTS = Path(__file__).with_name("satellite_parts.py")
_PROGRAM = Path(__file__).with_name("satellite_with_pings.py")
_RECORDINGS = ROOT / "tests/audio/conversations"
_INSTALL_SECONDS, _START_SECONDS, _ANSWER_SECONDS, _QUIET_SECONDS = 600.0, 30.0, 60.0, 1.5


class Satellite:
    """A satellite of a room.

    Attributes:
        name: the room.
        port: where Home Assistant reaches it.
    """

    def __init__(self, folder: Path, name: str, port: int) -> None:
        """`folder` holds what it is to hear, and what it played."""
        self.name = name
        self.port = port
        self._folder = folder
        self._heard = folder / "played.raw"

    def hears(self, recording: str) -> int:
        """Wake it and let it hear a recording; the bytes of sound that it played as the answer."""
        before = self._played()
        (self._folder / "wake").touch()
        self._until(lambda: not (self._folder / "wake").exists(), "heard no wake word")
        # A file that is still being written would be heard in part.
        copy = self._folder / "next.wav"
        shutil.copyfile(_RECORDINGS / f"{recording}.wav", copy)
        copy.rename(self._folder / "say.wav")
        self._until(lambda: self._played() > before, f"played no answer to {recording}")
        played = 0
        while played != (played := self._played()):
            time.sleep(_QUIET_SECONDS)
        return played - before

    def _played(self) -> int:
        return self._heard.stat().st_size if self._heard.exists() else 0

    def _until(self, is_so: Callable[[], bool], complaint: str) -> None:
        ends = time.monotonic() + _ANSWER_SECONDS
        while not is_so():
            assert time.monotonic() < ends, f"{self.name} {complaint}; {self.log[-1500:]}"
            time.sleep(0.05)

    @property
    def log(self) -> str:
        """What it told its operator."""
        return (self._folder / "satellite.log").read_text(encoding="utf-8")


@contextmanager
def running_satellite(folder: Path, name: str) -> Generator[Satellite]:
    """A satellite that waits for Home Assistant; its files are in this folder."""
    folder.mkdir()
    port, python = free_port(), sys.executable
    parts = {part: shlex.join([python, str(_PARTS), part, str(folder)]) for part in ("mic", "wake")}
    played = shlex.join(["sh", "-c", f"cat >> {shlex.quote(str(folder / 'played.raw'))}"])
    command = [
        *(
            str(_python()),
            str(_PROGRAM),
            "--debug",
            "--no-zeroconf",
            "--name",
            name,
            "--uri",
            f"tcp://127.0.0.1:{port}",
        ),
        *("--mic-command", parts["mic"], "--wake-command", parts["wake"], "--snd-command", played),
    ]
    with (folder / "satellite.log").open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        satellite = Satellite(folder, name, port)
        assert listens_within(_START_SECONDS, port, process), satellite.log
        yield satellite
    finally:
        process.terminate()
        process.wait()


def _python() -> Path:
    """The Python that has the published program, whose own command is broken; installed where it is not there yet."""
    place = CACHE / f"wyoming-satellite-{VERSION}"
    if not (place / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(place)], check=True)
        install = (str(place / "bin/pip"), "install", "--quiet", f"wyoming-satellite=={VERSION}")
        run_or_raise(*install, seconds=_INSTALL_SECONDS)
        (place / "complete").touch()
    return place / "bin/python"
