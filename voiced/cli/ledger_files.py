"""`voiced ledger export`, `backup`, `restore` and `check`: the whole ledger as text, as a copy, and free of damage."""

from __future__ import annotations

import sys
from contextlib import aclosing
from pathlib import Path
from typing import TextIO

from voiced.adapters.exchange.file_formats import FileFormat, exported
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_habits import SqlHabits
from voiced.adapters.ledger.sqlite_backup import back_up
from voiced.adapters.ledger.sqlite_check import check
from voiced.adapters.ledger.sqlite_restore import restore
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_ledger import backup_folder, open_ledger, open_tables
from voiced.cli.command import CommandParser
from voiced.cli.options import add_ledger_options, existing, existing_place, ledger_file
from voiced.config import load_settings

_EXPORT_EPILOG = """\
examples:
  voiced ledger export --format csv > all.csv
  voiced ledger export --format beancount > voiced.beancount     for fava
"""


def define_export(export: CommandParser) -> None:
    """Define the action."""
    export.explain(
        "Prints every row in the order of recording, without the rows that were undone.", _EXPORT_EPILOG
    )
    export.add_argument(
        "--format", choices=[form.value for form in FileFormat], required=True, help="the format of the rows"
    )
    add_ledger_options(export)
    export.run_with(_export)


async def _export(*, format: str, db: Path | None, config: Path | None) -> None:
    output = _utf8_output()
    place = existing_place(db, config)
    async with open_tables(SqlHabits, place) as habits, open_tables(SqlBooks, place) as books:
        lessons, stated = await habits.lessons(), await habits.stated()
        openings = (await books.balances()).openings
    async with (
        open_ledger(place) as ledger,
        aclosing(exported(ledger.rows(), FileFormat(format), lessons, openings, stated)) as texts,
    ):
        async for text in texts:
            output.write(text)


def _utf8_output() -> TextIO:
    """Standard output as UTF-8, which the formats require in any locale."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    return sys.stdout


_DAMAGED = """\
What to do: stop voiced, then run `voiced ledger restore FILE` with the newest backup that is whole. The present ledger is
kept beside it. Without a backup, `voiced ledger export --format jsonl` may still save the readable rows.\
"""


def define_backup(backing_up: CommandParser) -> None:
    """Define `backup`."""
    backing_up.explain(
        "Copies the ledger as it is now. The copy gets its name after it was checked and forced to the disk.\n"
        "`voiced run` makes such copies by itself; see ledger.backup_dir in the configuration.",
        "example:\n  voiced ledger backup stick.db",
    )
    backing_up.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="new file (default: in ledger.backup_dir, with the time as its name)",
    )
    add_ledger_options(backing_up)
    backing_up.run_with(_back_up)


def define_restore(restoring: CommandParser) -> None:
    """Define `restore`."""
    restoring.explain(
        "Puts a checked copy of a backup in the ledger's place, and keeps the former ledger beside it. Stop voiced first.",
        "example:\n  voiced ledger restore stick.db",
    )
    restoring.add_argument("file", type=Path, metavar="FILE", help="the backup, which stays unchanged")
    add_ledger_options(restoring)
    restoring.run_with(_restore)


def define_check(checking: CommandParser) -> None:
    """Define `check`."""
    checking.explain(
        "Reads the whole ledger and looks for damaged pages, broken references and leftovers. Exit status 1 reports damage.",
        "example:\n  voiced ledger check",
    )
    add_ledger_options(checking)
    checking.run_with(_check)


def _back_up(*, file: Path | None, db: Path | None, config: Path | None) -> None:
    settings = load_settings(config)
    ledger = ledger_file(db, settings)
    file = file or backup_folder(settings, ledger).place_for(SystemClock().now())
    back_up(existing(ledger), file)
    print(f"{file}: {file.stat().st_size:,} bytes, checked")


def _restore(*, file: Path, db: Path | None, config: Path | None) -> None:
    ledger = ledger_file(db, load_settings(config))
    kept = restore(file, ledger, SystemClock().now())
    print(f"{ledger}: restored from {file}")
    if kept is not None:
        print(f"{kept}: the former ledger")


def _check(*, db: Path | None, config: Path | None) -> int:
    ledger = ledger_file(db, load_settings(config))
    findings = check(ledger)
    for finding in findings:
        print(f"{ledger}: {finding}")
    print(_DAMAGED if findings else f"{ledger}: sound")
    return 1 if findings else 0
