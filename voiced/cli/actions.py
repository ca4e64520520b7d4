"""The actions of a command (`voiced config check`)."""

from __future__ import annotations

import argparse


def add_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage]
    name: str,
    does: str,
    description: str = "",
) -> argparse.ArgumentParser:
    """An action. Where it has no description, its help says what the command's help lists it with."""
    return actions.add_parser(name, help=does, description=description or f"{does[0].upper()}{does[1:]}.")
