"""`voiced ledger`: the list of its actions; each is imported when it is chosen."""

from __future__ import annotations

from voiced.cli.command import CommandParser

_EPILOG = """\
examples:
  voiced ledger add 午饭35块                       shows the row, and asks before it is written
  voiced ledger list --month 2026-11              the rows of a month
  voiced ledger search 咖啡                        the rows that hold a word
  voiced ledger export --format csv > all.csv     every row, for a spreadsheet
  voiced ledger backup stick.db                   a checked copy, also while voiced runs
  voiced ledger import --help                     the bills of 钱迹, 随手记 and beancount
"""
_ACTIONS = {
    "add": ("write the entries of a sentence, after a question", "voiced.cli.ledger_add:define_add"),
    "list": ("print rows, the latest first", "voiced.cli.ledger_rows:define_list"),
    "search": ("print the rows that hold some words", "voiced.cli.ledger_rows:define_search"),
    "export": ("print every row, oldest first", "voiced.cli.ledger_files:define_export"),
    "import": (
        "add the bills of another program; one wrong line stops the whole import",
        "voiced.cli.ledger_import:define_import",
    ),
    "undo": (
        "undo one batch of rows; an import is one batch",
        "voiced.cli.ledger_import:define_undo",
    ),
    "backup": ("copy the ledger to a file, also while voiced runs", "voiced.cli.ledger_files:define_backup"),
    "restore": ("put a backup in the ledger's place", "voiced.cli.ledger_files:define_restore"),
    "check": (
        "look for damage in the ledger, and say how to repair it",
        "voiced.cli.ledger_files:define_check",
    ),
}
"""Each action with its line in the help, and the function that defines its options."""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "The ledger is the file in ledger.path or the PostgreSQL in ledger.url; --db F names another file.",
        _EPILOG,
    )
    for name, (does, definition) in _ACTIONS.items():
        command.add_lazy_action(name, does, definition)
