"""Checks for packages that only a benchmark needs, with one line about the missing ones."""

from __future__ import annotations

import sys
from importlib.util import find_spec


def need(requirements: str, *modules: str) -> None:
    """End with status 2 and the command to install the packages, unless all modules are installed.

    Args:
        requirements: the file that pins them, such as `requirements/bench.txt`.
        modules: the names to import.
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        print(
            f"{', '.join(missing)} {verb} not installed; install with: .venv/bin/pip install -r {requirements}",
            file=sys.stderr,
        )
        raise SystemExit(2)
