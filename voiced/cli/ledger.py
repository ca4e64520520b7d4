"""`voiced ledger`: what was recorded, as a file, and as other programs read and write it."""

from __future__ import annotations

import argparse

from voiced.cli import ledger_export, ledger_files, ledger_import

_EPILOG = """\
examples:
  voiced ledger export --format csv > all.csv     every row, for a spreadsheet
  voiced ledger backup stick.db                   a checked copy, also while voiced runs
  voiced ledger import --help                     the bills of 钱迹, 随手记 and beancount
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "ledger",
        help="export, import, back up, check or restore the ledger",
        description="The ledger is the file in ledger.path, or on the PostgreSQL in ledger.url; --db F names another file.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    for action in (ledger_export, ledger_import, ledger_files):
        action.register(actions)
