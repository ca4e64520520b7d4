"""`voiced accounts`: lists and changes the accounts and the words that mean them."""

from __future__ import annotations

from voiced.adapters.ledger.sql_names import SqlNames
from voiced.cli.command import CommandParser
from voiced.cli.names import NameActions
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
    NameActions(
        "account",
        "an account",
        "belong to",
        is_heard_as_account,
        SqlNames.accounts,
        lambda names, name, _type, words: names.add_account(name, words),
        SqlNames.rename_account,
        SqlNames.remove_account,
    ).define(command)
