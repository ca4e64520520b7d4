"""`voiced recurring`: lists, adds and removes the entries that come again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import uuid4

import msgspec

from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import open_tables
from voiced.cli.colours import Colour, Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import LedgerOptions, add_ledger_options, check_text, existing_place, ledger_place
from voiced.cli.tables import Cell, table
from voiced.cli.terminal import in_columns
from voiced.domain.recurring import Recurring, recurring_texts, same_entry
from voiced.domain.transaction import TYPE_NAMES
from voiced.errors import WrongInput
from voiced.language.entries.recurring_entries import read_recurring
from voiced.language.text.spelling import normalise

_EPILOG = """\
A recurring entry is offered in the first conversation of its due day, and on the following days until it is answered.
It is never written without a confirm. In a month without the day, such as the 31st, it is due on the last day.

examples:
  voiced recurring add 每月15号房租3000
  voiced recurring add 每周一瑜伽课120
  voiced recurring add 每月20号健身卡199 分类运动
  voiced recurring add 每年3月8号保险2400
  voiced recurring list --json              for a script
  voiced recurring remove 房租
"""
_HEADINGS = "日子", "金额", "名目", "分类", "下次", "编号"


@dataclass(frozen=True)
class _ListOptions(LedgerOptions):
    json: bool


@dataclass(frozen=True)
class _AddOptions(_ListOptions):
    sentence: Sequence[str]


@dataclass(frozen=True)
class _RemoveOptions(_ListOptions):
    name: str


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("Entries that come again: rent, a phone bill, a course.", _EPILOG)
    show = command.add_action("list", "print the recurring entries with their next due days")
    add = command.add_action("add", "set up a recurring entry from a sentence that names its days")
    add.add_argument("sentence", nargs="+", metavar="SENTENCE", help="days and entry, as 每月15号房租3000")
    remove = command.add_action("remove", "remove a recurring entry; rows that came of it stay")
    remove.add_argument("name", metavar="NAME", help="its description, or its id as `list` prints it")
    for action in (show, add, remove):
        action.add_argument("--json", action="store_true", help="one JSON object")
        add_ledger_options(action)
    show.run_with(_ListOptions, _list)
    add.run_with(_AddOptions, _add)
    remove.run_with(_RemoveOptions, _remove)


def _list(options: _ListOptions) -> int:
    entries, today = run_loop(_all(options)), SystemClock().now().date()
    if options.json:
        print(_as_json({"entries": [recurring_texts(one, today) for one in entries]}))
    elif entries:
        print("\n".join(_as_table(entries, today)))
    else:
        print("没有定期的账。")
    return 0


def _add(options: _AddOptions) -> int:
    text, now = "，".join(check_text(words) for words in options.sentence), SystemClock().now()
    entry = run_loop(_set_up(options, text, now))
    if options.json:
        print(_as_json(recurring_texts(entry, now.date())))
    else:
        print(
            f"{entry.name}: added; {entry.days} {entry.amount}元, due next on {entry.days.coming(now.date())}"
        )
    return 0


def _remove(options: _RemoveOptions) -> int:
    entry = run_loop(_take_out(options, check_text(options.name)))
    if options.json:
        print(_as_json({"removed": recurring_texts(entry, SystemClock().now().date())}))
    else:
        print(f"{entry.name}: removed")
    return 0


async def _all(options: LedgerOptions) -> tuple[Recurring, ...]:
    async with open_tables(SqlLedger, existing_place(options)) as ledger:
        return await ledger.recurring.all()


async def _set_up(options: LedgerOptions, text: str, now: datetime) -> Recurring:
    async with open_tables(SqlLedger, ledger_place(options)) as ledger:
        read = read_recurring(normalise(text), await ledger.vocabulary(), now)
        entry = read and Recurring.of(read.entry, read.days, id=str(uuid4()), since=now.date())
        if not entry:
            raise WrongInput(
                f"「{text}」 names no days that come again with one entry and its amount; write it as: "
                "voiced recurring add 每月15号房租3000"
            )
        if known := same_entry(entry, await ledger.recurring.all()):
            raise WrongInput(f"{known.name} {known.days} {known.amount}元 exists already; nothing was added")
        await ledger.recurring.keep(entry)
        return entry


async def _take_out(options: LedgerOptions, name: str) -> Recurring:
    async with open_tables(SqlLedger, existing_place(options)) as ledger:
        entry = _the_one(await ledger.recurring.all(), name)
        await ledger.recurring.remove(entry.id)
        return entry


def _the_one(entries: Sequence[Recurring], name: str) -> Recurring:
    match [one for one in entries if name in (one.id, one.name)]:
        case [one]:
            return one
        case []:
            known = " ".join(dict.fromkeys(one.name for one in entries))
            raise WrongInput(
                f"there is no recurring entry {name}; "
                + (f"there are {known}" if known else "there are none")
            )
        case several:
            ids = ", ".join(f"{one.days} {one.id}" for one in several)
            raise WrongInput(f"several recurring entries are called {name}; name one by its id: {ids}")


def _as_json(value: dict[str, object] | dict[str, str | None]) -> str:
    return msgspec.json.encode(value).decode()


def _as_table(entries: Sequence[Recurring], today: date) -> Sequence[str]:
    cells = [[Cell(text, Colour.HEADING, is_number=text == "金额") for text in _HEADINGS]]
    cells += [
        [
            Cell(str(one.days)),
            Cell(f"{TYPE_NAMES[one.type]}{in_columns(one.amount)}", is_number=True),
            Cell(one.description),
            Cell(one.category),
            Cell(str(one.due_on(today) or one.days.coming(today))),
            Cell(one.id),
        ]
        for one in entries
    ]
    return list(table(cells, Palette.of(sys.stdout)))
