"""`voiced recurring`: lists, adds and removes the entries that come again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import uuid4

from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.machine.clocks import SystemClock
from voiced.cli.command import CommandParser
from voiced.cli.options import act_on, check_text
from voiced.cli.tables import Cell, print_list
from voiced.cli.terminal import in_columns, print_json
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


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("Entries that come again: rent, a phone bill, a course.", _EPILOG)
    show = command.add_action("list", "print the recurring entries with their next due days")
    add = command.add_action("add", "set up a recurring entry from a sentence that names its days")
    add.add_argument(
        "sentence",
        nargs="+",
        type=check_text,
        metavar="SENTENCE",
        help="days and entry, as 每月15号房租3000",
    )
    remove = command.add_action("remove", "remove a recurring entry; rows that came of it stay")
    remove.add_argument(
        "name", type=check_text, metavar="NAME", help="its description, or its id as `list` prints it"
    )
    for action in (show, add, remove):
        action.add_argument("--json", action="store_true", help="one JSON object")
    act_on(show, SqlLedger, _list)
    act_on(add, SqlLedger, _add, creates=True)
    act_on(remove, SqlLedger, _remove)


async def _list(ledger: SqlLedger, *, json: bool) -> None:
    entries, today = await ledger.recurring.all(), SystemClock().now().date()
    told = {"entries": [recurring_texts(one, today) for one in entries]}
    rows = [_cells(one, today) for one in entries]
    print_list(rows, told, json=json, empty="没有定期的账。", headings=_HEADINGS)


async def _add(ledger: SqlLedger, *, sentence: Sequence[str], json: bool) -> None:
    text, now = "，".join(sentence), SystemClock().now()
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
    if json:
        print_json(recurring_texts(entry, now.date()))
    else:
        print(
            f"{entry.name}: added; {entry.days} {entry.amount}元, due next on {entry.days.coming(now.date())}"
        )


async def _remove(ledger: SqlLedger, *, name: str, json: bool) -> None:
    entry = _the_one(await ledger.recurring.all(), name)
    await ledger.recurring.remove(entry.id)
    if json:
        print_json({"removed": recurring_texts(entry, SystemClock().now().date())})
    else:
        print(f"{entry.name}: removed")


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


def _cells(one: Recurring, today: date) -> list[Cell]:
    return [
        Cell(str(one.days)),
        Cell(f"{TYPE_NAMES[one.type]}{in_columns(one.amount)}", is_number=True),
        Cell(one.description),
        Cell(one.category),
        Cell(str(one.due_on(today) or one.days.coming(today))),
        Cell(one.id),
    ]
