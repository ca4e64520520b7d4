"""`voiced memory`: lists and forgets the habits that voiced learnt from corrections."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from voiced.adapters.ledger.sql_habits import SqlHabits
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import open_tables
from voiced.cli.colours import Colour, Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import LedgerOptions, add_ledger_options, check_text, existing_place
from voiced.cli.tables import Cell, table
from voiced.domain.habits import Habit, HabitField
from voiced.domain.transaction import TYPE_NAMES
from voiced.errors import WrongInput

_EPILOG = """\
After two corrections of the same words to the same category, or to the same account, voiced gives it to the next entry of
these words and says so (按上次记在日用). [memory] habits = false in the configuration switches this off.

examples:
  voiced memory list
  voiced memory list --json        for a script
  voiced memory forget 猫砂
  voiced memory forget --all
"""
_HEADINGS = "说法", "收支", "学到的", "次数", "最近一次"
_FIELDS = {HabitField.CATEGORY: "分类", HabitField.ACCOUNT: "账户"}


@dataclass(frozen=True)
class _ListOptions(LedgerOptions):
    json: bool


@dataclass(frozen=True)
class _ForgetOptions(_ListOptions):
    words: str | None
    all: bool


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("The habits that voiced learnt from corrections.", _EPILOG)
    show = command.add_action("list", "print what was learnt, the habit used last first")
    forget = command.add_action(
        "forget", "forget what was learnt about some words; the rows stay as they are"
    )
    forget.add_argument("words", nargs="?", metavar="WORDS", help="the words, as `list` prints them")
    forget.add_argument("--all", action="store_true", help="forget everything that was learnt")
    for action in (show, forget):
        action.add_argument("--json", action="store_true", help="one JSON object")
        add_ledger_options(action)
    show.run_with(_ListOptions, _list)
    forget.run_with(_ForgetOptions, _forget)


def _list(options: _ListOptions) -> int:
    habits = run_loop(_all(options))
    if options.json:
        print(_as_json("habits", habits))
    elif habits:
        print("\n".join(_as_table(habits)))
    else:
        print("还没有学到什么。")
    return 0


def _forget(options: _ForgetOptions) -> int:
    if options.all is (options.words is not None):
        raise WrongInput("name the words to forget, or write --all; `voiced memory list` prints them")
    words = None if options.words is None else check_text(options.words)
    gone = run_loop(_forgotten(options, words))
    if options.json:
        print(_as_json("forgotten", gone))
    else:
        print("\n".join(f"{habit.words}: forgot {habit.value}" for habit in gone) or "nothing was learnt")
    return 0


async def _all(options: LedgerOptions) -> tuple[Habit, ...]:
    async with open_tables(SqlHabits, existing_place(options)) as habits:
        return await habits.habits()


async def _forgotten(options: LedgerOptions, words: str | None) -> tuple[Habit, ...]:
    async with open_tables(SqlHabits, existing_place(options)) as habits:
        gone = await (habits.forget_all() if words is None else habits.forget(words))
        if not gone and words is not None:
            known = " ".join(dict.fromkeys(habit.words for habit in await habits.habits()))
            raise WrongInput(
                f"nothing was learnt about {words}; "
                + (f"there is {known}" if known else "there are no habits")
            )
        return gone


def _as_json(name: str, habits: Sequence[Habit]) -> str:
    """The habits as JSON; times are ISO 8601 with their zone."""
    return msgspec.json.encode({name: habits}).decode()


def _as_table(habits: Sequence[Habit]) -> Sequence[str]:
    cells = [[Cell(text, Colour.HEADING, is_number=text == "次数") for text in _HEADINGS]]
    cells += [
        [
            Cell(habit.words),
            Cell(TYPE_NAMES[habit.type]),
            Cell(f"{_FIELDS[habit.field]} {habit.value}"),
            Cell(str(habit.count), is_number=True),
            Cell(str(habit.last_used.date())),
        ]
        for habit in habits
    ]
    return list(table(cells, Palette.of(sys.stdout)))
