"""`voiced config`: whether the configuration is right, and what holds."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from voiced.cli.actions import add_action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from voiced.config import Configuration

_MASK = "********"


class _Options(Protocol):
    config: Path | None


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser("config", help="check or show the configuration")
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = add_action(actions, "check", "say whether it is right, and if not, which key and what is allowed")
    check.set_defaults(run=_check)
    show = add_action(actions, "show", "print what holds, as TOML, and where each value comes from")
    show.set_defaults(run=_show)
    default = add_action(actions, "default", "print the defaults, every key explained: a file to begin with")
    default.set_defaults(run=_default)
    for action in (check, show):
        action.add_argument("--config", type=Path, metavar="F", help="configuration file")


def _check(options: argparse.Namespace) -> int:
    from voiced.config import load

    configuration = load(cast("_Options", options).config)
    print(f"{configuration.file or 'no configuration file, the defaults hold'}: ok")
    return 0


def _show(options: argparse.Namespace) -> int:
    from voiced.config import load

    print("\n".join(_lines(load(cast("_Options", options).config))))
    return 0


def _default(options: argparse.Namespace) -> int:
    from voiced.adapters.machine.shipped import shipped

    del options
    print(shipped("config/voiced.toml").read_text(encoding="utf-8"), end="")
    return 0


def _lines(configuration: Configuration) -> Iterator[str]:
    from voiced.config import SECRETS, SECTIONS

    yield f"# {configuration.file or 'no configuration file'}"
    for section, names in SECTIONS.items():
        yield ""
        yield f"[{section}]"
        for name in names:
            key = f"{section}.{name}"
            value = getattr(getattr(configuration.settings, section), name)
            shown = _MASK if key in SECRETS and value else value
            yield f"{name} = {_toml(shown)}  # {configuration.origins.get(key, 'default')}"


def _toml(value: str | float) -> str:
    """A value as TOML; its strings, numbers and truth values are JSON's, save for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
