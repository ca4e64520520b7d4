"""`voiced accounts`: lists and changes the accounts and the words that mean them."""

from __future__ import annotations

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
from voiced.language.entries.hearable import is_heard_as_account

_EPILOG = """\
The first account is the default for entries.

examples:
  voiced accounts add 招商银行 --words 招行
  voiced accounts rename 招商银行 招行卡
  voiced accounts remove 招行卡 --into 银行卡
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("An account is where money comes from: 「微信付了三十」 is filed under 微信.", _EPILOG)
    show, add, rename, remove = add_actions(command, "account")
    act_on_names(show, LedgerOptions, _list)
    act_on_names(add, NewName, _add)
    act_on_names(rename, Renaming, _rename)
    act_on_names(remove, Removal, _remove)


async def _list(names: SqlNames, options: LedgerOptions) -> None:
    del options
    print_names(await names.accounts())


async def _add(names: SqlNames, options: NewName) -> None:
    check_names((options.name, *options.words), is_heard_as_account, "an account")
    await names.add_account(options.name, options.words)
    print_added(options.name)


async def _rename(names: SqlNames, options: Renaming) -> None:
    old = the_one(await names.accounts(), options.name, "account")
    check_names((options.new_name,), is_heard_as_account, "an account")
    await names.rename_account(old, options.new_name)
    print(f"{options.name}: renamed to {options.new_name}, also in {old.rows} rows")


async def _remove(names: SqlNames, options: Removal) -> None:
    accounts = await names.accounts()
    old = the_one(accounts, options.name, "account")
    into = the_one(accounts, options.into, "account") if options.into is not None else None
    await names.remove_account(old, into)
    print(f"{old.name}: removed" + (f"; {old.rows} rows belong to {into.name} now" if into else ""))
