"""Packages that a benchmark needs beyond those of the tests: told in one line where they are not installed."""

from __future__ import annotations

import sys
from importlib.util import find_spec


def need(requirements: str, *modules: str) -> None:
    """End with status 2 and the command that installs them, unless all modules are there.

    Args:
        requirements: the file that pins them, as `requirements/bench.txt`.
        modules: by the names that are imported.
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        print(
            f"{', '.join(missing)} {verb} not installed; install with: .venv/bin/pip install -r {requirements}",
            file=sys.stderr,
        )
        raise SystemExit(2)
