"""The actions on names of a ledger, which `voiced categories` and `voiced accounts` share."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from shutil import get_terminal_size

from msgspec import Struct

from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.machine.clocks import SystemClock
from voiced.cli.colours import Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import act_on
from voiced.cli.tables import Cell, fitted, table
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import NameInUse, why_no_name
from voiced.errors import WrongInput


class NameActions(Struct, frozen=True):
    """`list`, `add`, `rename` and `remove` for one sort of names.

    Attributes:
        what: the sort, such as "category".
        a_what: the same with its article.
        now_at: what rows of a removed name do, such as "belong to".
        is_heard: whether the daemon would understand a word as such a name.
        all: reads the names.
        add: adds a name with its type, if this sort has types, and with the words that mean it.
        rename: gives a name another text.
        remove: removes a name; its rows go to the other one.
    """

    what: str
    a_what: str
    now_at: str
    is_heard: Callable[[str, datetime], bool]
    all: Callable[[SqlNames], Awaitable[Sequence[NameInUse]]]
    add: Callable[[SqlNames, str, TransactionType, Sequence[str]], Awaitable[None]]
    rename: Callable[[SqlNames, NameInUse, str], Awaitable[None]]
    remove: Callable[[SqlNames, NameInUse, NameInUse | None], Awaitable[None]]

    def define(
        self, command: CommandParser
    ) -> tuple[CommandParser, CommandParser, CommandParser, CommandParser]:
        """Add the actions, for which a missing ledger is created, so that names can be its beginning."""
        what = self.what
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
        act_on(show, SqlNames, self._list, creates=True)
        act_on(add, SqlNames, self._add, creates=True)
        act_on(rename, SqlNames, self._rename, creates=True)
        act_on(remove, SqlNames, self._remove, creates=True)
        return show, add, rename, remove

    async def _list(self, names: SqlNames, *, type: str | None = None) -> None:
        _print_names(await self._of_type(names, type))

    async def _add(self, names: SqlNames, *, name: str, words: list[str], type: str = "expense") -> None:
        self._check(name, *words)
        await self.add(names, name, TransactionType(type.upper()), words)
        print(f"{name}: added; voiced knows it from the next session on")

    async def _rename(self, names: SqlNames, *, name: str, new_name: str, type: str | None = None) -> None:
        old = self._the_one(await self._of_type(names, type), name)
        self._check(new_name)
        await self.rename(names, old, new_name)
        print(f"{name}: renamed to {new_name}, also in {old.rows} rows")

    async def _remove(self, names: SqlNames, *, name: str, into: str | None, type: str | None = None) -> None:
        old = self._the_one(await self._of_type(names, type), name)
        same = [one for one in await self.all(names) if one.type is old.type]
        other = None if into is None else self._the_one(same, into)
        await self.remove(names, old, other)
        print(f"{old.name}: removed" + (f"; {old.rows} rows {self.now_at} {other.name} now" if other else ""))

    async def _of_type(self, names: SqlNames, type: str | None) -> Sequence[NameInUse]:
        return [one for one in await self.all(names) if type is None or one.type == type.upper()]

    def _the_one(self, names: Sequence[NameInUse], name: str) -> NameInUse:
        """The one entry with this name.

        Raises:
            WrongInput: the name is unknown, or several types have it.
        """
        match [one for one in names if one.name == name]:
            case [one]:
                return one
            case []:
                known = " ".join(dict.fromkeys(one.name for one in names))
                raise WrongInput(f"there is no {self.what} {name}; there are {known}")
            case found:
                types = ", ".join(one.type.value.lower() for one in found if one.type)
                raise WrongInput(f"{name} is {self.a_what} of several types; say which with --type ({types})")

    def _check(self, *words: str) -> None:
        """Refuse words that the daemon would understand in another sense; the ledger itself refuses invalid names.

        Raises:
            WrongInput: a word is a command, a number or a day.
        """
        now = SystemClock().now()
        for word in words:
            if why_no_name(word) is None and not self.is_heard(word, now):
                raise WrongInput(
                    f"{word!r} would be understood as a command, a number or a day, at least in part, and never as "
                    f"{self.a_what}; choose another word"
                )


def _print_names(names: Sequence[NameInUse]) -> None:
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
