"""`voiced config`: whether the configuration is right, and what holds."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from voiced.cli.actions import add_action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from voiced.app.judging import Mistake
    from voiced.config import Configuration

_DESCRIPTION = """\
A setting comes from the variable VOICED_SECTION__KEY, else from the file: --config F, else ~/.config/voiced/voiced.toml,
else /etc/voiced/voiced.toml; else it is the default. `voiced config default` explains every key.
"""
_EPILOG = """\
examples:
  voiced config default > ~/.config/voiced/voiced.toml     a file to begin with; delete what you do not change
  voiced config check                                      before the daemon reads it (systemctl --user reload voiced)
  VOICED_CARD__PORT=9000 voiced config show                a variable goes before the file
"""
_CHECK = """\
Reads and judges the configuration as `voiced run` does when it starts: values, the recogniser and its model, voices,
addresses, the ledger's place, the command for the lamp, and who may reach the card. Each mistake is one line, with exit
status 2. Nothing is changed, and no server is asked; `voiced doctor` says whether servers answer.
"""
_MASK = "********"


class _Options(Protocol):
    config: Path | None


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "config",
        help="check or show the configuration",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = add_action(
        actions,
        "check",
        "say whether a daemon would start with it, and if not, which keys are wrong and what is allowed",
        description=_CHECK,
    )
    check.set_defaults(run=_check)
    show = add_action(actions, "show", "print what holds, as TOML, and where each value comes from")
    show.set_defaults(run=_show)
    default = add_action(actions, "default", "print the defaults, every key explained: a file to begin with")
    default.set_defaults(run=_default)
    schema = add_action(
        actions, "schema", "print the JSON schema of the file, for an editor that completes and checks"
    )
    schema.set_defaults(run=_schema)
    for action in (check, show):
        action.add_argument("--config", type=Path, metavar="F", help="configuration file")


def _check(options: argparse.Namespace) -> int:
    from voiced.app.judging import mistakes_in
    from voiced.config import load
    from voiced.errors import ConfigWrong

    configuration = load(cast("_Options", options).config)
    if mistakes := [_line(one, configuration) for one in mistakes_in(configuration.settings)]:
        raise ConfigWrong("\n".join(dict.fromkeys(mistakes)))
    print(f"{configuration.file or 'no configuration file, the defaults hold'}: ok")
    return 0


def _line(mistake: Mistake, configuration: Configuration) -> str:
    """One mistake, after the file or the variable that sets the key, if there is one."""
    told = f"{mistake.key}: {mistake.told}"
    origin = configuration.origins.get(mistake.key)
    return f"{origin}: {told}" if origin else told


def _show(options: argparse.Namespace) -> int:
    from voiced.config import load

    print("\n".join(_lines(load(cast("_Options", options).config))))
    return 0


def _default(options: argparse.Namespace) -> int:
    from voiced.adapters.machine.shipped import shipped

    del options
    print(shipped("config/voiced.toml").read_text(encoding="utf-8"), end="")
    return 0


def _schema(options: argparse.Namespace) -> int:
    from voiced.cli.config_schema import schema

    del options
    print(json.dumps(schema(), ensure_ascii=False, indent=2))
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
