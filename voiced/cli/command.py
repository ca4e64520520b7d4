"""The parsers of `voiced`, its commands and their actions. A module is imported when its command or action is chosen."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Coroutine
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, cast

Action = Callable[..., int | Coroutine[Any, Any, int | None] | None]
"""What an action does; its parameters have the names of its options. It returns the exit status; None is 0."""

WRONG_INPUT = 2
"""The exit status after a mistake of the user."""


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

    def run_with(self, verb: Action, kind: Callable[..., object] | None = None) -> None:
        """Call the verb with its options, and first with a value of `kind`, a class that has options as its fields."""
        self.set_defaults(run=partial(call_verb, verb, kind=kind))

    @cached_property
    def _actions_below(self):
        return self.add_subparsers(
            title="actions", metavar="ACTION", required=True, parser_class=CommandParser
        )


def call_verb(verb: Action, parsed: argparse.Namespace, kind: Callable[..., object] | None = None) -> Any:
    """Call a verb with the parsed options that its parameters name; see `run_with`."""
    values = () if kind is None else (kind(**_options_of(kind, parsed)),)
    return verb(*values, **_options_of(verb, parsed))


def finished(result: int | Coroutine[Any, Any, int | None] | None) -> int:
    """The exit status of a verb; a coroutine is run on an event loop first."""
    if isinstance(result, Coroutine):
        from voiced.adapters.machine.event_loop import run_loop  # noqa: PLC0415 - many commands need no loop

        result = run_loop(result)
    return result or 0


def _options_of(called: Callable[..., object], parsed: argparse.Namespace) -> dict[str, object]:
    from inspect import signature  # noqa: PLC0415 - 5 ms that `--version` does not take

    names = signature(called).parameters
    return {name: value for name, value in vars(parsed).items() if name in names}
