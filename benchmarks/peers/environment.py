"""The environment for the peers. It is separate, since voiced does not need their dependencies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PYTHON = CHECKOUT / ".cache" / "peers" / "bin" / "python"
REQUIREMENTS = CHECKOUT / "requirements" / "peers.txt"
_STAMP = PYTHON.parent.parent / "installed"


def prepare() -> None:
    """Make the environment, or update it to the pins. A new one takes a minute.

    If pip fails, it prints the reason; the process then ends with status 2 and the command to try again.
    """
    if _STAMP.exists() and _STAMP.read_bytes() == REQUIREMENTS.read_bytes():
        return
    print(f"installing {REQUIREMENTS.name} into {PYTHON.parent.parent}", file=sys.stderr)
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", PYTHON.parent.parent], check=True)
    command = [PYTHON, "-m", "pip", "install", "-q", "--require-hashes", "-r", REQUIREMENTS]
    if subprocess.run(command, check=False).returncode:
        again = f"{PYTHON} -m pip install --require-hashes -r {REQUIREMENTS}"
        print(f"the peers are not installed; install them with: {again}", file=sys.stderr)
        raise SystemExit(2)
    _STAMP.write_bytes(REQUIREMENTS.read_bytes())
