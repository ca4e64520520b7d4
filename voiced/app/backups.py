"""The configured backups of the ledger: their folder and their schedule."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

from voiced.adapters.ledger.sqlite_backup import BackupFolder
from voiced.adapters.machine.paths import backups_at
from voiced.app.ledger import LedgerPlace
from voiced.config import Settings
from voiced.ports import Clock
from voiced.runtime.backups import Backups

log = logging.getLogger(__name__)


def backup_folder(settings: Settings, ledger: Path) -> BackupFolder:
    """The folder for backups of a ledger."""
    return BackupFolder(ledger, backups_at(settings.ledger.backup_dir, ledger), settings.ledger.backup_keep)


async def tell_of_lost_ledger(settings: Settings, ledger: LedgerPlace) -> None:
    """Warn before a new ledger is made although backups exist: the old one was removed, or its disk is missing."""
    if not isinstance(ledger, Path) or ledger.exists():
        return
    folder = backup_folder(settings, ledger)
    newest = await folder.newest()
    if newest is not None:
        log.warning(
            "%s: the ledger is missing, and an empty one is created; to restore the old one, stop voiced, then: "
            "voiced ledger restore %s",
            ledger,
            folder.place_for(newest),
        )


def scheduled_backups(settings: Settings, ledger: LedgerPlace, clock: Clock) -> Backups | None:
    """The backups during a run, or None if they are turned off. The operator of a ledger server makes its backups."""
    hours = settings.ledger.backup_every_hours
    if not hours or not isinstance(ledger, Path):
        return None
    return Backups(backup_folder(settings, ledger), clock, timedelta(hours=hours))
