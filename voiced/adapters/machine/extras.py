"""What is installed only where it is wanted, and how to come by it."""

from __future__ import annotations

import importlib.util

from voiced.errors import ModelMissing


def how_to_get(extra: str) -> str:
    """What to do where an extra is missing; `extra` as pyproject.toml calls it. The service has an environment of its own."""
    return f"install it with: scripts/install --with {extra}, or in a checkout: pip install '.[{extra}]'"


def require(package: str, what: str, extra: str) -> None:
    """Make sure that a package is installed, without the time that it takes to import it.

    Args:
        package: as it is imported.
        what: as messages call it: `the Whisper engine`.
        extra: what it is installed with.

    Raises:
        ModelMissing: it is not installed.
    """
    if importlib.util.find_spec(package) is None:
        raise ModelMissing(f"{what} is not installed; {how_to_get(extra)}")
