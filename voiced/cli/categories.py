"""`voiced categories`: lists and changes the categories and the words that mean them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voiced.adapters.ledger.sql_names import SqlNames
from voiced.cli.command import CommandParser
from voiced.cli.names import (
    NewName,
    Removal,
    Renaming,
    act_on_names,
    add_actions,
    check_names,
    print_added,
    print_names,
    the_one,
)
from voiced.cli.options import LedgerOptions
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import NameInUse
from voiced.language.entries.hearable import is_heard_as_category

_TYPES = ("expense", "income", "transfer")
_EPILOG = """\
examples:
  voiced categories add 露营 --words 帐篷 天幕        「买帐篷三百」 is filed under 露营 from the next session on
  voiced categories rename 露营 户外
  voiced categories remove 户外 --into 旅行
"""


@dataclass(frozen=True)
class _Listing(LedgerOptions):
    type: str | None


@dataclass(frozen=True)
class _NewCategory(NewName):
    type: str


@dataclass(frozen=True)
class _CategoryRenaming(Renaming):
    type: str | None


@dataclass(frozen=True)
class _CategoryRemoval(Removal):
    type: str | None


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "A category is the purpose of an entry; voiced recognises it by its name and by the words that mean it.",
        _EPILOG,
    )
    show, add, rename, remove = add_actions(command, "category")
    show.add_argument("--type", choices=_TYPES, help="only categories of this type")
    add.add_argument("--type", choices=_TYPES, default="expense", help="(default: expense)")
    for action in (rename, remove):
        action.add_argument(
            "--type", choices=_TYPES, help="needed if several types have a category of that name"
        )
    act_on_names(show, _Listing, _list)
    act_on_names(add, _NewCategory, _add)
    act_on_names(rename, _CategoryRenaming, _rename)
    act_on_names(remove, _CategoryRemoval, _remove)


async def _list(names: SqlNames, options: _Listing) -> None:
    print_names(await _of_type(names, options.type))


async def _add(names: SqlNames, options: _NewCategory) -> None:
    check_names((options.name, *options.words), is_heard_as_category, "a category")
    await names.add_category(options.name, TransactionType(options.type.upper()), options.words)
    print_added(options.name)


async def _rename(names: SqlNames, options: _CategoryRenaming) -> None:
    old = the_one(await _of_type(names, options.type), options.name, "category")
    check_names((options.new_name,), is_heard_as_category, "a category")
    await names.rename_category(old, options.new_name)
    print(f"{options.name}: renamed to {options.new_name}, also in {old.rows} rows")


async def _remove(names: SqlNames, options: _CategoryRemoval) -> None:
    old = the_one(await _of_type(names, options.type), options.name, "category")
    into = None
    if options.into is not None:
        same = [one for one in await names.categories() if one.type is old.type]
        into = the_one(same, options.into, "category")
    await names.remove_category(old, into)
    print(f"{old.name}: removed" + (f"; {old.rows} rows are filed under {into.name} now" if into else ""))


async def _of_type(names: SqlNames, type_: str | None) -> Sequence[NameInUse]:
    return [one for one in await names.categories() if type_ is None or one.type == type_.upper()]
