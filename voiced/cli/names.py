"""What `voiced categories` and `voiced accounts` have in common: names in a ledger, and how they are looked up."""

from __future__ import annotations

import argparse
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol, cast

from voiced.cli.actions import add_action
from voiced.cli.ledger_options import LedgerOptions, add_ledger_options, ledger_place
from voiced.errors import WrongInput

if TYPE_CHECKING:
    from datetime import datetime

    from voiced.adapters.ledger.sql_names import NameInUse, SqlNames


class NameOptions(LedgerOptions, Protocol):
    """The options of an action on names; each action has some of them."""

    name: str
    new_name: str
    words: list[str]
    type: str | None
    into: str | None


def add_actions(
    command: argparse.ArgumentParser, what: str
) -> tuple[
    argparse.ArgumentParser, argparse.ArgumentParser, argparse.ArgumentParser, argparse.ArgumentParser
]:
    """`list`, `add`, `rename` and `remove`, with the options that categories and accounts share."""
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    show = add_action(
        actions,
        "list",
        f"print each {what}, how many rows it has and the words that mean it, separated by tabs",
    )
    add = add_action(actions, "add", "add one that is heard by its name, and by more words if you like")
    add.add_argument("name", metavar="NAME", help=f"the {what}, one word that you say")
    add.add_argument("--words", nargs="+", default=[], metavar="WORD", help="other words that mean it")
    rename = add_action(
        actions, "rename", "give one another name; its rows go along, the old name stays a word for it"
    )
    rename.add_argument("name", metavar="OLD", help=f"the {what} as it is called now")
    rename.add_argument("new_name", metavar="NEW", help="what it is called from now on")
    remove = add_action(actions, "remove", "remove one; refused while rows are filed under it, unless --into")
    remove.add_argument("name", metavar="NAME", help=f"the {what}")
    remove.add_argument(
        "--into", metavar="NAME", help=f"the {what} that takes its rows; what they were is kept"
    )
    for action in (show, add, rename, remove):
        add_ledger_options(action)
    return show, add, rename, remove


def command_of(
    act: Callable[[SqlNames, NameOptions], Awaitable[None]],
) -> Callable[[argparse.Namespace], int]:
    """An action on the names of a ledger as a command."""

    def run(options: argparse.Namespace) -> int:
        from voiced.adapters.machine.event_loop import run_loop

        run_loop(_act(act, cast("NameOptions", options)))
        return 0

    return run


def the_one(names: Sequence[NameInUse], name: str, what: str) -> NameInUse:
    """The name that is meant.

    Raises:
        WrongInput: there is none, or more than one.
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
    """Refuse what would be heard as something else; what is no name at all the ledger says itself.

    Raises:
        WrongInput: a word is one of a command, or is heard as a number or a day.
    """
    from voiced.adapters.machine.clocks import SystemClock
    from voiced.domain.naming import why_no_name

    now = SystemClock().now()
    for word in words:
        if why_no_name(word) is None and not is_heard(word, now):
            raise WrongInput(
                f"{word!r} would be heard, in part or whole, as a command, a number or a day, never as {what}; "
                "choose another word"
            )


def print_names(names: Sequence[NameInUse]) -> None:
    """One a line: type if it has one, name, rows, words."""
    for one in names:
        kind = [one.type.value.lower()] if one.type else []
        print("\t".join((*kind, one.name, str(one.rows), " ".join(one.words))))


async def _act(act: Callable[[SqlNames, NameOptions], Awaitable[None]], options: NameOptions) -> None:
    async with _open_names(options) as names:
        await act(names, options)


@asynccontextmanager
async def _open_names(options: LedgerOptions) -> AsyncGenerator[SqlNames]:
    """The names of the ledger that is meant; a missing ledger is made, so that one can begin with them."""
    from voiced.adapters.ledger.sql_names import SqlNames
    from voiced.app.ledger import open_database

    names = SqlNames(await open_database(ledger_place(options)))
    try:
        yield names
    finally:
        await names.close()
