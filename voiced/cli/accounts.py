"""`voiced accounts`: where money is kept, and the words that mean it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from voiced.cli.names import NameOptions, add_actions, check_names, command_of, print_names, the_one

if TYPE_CHECKING:
    from voiced.adapters.ledger.sql_names import SqlNames

_EPILOG = """\
The first account is that of an entry which names none.

examples:
  voiced accounts add 招商银行 --words 招行
  voiced accounts rename 招商银行 招行卡
  voiced accounts remove 招行卡 --into 银行卡
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "accounts",
        help="list, add, rename or remove accounts",
        description="An account is where money comes from: 「微信付了三十」 is filed under 微信.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    show, add, rename, remove = add_actions(command, "account")
    show.set_defaults(run=command_of(_list))
    add.set_defaults(run=command_of(_add))
    rename.set_defaults(run=command_of(_rename))
    remove.set_defaults(run=command_of(_remove))


async def _list(names: SqlNames, options: NameOptions) -> None:
    del options
    print_names(await names.accounts())


async def _add(names: SqlNames, options: NameOptions) -> None:
    from voiced.language.hearable import is_heard_as_account

    check_names((options.name, *options.words), is_heard_as_account, "an account")
    await names.add_account(options.name, options.words)
    print(f"{options.name}: added; voiced hears it from the next session on")


async def _rename(names: SqlNames, options: NameOptions) -> None:
    from voiced.language.hearable import is_heard_as_account

    old = the_one(await names.accounts(), options.name, "account")
    check_names((options.new_name,), is_heard_as_account, "an account")
    await names.rename_account(old, options.new_name)
    print(f"{options.name}: is called {options.new_name} now, in {old.rows} rows as well")


async def _remove(names: SqlNames, options: NameOptions) -> None:
    accounts = await names.accounts()
    old = the_one(accounts, options.name, "account")
    into = the_one(accounts, options.into, "account") if options.into is not None else None
    await names.remove_account(old, into)
    print(f"{old.name}: removed" + (f"; {old.rows} rows belong to {into.name} now" if into else ""))
