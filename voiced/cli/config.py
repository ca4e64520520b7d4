"""`voiced config`: checks and shows the configuration."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from voiced.app.check_settings import Mistake, mistakes_in
from voiced.app.configured import chosen_on_card
from voiced.app.configured import configuration as configured
from voiced.app.model_trust import trust_in_words, trust_of
from voiced.app.secret_files import exposed
from voiced.cli.command import CommandParser
from voiced.config import SECRETS, SECTIONS, Configuration, Settings
from voiced.errors import ConfigWrong
from voiced.packaged import shipped

_DESCRIPTION = """\
A setting comes from the variable VOICED_SECTION__KEY, else from the settings of the card, which keep four keys, else from the
file: --config F, else ~/.config/voiced/voiced.toml, else /etc/voiced/voiced.toml; else it is the default.
`voiced config default` explains every key.
"""
_EPILOG = """\
examples:
  voiced config default > ~/.config/voiced/voiced.toml     a file to begin with; keep the lines that you change
  voiced config check                                      before the daemon reads it (systemctl --user reload voiced)
  VOICED_CARD__PORT=9000 voiced config show                a variable overrides the file
"""
_CHECK = """\
Reads and judges the configuration as `voiced run` does when it starts: values, the recogniser and its model, voices,
addresses, the ledger's place, the command for the lamp, and who may reach the card. Each mistake is one line, with exit
status 2. It also says whether the language model is believed. It changes nothing and asks no server; `voiced doctor` checks
the servers.
"""
_MASK = "********"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_END_IN_PYTHON, _END = r"\Z", "$"
"""The end of a text in a pattern, in Python's dialect and in that of JSON schemas."""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(_DESCRIPTION, _EPILOG)
    check = command.add_action(
        "check",
        "check whether the daemon would start with it, and name each wrong key and its allowed values",
        description=_CHECK,
    )
    check.run_with(_check)
    show = command.add_action("show", "print the settings as TOML, with the origin of each value")
    show.run_with(_show)
    default = command.add_action("default", "print a file with all defaults, and an explanation of every key")
    default.run_with(_default)
    schema = command.add_action(
        "schema", "print the JSON schema of the file, for an editor that completes and checks"
    )
    schema.run_with(_schema)
    for action in (check, show):
        action.add_config_option()


def _check(*, config: Path | None) -> None:
    configuration = configured(config)
    if mistakes := [_line(one, configuration) for one in mistakes_in(configuration.settings)]:
        raise ConfigWrong("\n".join(dict.fromkeys(mistakes)))
    print(f"{configuration.file or 'no configuration file, so the defaults apply'}: ok")
    for chosen in chosen_on_card(configuration):
        print(chosen)
    if (warning := exposed(configuration.settings.mqtt)) is not None:
        print(f"warning: {warning}", file=sys.stderr)
    if (trust := trust_of(configuration.settings)) is not None:
        print(f"language model: {trust_in_words(trust.standing())}")


def _line(mistake: Mistake, configuration: Configuration) -> str:
    """One mistake, after the file or the variable that sets the key."""
    told = f"{mistake.key}: {mistake.told}"
    origin = configuration.origins.get(mistake.key)
    return f"{origin}: {told}" if origin else told


def _show(*, config: Path | None) -> None:
    print("\n".join(_lines(configured(config))))


def _default() -> None:
    print(shipped("config/voiced.toml").read_text(encoding="utf-8"), end="")


def _schema() -> None:
    print(json.dumps(_schema_of_the_file(), ensure_ascii=False, indent=2))


def _lines(configuration: Configuration) -> Iterator[str]:
    yield f"# {configuration.file or 'no configuration file'}"
    for section, names in SECTIONS.items():
        yield ""
        yield f"[{section}]"
        for name in names:
            key = f"{section}.{name}"
            value = getattr(getattr(configuration.settings, section), name)
            shown = _MASK if key in SECRETS and value else value
            yield f"{name} = {_toml(shown)}  # {configuration.origins.get(key, 'default')}"


def _toml(value: str | float | tuple[str, ...]) -> str:
    """A value as TOML, which is written as in JSON, except for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _schema_of_the_file() -> dict[str, Any]:
    """The JSON schema of the whole file, for editors; as for the daemon, an unknown key is a mistake."""
    sections: dict[str, Any] = {}
    (whole,), definitions = msgspec.json.schema_components([Settings], ref_template="#/$defs/{name}")
    for name, definition in definitions.items():
        sections[name] = {**definition, "additionalProperties": False}
        for key in definition["properties"].values():
            if "pattern" in key:
                key["pattern"] = key["pattern"].replace(_END_IN_PYTHON, _END)
    return {"$schema": _DIALECT, "title": "voiced.toml", **whole, "$defs": sections}
