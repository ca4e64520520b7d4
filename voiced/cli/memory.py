"""`voiced memory`: lists, forgets, exports and imports the habits that voiced learnt from corrections."""

from __future__ import annotations

from pathlib import Path

from voiced.adapters.exchange import memory_file
from voiced.adapters.ledger.sql_habits import SqlHabits
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_ledger import open_tables
from voiced.cli.command import CommandParser
from voiced.cli.options import act_on, add_ledger_options, check_text, ledger_place
from voiced.cli.tables import Cell, print_list
from voiced.cli.terminal import print_json
from voiced.domain.habits import FILLED_IN, Habit, HabitField, newer
from voiced.domain.transaction import TYPE_NAMES
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.errors import WrongInput
from voiced.language.entries.habit_words import words_in
from voiced.language.text.spelling import as_said

_EPILOG = """\
After one correction of an entry's category or account, voiced gives it to the next entry of the same words
and says so (按上次记在日用). [memory] habits = false in the configuration switches this off.

examples:
  voiced memory list
  voiced memory list --json        for a script
  voiced memory forget 猫砂
  voiced memory forget --all
  voiced memory export > memory.json
  voiced memory import memory.json
"""
_HEADINGS = "说法", "收支", "学到的", "次数", "最近一次"
_FIELDS = {
    HabitField.CATEGORY: "分类",
    HabitField.ACCOUNT: "账户",
    HabitField.TYPE: "是",
    HabitField.ENTRY: "要记",
}


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("The habits that voiced learnt from corrections.", _EPILOG)
    show = command.add_action("list", "print what was learnt, the habit used last first")
    forget = command.add_action(
        "forget", "forget what was learnt about some words; the rows stay as they are"
    )
    forget.add_argument(
        "words",
        nargs="?",
        type=check_text,
        metavar="WORDS",
        help="the words, as they were said or as `list` prints them",
    )
    forget.add_argument("--all", action="store_true", help="forget everything that was learnt")
    for action in (show, forget):
        action.add_argument("--json", action="store_true", help="one JSON object")
    out = command.add_action("export", "print all that was learnt as a file")
    take = command.add_action("import", "take over what such a file holds, all of it or nothing")
    take.add_argument("file", type=Path, metavar="FILE", help="as `export` prints it")
    act_on(out, SqlHabits, _export)
    add_ledger_options(take)
    take.run_with(_import)
    act_on(show, SqlHabits, _list)
    act_on(forget, SqlHabits, _forget)


async def _list(table: SqlHabits, *, json: bool) -> None:
    habits = await table.habits()
    print_list(
        list(map(_cells, habits)), {"habits": habits}, json=json, empty="还没有学到什么。", headings=_HEADINGS
    )


async def _export(table: SqlHabits) -> None:
    print(memory_file.written(await table.habits()), end="")


async def _import(*, file: Path, db: Path | None, config: Path | None) -> None:
    place = ledger_place(db, config)
    if isinstance(place, Path) and not place.exists():
        # A file that is refused makes no ledger.
        _habits_in(file, DEFAULT_VOCABULARY)
    async with open_tables(SqlLedger, place) as ledger:
        habits = _habits_in(file, await ledger.vocabulary())
        new = newer(habits, (await ledger.memory()).habits)
        await ledger.teach(new)
    print(f"{file}: {len(new)} habits taken over, {len(habits) - len(new)} were known or are older")


def _habits_in(file: Path, vocabulary: Vocabulary) -> tuple[Habit, ...]:
    try:
        return memory_file.read(file.read_bytes(), vocabulary)
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror}; name another file") from error
    except WrongInput as wrong:
        raise WrongInput(f"{file}: {wrong}") from wrong


async def _forget(table: SqlHabits, *, words: str | None, all: bool, json: bool) -> None:
    if all is (words is not None):
        raise WrongInput("name the words to forget, or write --all; `voiced memory list` prints them")
    gone = await (table.forget_all() if words is None else _forget_said(table, words))
    if not gone and words is not None:
        known = " ".join(dict.fromkeys(habit.words for habit in await table.habits()))
        raise WrongInput(
            f"nothing was learnt about {words}; " + (f"there is {known}" if known else "there are no habits")
        )
    if json:
        print_json({"forgotten": gone})
    else:
        print("\n".join(f"{habit.words}: forgot {habit.value}" for habit in gone) or "nothing was learnt")


async def _forget_said(table: SqlHabits, words: str) -> tuple[Habit, ...]:
    """Forget the words as `list` prints them, or else as they were said, with an amount or a day beside them."""
    if gone := await table.forget(words):
        return gone
    return await table.forget(words_in(as_said(words), DEFAULT_VOCABULARY, SystemClock().now()))


def _cells(habit: Habit) -> list[Cell]:
    return [
        Cell(habit.words),
        Cell(TYPE_NAMES[habit.type]),
        Cell(f"{_FIELDS[habit.field]} {_value(habit)}"),
        Cell(str(habit.count), is_number=True),
        Cell(str(habit.last_used.date())),
    ]


def _value(habit: Habit) -> str:
    return habit.value if habit.field in FILLED_IN else TYPE_NAMES[habit.type]
