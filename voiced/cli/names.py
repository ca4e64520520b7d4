"""The actions on names of a ledger, which `voiced categories` and `voiced accounts` share."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from shutil import get_terminal_size
from typing import TypeVar

from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import open_tables
from voiced.cli.colours import Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import LedgerOptions, add_ledger_options, ledger_place
from voiced.cli.tables import Cell, fitted, table
from voiced.domain.vocabulary import NameInUse, why_no_name
from voiced.errors import WrongInput


@dataclass(frozen=True)
class NewName(LedgerOptions):
    """The options of `add`."""

    name: str
    words: list[str]


@dataclass(frozen=True)
class Renaming(LedgerOptions):
    """The options of `rename`."""

    name: str
    new_name: str


@dataclass(frozen=True)
class Removal(LedgerOptions):
    """The options of `remove`."""

    name: str
    into: str | None


_NameOptions = TypeVar("_NameOptions", bound=LedgerOptions)


def add_actions(
    command: CommandParser, what: str
) -> tuple[CommandParser, CommandParser, CommandParser, CommandParser]:
    """`list`, `add`, `rename` and `remove`, with the options that categories and accounts share."""
    show = command.add_action(
        "list",
        f"print each {what} with its number of rows, the words that mean it, and whether it is hidden; to a pipe, "
        "separated by tabs",
    )
    add = command.add_action("add", f"add a new {what}, with more words for it if you like")
    add.add_argument("name", metavar="NAME", help=f"the name of the {what}, one word")
    add.add_argument("--words", nargs="+", default=[], metavar="WORD", help="other words that mean it")
    rename = command.add_action(
        "rename", f"rename the {what} in all its rows; the old name stays a word for it"
    )
    rename.add_argument("name", metavar="OLD", help="the present name")
    rename.add_argument("new_name", metavar="NEW", help="the new name")
    remove = command.add_action(
        "remove", f"remove the {what}; if it has rows, name another one for them with --into"
    )
    remove.add_argument("name", metavar="NAME", help=f"the {what}")
    remove.add_argument(
        "--into", metavar="NAME", help=f"the {what} that gets its rows, whose earlier versions are kept"
    )
    for action in (show, add, rename, remove):
        add_ledger_options(action)
    return show, add, rename, remove


def act_on_names(
    action: CommandParser, kind: type[_NameOptions], act: Callable[[SqlNames, _NameOptions], Awaitable[None]]
) -> None:
    """Run this function with the options of the action on the names of the chosen ledger."""

    def run(options: _NameOptions) -> int:
        run_loop(_act(act, options))
        return 0

    action.run_with(kind, run)


def the_one(names: Sequence[NameInUse], name: str, what: str) -> NameInUse:
    """The one entry with this name.

    Raises:
        WrongInput: the name is unknown, or several types have it.
    """
    found = [one for one in names if one.name == name]
    match found:
        case [one]:
            return one
        case []:
            known = " ".join(dict.fromkeys(one.name for one in names))
            raise WrongInput(f"there is no {what} {name}; there are {known}")
        case _:
            types = ", ".join(one.type.value.lower() for one in found if one.type)
            raise WrongInput(f"{name} is a {what} of several types; say which with --type ({types})")


def check_names(words: Sequence[str], is_heard: Callable[[str, datetime], bool], what: str) -> None:
    """Refuse words that the daemon would understand in another sense; the ledger itself refuses invalid names.

    Raises:
        WrongInput: a word is a command, a number or a day.
    """
    now = SystemClock().now()
    for word in words:
        if why_no_name(word) is None and not is_heard(word, now):
            raise WrongInput(
                f"{word!r} would be understood as a command, a number or a day, at least in part, and never as {what}; "
                "choose another word"
            )


def print_names(names: Sequence[NameInUse]) -> None:
    """Print a line for each name: type (of a category), name, number of rows, words, and `hidden` if it is not offered.

    On a terminal the words are shortened to one line, and 「（隐藏）」 marks the name; otherwise tabs separate the whole texts.
    """
    if not sys.stdout.isatty():
        for one in names:
            parts = [*_type(one), one.name, str(one.rows), " ".join(one.words)]
            print("\t".join([*parts, "hidden"] if one.is_hidden else parts))
    elif names:
        cells = [
            [
                *map(Cell, _type(one)),
                Cell(f"{one.name}（隐藏）" if one.is_hidden else one.name),
                Cell(str(one.rows), is_number=True),
                Cell(" ".join(one.words)),
            ]
            for one in names
        ]
        fitting = fitted(cells, len(cells[0]) - 1, get_terminal_size().columns)
        print("\n".join(table(fitting, Palette.of(sys.stdout))))


def _type(one: NameInUse) -> list[str]:
    return [one.type.value.lower()] if one.type else []


def print_added(name: str) -> None:
    """Say that a name was added."""
    print(f"{name}: added; voiced knows it from the next session on")


async def _act(act: Callable[[SqlNames, _NameOptions], Awaitable[None]], options: _NameOptions) -> None:
    """Act on the names of the chosen ledger; a missing ledger is created, so that names can be its beginning."""
    async with open_tables(SqlNames, ledger_place(options)) as names:
        await act(names, options)
