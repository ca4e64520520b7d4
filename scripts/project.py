"""What scripts in Python begin with: they are started by any Python and go on with the project's own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_PYTHON = ROOT / ".venv" / "bin" / "python"


def enter() -> None:
    """Go on with the packages of `.venv`, and find `voiced` and `tests`.

    Without `.venv` the script ends with one line.
    """
    if Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
        if not _PYTHON.exists():
            sys.exit(f"{sys.argv[0]}: .venv is missing; make it with scripts/setup")
        os.execv(_PYTHON, [str(_PYTHON), *sys.argv])  # noqa: S606 - the same command, by another Python
    sys.path.insert(0, str(ROOT))
