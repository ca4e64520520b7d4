"""`voiced ledger backup`, `restore` and `check`: the ledger as a file that must not be lost."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from voiced.adapters.ledger.sqlite_backup import back_up
from voiced.adapters.ledger.sqlite_check import check
from voiced.adapters.ledger.sqlite_restore import restore
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.backups import backup_folder
from voiced.cli.command import CommandParser
from voiced.cli.options import LedgerOptions, add_ledger_options, existing, settings_and_ledger

_DAMAGED = """\
What to do: stop voiced, then `voiced ledger restore FILE` with the newest backup that is whole; the ledger of now
is kept beside. If there is none, `voiced ledger export --format jsonl` may still save the rows that can be read.\
"""


@dataclass(frozen=True)
class _BackupOptions(LedgerOptions):
    file: Path | None


@dataclass(frozen=True)
class _RestoreOptions(LedgerOptions):
    file: Path


def add_to(ledger: CommandParser) -> None:
    """Add the actions."""
    backing_up = ledger.add_action(
        "backup",
        "copy the ledger to a file, also while voiced runs",
        "Copies the ledger as it is now. The copy is checked and forced to the disk before it gets its name. "
        "`voiced run` does the same by itself, see ledger.backup_dir in the configuration.",
    )
    backing_up.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="new file (default: named by the time, in ledger.backup_dir)",
    )
    backing_up.run_with(_BackupOptions, _back_up)
    restoring = ledger.add_action(
        "restore",
        "put a backup in the ledger's place",
        "Puts a checked copy of a backup in the ledger's place. The ledger that was there is kept beside it. "
        "Refused while voiced runs.",
    )
    restoring.add_argument("file", type=Path, metavar="FILE", help="backup; it stays as it is")
    restoring.run_with(_RestoreOptions, _restore)
    checking = ledger.add_action(
        "check",
        "say whether the ledger is sound, and if not, what to do",
        "Reads the whole ledger: its pages, what points to what, that nothing is left over. "
        "Exit status 1 if something is wrong.",
    )
    checking.run_with(LedgerOptions, _check)
    for action in (backing_up, restoring, checking):
        add_ledger_options(action)


def _back_up(options: _BackupOptions) -> int:
    settings, ledger = settings_and_ledger(options)
    file = options.file or backup_folder(settings, ledger).place_for(SystemClock().now())
    back_up(existing(ledger), file)
    print(f"{file}: {file.stat().st_size:,} bytes, checked")
    return 0


def _restore(options: _RestoreOptions) -> int:
    _, ledger = settings_and_ledger(options)
    kept = restore(options.file, ledger, SystemClock().now())
    print(f"{ledger}: restored from {options.file}")
    if kept is not None:
        print(f"{kept}: the ledger that was there")
    return 0


def _check(options: LedgerOptions) -> int:
    _, ledger = settings_and_ledger(options)
    findings = check(ledger)
    for finding in findings:
        print(f"{ledger}: {finding}")
    print(_DAMAGED if findings else f"{ledger}: sound")
    return 1 if findings else 0
