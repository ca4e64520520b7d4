"""The parsers of `voiced`, its commands and their actions. A module is imported when its command or action is chosen."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

WRONG_INPUT = 2
"""The exit status after a mistake of the user."""

_Options = TypeVar("_Options", bound="DataclassInstance")


class CommandParser(argparse.ArgumentParser):
    """A parser that reports a mistake in one line; argparse would print the usage before it."""

    definition = ""
    """`MODULE:FUNCTION` that defines the options when they are first needed; empty after that call."""

    def load(self) -> None:
        """Have the options defined, if that was not done yet."""
        definition, self.definition = self.definition, ""
        if definition:
            module, function = definition.split(":")
            define = cast("Callable[[CommandParser], None]", getattr(import_module(module), function))
            define(self)

    def load_all(self) -> None:
        """Have the options of this parser and of all its actions defined."""
        self.load()
        has_actions = "_actions_below" in vars(self)
        for action in self._actions_below.choices.values() if has_actions else ():
            action.load_all()

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        """Parse as argparse does, with the options that `definition` adds."""
        self.load()
        return super().parse_known_args(*args, **options)

    def error(self, message: str) -> NoReturn:
        """Report the mistake and end the process."""
        self.exit(WRONG_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")

    def explain(self, description: str, epilog: str) -> None:
        """Set the texts of the help, which are printed line by line as they are."""
        self.description, self.epilog = description, epilog
        self.formatter_class = argparse.RawDescriptionHelpFormatter

    def add_action(self, name: str, does: str, description: str = "") -> CommandParser:
        """Add an action (`check` in `voiced config check`).

        Args:
            name: the word that the user types.
            does: its line in the list of actions.
            description: the text of its own help; by default `does`.
        """
        return self._actions_below.add_parser(
            name, help=does, description=description or f"{does[0].upper()}{does[1:]}."
        )

    def add_config_option(self) -> None:
        """Add `--config`."""
        self.add_argument("--config", type=Path, metavar="F", help="configuration file")

    def add_lazy_action(self, name: str, does: str, definition: str) -> None:
        """Add an action whose options are defined when it is chosen; see `definition`."""
        self.add_action(name, does).definition = definition

    def allow_no_action(self) -> None:
        """Let the command run without an action, too; its actions were added before."""
        self._actions_below.required = False

    def run_with(self, kind: type[_Options], run: Callable[[_Options], int]) -> None:
        """Run this function with the parsed options that the fields of `kind` name."""

        def called(parsed: argparse.Namespace) -> int:
            return run(kind(**{name: getattr(parsed, name) for name in kind.__dataclass_fields__}))

        self.set_defaults(run=called)

    def run_without_options(self, run: Callable[[], int]) -> None:
        """Run this function, which takes no options."""

        def called(parsed: argparse.Namespace) -> int:
            del parsed
            return run()

        self.set_defaults(run=called)

    @cached_property
    def _actions_below(self):
        return self.add_subparsers(
            title="actions", metavar="ACTION", required=True, parser_class=CommandParser
        )
