"""`voiced categories`: lists and changes the categories and the words that mean them."""

from __future__ import annotations

from voiced.adapters.ledger.sql_names import SqlNames
from voiced.cli.command import CommandParser
from voiced.cli.names import NameActions
from voiced.language.entries.hearable import is_heard_as_category

_TYPES = ("expense", "income", "transfer")
_EPILOG = """\
examples:
  voiced categories add 露营 --words 帐篷 天幕        「买帐篷三百」 is filed under 露营 from the next session on
  voiced categories rename 露营 户外
  voiced categories remove 户外 --into 旅行
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "A category is the purpose of an entry; voiced recognises it by its name and by the words that mean it.",
        _EPILOG,
    )
    show, add, rename, remove = NameActions(
        "category",
        "a category",
        "are filed under",
        is_heard_as_category,
        SqlNames.categories,
        SqlNames.add_category,
        SqlNames.rename_category,
        SqlNames.remove_category,
    ).define(command)
    show.add_argument("--type", choices=_TYPES, help="only categories of this type")
    add.add_argument("--type", choices=_TYPES, default="expense", help="(default: expense)")
    for action in (rename, remove):
        action.add_argument(
            "--type", choices=_TYPES, help="needed if several types have a category of that name"
        )
