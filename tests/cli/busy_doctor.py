"""`voiced doctor` on a machine that has too much to do, where a process that ends uncleanly is most likely to be seen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

WHISPER = Path(".cache/models/whisper-base").resolve()
_SPIN = "while True: pass"


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a process: its exit status, negative for a signal, and its error output."""

    status: int
    complaints: str


@contextmanager
def busy_machine(processes: int) -> Generator[None]:
    """Processes that only use processor time, as many as asked for."""
    spinning = [subprocess.Popen([sys.executable, "-c", _SPIN]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
        for process in spinning:
            process.wait()


def doctor(folder: Path) -> Ended:
    """Run the doctor with Whisper and without sound, so that its processes for sound end while they are being stopped."""
    command = [
        sys.executable,
        "-m",
        "voiced",
        "doctor",
        "--offline",
        "--json",
        "--db",
        str(folder / "ledger.db"),
    ]
    ran = subprocess.run(
        command,
        env={**os.environ, **_without_sound(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return Ended(ran.returncode, ran.stderr)


def _without_sound(folder: Path) -> Mapping[str, str]:
    return {
        "HOME": str(folder),
        "ALSA_CONFIG_PATH": str(folder / "no-such-file"),
        "PULSE_SERVER": f"unix:{folder}/no-such-server",
        "VOICED_ASR__ENGINE": "whisper",
        "VOICED_ASR__MODEL_DIR": str(WHISPER),
    }
