"""`voiced ledger`: what was recorded, as a file, and as other programs read and write it."""

from __future__ import annotations

from voiced.cli import ledger_export, ledger_files, ledger_import
from voiced.cli.command import CommandParser

_EPILOG = """\
examples:
  voiced ledger export --format csv > all.csv     every row, for a spreadsheet
  voiced ledger backup stick.db                   a checked copy, also while voiced runs
  voiced ledger import --help                     the bills of 钱迹, 随手记 and beancount
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "The ledger is the file in ledger.path, or on the PostgreSQL in ledger.url; --db F names another file.",
        _EPILOG,
    )
    for actions in (ledger_export, ledger_import, ledger_files):
        actions.add_to(command)
