"""The actions of a command (`voiced config check`)."""

from __future__ import annotations

import argparse


def add_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage]
    name: str,
    does: str,
    description: str = "",
) -> argparse.ArgumentParser:
    """An action. Without a description its help repeats `does`, the line in the list of actions."""
    return actions.add_parser(name, help=does, description=description or f"{does[0].upper()}{does[1:]}.")
