"""`voiced categories`: what entries are filed under, and the words that mean it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from voiced.cli.names import NameOptions, add_actions, check_names, command_of, print_names, the_one

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voiced.adapters.ledger.sql_names import NameInUse, SqlNames

_TYPES = ("expense", "income", "transfer")
_EPILOG = """\
examples:
  voiced categories add 露营 --words 帐篷 天幕        「买帐篷三百」 is filed under 露营 from the next session on
  voiced categories rename 露营 户外
  voiced categories remove 户外 --into 旅行
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "categories",
        help="list, add, rename or remove categories",
        description="A category is what money is for; it is heard by its name and by the words that mean it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    show, add, rename, remove = add_actions(command, "category")
    show.add_argument("--type", choices=_TYPES, help="only those of one type")
    add.add_argument("--type", choices=_TYPES, default="expense", help="(default: expense)")
    for action in (rename, remove):
        action.add_argument("--type", choices=_TYPES, help="where several types have a category of that name")
    show.set_defaults(run=command_of(_list))
    add.set_defaults(run=command_of(_add))
    rename.set_defaults(run=command_of(_rename))
    remove.set_defaults(run=command_of(_remove))


async def _list(names: SqlNames, options: NameOptions) -> None:
    print_names(await _of_type(names, options.type))


async def _add(names: SqlNames, options: NameOptions) -> None:
    from voiced.domain.transaction import TransactionType
    from voiced.language.hearable import is_heard_as_category

    check_names((options.name, *options.words), is_heard_as_category, "a category")
    await names.add_category(options.name, TransactionType((options.type or "").upper()), options.words)
    print(f"{options.name}: added; voiced hears it from the next session on")


async def _rename(names: SqlNames, options: NameOptions) -> None:
    from voiced.language.hearable import is_heard_as_category

    old = the_one(await _of_type(names, options.type), options.name, "category")
    check_names((options.new_name,), is_heard_as_category, "a category")
    await names.rename_category(old, options.new_name)
    print(f"{options.name}: is called {options.new_name} now, in {old.rows} rows as well")


async def _remove(names: SqlNames, options: NameOptions) -> None:
    old = the_one(await _of_type(names, options.type), options.name, "category")
    into = None
    if options.into is not None:
        same = [one for one in await names.categories() if one.type is old.type]
        into = the_one(same, options.into, "category")
    await names.remove_category(old, into)
    print(f"{old.name}: removed" + (f"; {old.rows} rows are filed under {into.name} now" if into else ""))


async def _of_type(names: SqlNames, type_: str | None) -> Sequence[NameInUse]:
    return [one for one in await names.categories() if type_ is None or one.type == type_.upper()]
