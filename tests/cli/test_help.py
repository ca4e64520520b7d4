"""The help of every command says what it does, and its examples are commands that exist."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from typing import cast

import pytest

from voiced.cli.main import parser, whole_parser

_EXAMPLE = re.compile(r"^  (?:.*[|&] )?(?:[A-Z_]+=\S+ )?(voiced \S.*?)(?:  .*)?$", re.MULTILINE)


def subcommands(command: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            return cast("dict[str, argparse.ArgumentParser]", action.choices)  # pyright: ignore[reportUnknownMemberType]
    return {}


def all_commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for name, command in subcommands(whole_parser()).items():
        yield name, command
        for action, of_command in subcommands(command).items():
            yield f"{name} {action}", of_command


COMMANDS = dict(all_commands())
EXAMPLES = [
    example
    for command in (whole_parser(), *COMMANDS.values())
    for example in _EXAMPLE.findall(command.epilog or "")
]


@pytest.mark.parametrize("name", COMMANDS)
def test_it_says_what_it_does(name: str) -> None:
    assert COMMANDS[name].description


@pytest.mark.parametrize("name", subcommands(parser()))
def test_it_shows_how_it_is_used(name: str) -> None:
    assert f"voiced {name}" in (COMMANDS[name].epilog or "")


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_command_that_is_understood(example: str) -> None:
    words = shlex.split(re.split(r" [|<>&]", example)[0])[1:]
    if words[-1] in ("--help", "--version"):
        words = words[:-1]
        assert words == [] or " ".join(words) in COMMANDS
        return
    parser().parse_args(words)
