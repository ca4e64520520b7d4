"""Where the ledger's backups go, and how often, as configured."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.app.ledger import LedgerPlace
from voiced.config import Settings
from voiced.ports import Clock
from voiced.runtime.backups import Backups

if TYPE_CHECKING:
    from voiced.adapters.ledger.backup_folder import BackupFolder


def backup_folder(settings: Settings, ledger: Path) -> BackupFolder:
    """The folder of backups of a ledger."""
    from voiced.adapters.ledger.backup_folder import BackupFolder
    from voiced.adapters.machine.paths import backups_at

    return BackupFolder(ledger, backups_at(settings.ledger.backup_dir, ledger), settings.ledger.backup_keep)


def scheduled_backups(settings: Settings, ledger: LedgerPlace, clock: Clock) -> Backups | None:
    """What makes backups while the daemon runs; None where none are wanted. A server is backed up where it runs."""
    hours = settings.ledger.backup_every_hours
    if not hours or not isinstance(ledger, Path):
        return None
    return Backups(backup_folder(settings, ledger), clock, timedelta(hours=hours))
