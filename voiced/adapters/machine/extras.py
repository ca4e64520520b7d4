"""Optional packages, and how to install them."""

from __future__ import annotations

import importlib.util

from voiced.errors import ModelMissing


def how_to_get(extra: str) -> str:
    """The remedy for a missing extra, named as in pyproject.toml. A service has an environment of its own."""
    return f"install it with: scripts/install --with {extra}, or in a checkout: pip install '.[{extra}]'"


def require(package: str, what: str, extra: str) -> None:
    """Check that a package is installed, without importing it.

    Args:
        package: its name in an import.
        what: its name in messages, such as `the Whisper engine`.
        extra: the extra that installs it.

    Raises:
        ModelMissing: it is not installed.
    """
    if importlib.util.find_spec(package) is None:
        raise ModelMissing(f"{what} is not installed; {how_to_get(extra)}")
