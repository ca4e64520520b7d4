"""The parsers of `voiced` and of its commands. A command's module is imported when the command is chosen."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

WRONG_INPUT = 2
"""The exit status after a mistake of the user's."""


_Options = TypeVar("_Options", bound="DataclassInstance")


class CommandParser(argparse.ArgumentParser):
    """A parser that tells a mistake in one line; argparse would print the usage before it."""

    def error(self, message: str) -> NoReturn:
        """Tell the mistake and end the process."""
        self.exit(WRONG_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")

    def explain(self, description: str, epilog: str) -> None:
        """Say in the help what the command does; both texts are shown as they are laid out."""
        self.description, self.epilog = description, epilog
        self.formatter_class = argparse.RawDescriptionHelpFormatter

    def add_action(self, name: str, does: str, description: str = "") -> CommandParser:
        """Add an action (`check` in `voiced config check`).

        Args:
            name: as it is typed.
            does: its line in the list of actions.
            description: what its own help says; empty to repeat `does`.
        """
        return self._actions_below.add_parser(
            name, help=does, description=description or f"{does[0].upper()}{does[1:]}."
        )

    def run_with(self, kind: type[_Options], run: Callable[[_Options], int]) -> None:
        """Have it run with those of the parsed options that `kind` names."""

        def called(parsed: argparse.Namespace) -> int:
            return run(kind(**{name: getattr(parsed, name) for name in kind.__dataclass_fields__}))

        self.set_defaults(run=called)

    def run_without_options(self, run: Callable[[], int]) -> None:
        """Have it run; it has no options."""

        def called(parsed: argparse.Namespace) -> int:
            del parsed
            return run()

        self.set_defaults(run=called)

    @cached_property
    def _actions_below(self):
        return self.add_subparsers(
            title="actions", metavar="ACTION", required=True, parser_class=CommandParser
        )


class LazyCommand(CommandParser):
    """The parser of a command whose module defines its options when they are first needed."""

    module = ""
    """The name of a module that has not been asked yet; empty afterwards."""

    def load(self) -> None:
        """Import the module and have it define the options, the first time."""
        module, self.module = self.module, ""
        if module:
            cast("_CommandModule", import_module(module)).define(self)

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        """Parse as every parser does, with the options that the module defines."""
        self.load()
        return super().parse_known_args(*args, **options)


class _CommandModule(Protocol):
    """What a module of a command offers."""

    def define(self, command: CommandParser) -> None:
        """Give the command its help, its options, and `run`, which is called with what was parsed."""
        ...
