"""`voiced ledger backup`, `restore` and `check`: the ledger as a file that must not be lost."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Protocol, cast

from voiced.cli.ledger_options import LedgerOptions, add_ledger_options, existing, settings_and_ledger

_DAMAGED = """\
What to do: stop voiced, then `voiced ledger restore FILE` with the newest backup that is whole; the ledger of now
is kept beside. If there is none, `voiced ledger export --format jsonl` may still save the rows that can be read.\
"""


class _Options(LedgerOptions, Protocol):
    file: Path | None


def register(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the actions."""
    backup = actions.add_parser(
        "backup",
        help="copy the ledger to a file, also while voiced runs",
        description="Copies the ledger as it is now. The copy is checked and forced to the disk before it gets its name. "
        "`voiced run` does the same by itself, see ledger.backup_dir in the configuration.",
    )
    backup.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="new file (default: named by the time, in ledger.backup_dir)",
    )
    backup.set_defaults(run=_back_up)
    restore = actions.add_parser(
        "restore",
        help="put a backup in the ledger's place",
        description="Puts a checked copy of a backup in the ledger's place. The ledger that was there is kept beside it. "
        "Refused while voiced runs.",
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="backup; it stays as it is")
    restore.set_defaults(run=_restore)
    check = actions.add_parser(
        "check",
        help="say whether the ledger is sound, and if not, what to do",
        description="Reads the whole ledger: its pages, what points to what, that nothing is left over. "
        "Exit status 1 if something is wrong.",
    )
    check.set_defaults(run=_check)
    for action in (backup, restore, check):
        add_ledger_options(action)


def _back_up(options: argparse.Namespace) -> int:
    from voiced.adapters.ledger.sqlite_backup import back_up
    from voiced.adapters.machine.clocks import SystemClock
    from voiced.app.backups import backup_folder

    chosen = cast("_Options", options)
    settings, ledger = settings_and_ledger(chosen)
    file = chosen.file or backup_folder(settings, ledger).place_for(SystemClock().now())
    back_up(existing(ledger), file)
    print(f"{file}: {file.stat().st_size:,} bytes, checked")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from voiced.adapters.ledger.sqlite_restore import restore
    from voiced.adapters.machine.clocks import SystemClock

    chosen = cast("_Options", options)
    _, ledger = settings_and_ledger(chosen)
    backup = cast("Path", chosen.file)
    kept = restore(backup, ledger, SystemClock().now())
    print(f"{ledger}: restored from {backup}")
    if kept is not None:
        print(f"{kept}: the ledger that was there")
    return 0


def _check(options: argparse.Namespace) -> int:
    from voiced.adapters.ledger.sqlite_check import check

    _, ledger = settings_and_ledger(cast("_Options", options))
    findings = check(ledger)
    for finding in findings:
        print(f"{ledger}: {finding}")
    print(_DAMAGED if findings else f"{ledger}: sound")
    return 1 if findings else 0
