"""Checks the machine: disk space and clock."""

from __future__ import annotations

import shutil
import subprocess
from datetime import datetime
from pathlib import Path

from voiced.app.doctor.finding import Finding, bad, doubtful, good, unreachable

_LITTLE_MEGABYTES, _NO_MEGABYTES = 500, 50
_MEGABYTE = 1_000_000
_BUILT = datetime(2026, 1, 1).astimezone()
"""An earlier time is wrong: a Pi without a battery-backed clock starts in the past."""
_ASK_SECONDS = 5


def disk(database: Path) -> Finding:
    """Check the free space on the ledger's disk."""
    try:
        folder = next(parent for parent in database.absolute().parents if parent.exists())
    except OSError as error:
        return unreachable("disk", database, error)
    free = shutil.disk_usage(folder).free // _MEGABYTE
    told = f"{free} MB are free in {folder}"
    if free < _NO_MEGABYTES:
        return bad("disk", told, "make room: a full disk saves nothing")
    if free < _LITTLE_MEGABYTES:
        return doubtful("disk", told, "make room before it is full")
    return good("disk", told)


def clock(now: datetime) -> Finding:
    """Check the date, which entries without one get."""
    told = f"{now:%Y-%m-%d %H:%M} {now.tzname()}"
    if now < _BUILT:
        return bad("clock", f"{told} is in the past", "set it: `sudo timedatectl set-ntp true`")
    if _is_synchronised() is False:
        return doubtful("clock", f"{told}, kept by nobody", "`sudo timedatectl set-ntp true`")
    return good("clock", told)


def _is_synchronised() -> bool | None:
    """Whether systemd keeps the clock synchronised; None without systemd."""
    command = shutil.which("timedatectl")
    if command is None:
        return None
    try:
        asked = subprocess.run(  # noqa: S603 - a fixed command
            [command, "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=_ASK_SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError):
        return None
    return asked.stdout.strip() == "yes"
