"""What is installed only where it is wanted, and how to come by it."""

from __future__ import annotations


def how_to_get(extra: str) -> str:
    """What to do where an extra is missing; `extra` as pyproject.toml calls it. The service has an environment of its own."""
    return f"install it with: scripts/install --with {extra}, or in a checkout: pip install '.[{extra}]'"
