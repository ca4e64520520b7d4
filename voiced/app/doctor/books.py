"""Checks what entries are saved with: the ledger (a file for damage, a server for being reachable), its disk, and the clock."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.ledger.outbox_file import Entry, Outbox
from voiced.adapters.ledger.sqlite_check import check
from voiced.app.build_ledger import LedgerServer, left_beside
from voiced.app.doctor.finding import CheckResult, Finding, bad, doubtful, failed, good, unreachable
from voiced.errors import LedgerAway, VoicedError

if TYPE_CHECKING:
    from voiced.adapters.ledger.postgres_server import PostgresServer

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


async def ledger(database: Path) -> Finding:
    """Check a ledger's file without changing it, and look for entries beside it that wait for a server."""
    try:
        found = await asyncio.to_thread(_file, database)
        if found.verdict is not CheckResult.GOOD:
            return found
        left = await left_beside(database)
    except VoicedError as error:
        return failed("ledger", error)
    except OSError as error:
        return unreachable("ledger", database, error)
    if left:
        told = f"{found.told}; {left} confirmed entries are not in it, they wait beside it for a server"
        return doubtful("ledger", told, "name the server in ledger.url until they are there")
    return found


def _file(database: Path) -> Finding:
    if not database.exists():
        return good("ledger", f"{database} is not there yet; it is made when the daemon starts")
    if faults := check(database):
        remedy = "keep a copy of the file as it is, then: voiced ledger restore BACKUP"
        first, *others = faults
        told = f"{database}: {first.removeprefix(f'{database}: ')}"
        return bad("ledger", f"{told} (and {len(others)} more)" if others else told, remedy)
    return good("ledger", f"{database} is whole")


async def server(place: LedgerServer) -> Finding:
    """Check that the server answers. A ledger that is missing there is created."""
    try:
        where = place.connected()
        waiting = await _waiting(place.outbox, where.where)
        await _reach(where)
    except LedgerAway as away:
        remedy = "look after the server, ledger.url and the password; what is confirmed meanwhile waits on this device"
        return doubtful("ledger", str(away), remedy)
    except VoicedError as error:
        return failed("ledger", error)
    told = f"{where.where} is there; entries that wait for it: {len(waiting)}"
    if refused := [entry.refused for entry in waiting if entry.refused is not None]:
        told = f"{told}; it refuses {len(refused)} of them, the first because {refused[0]}"
        return doubtful(
            "ledger", told, "mend that (voiced categories, voiced accounts), then start the daemon anew"
        )
    return good("ledger", told)


async def _waiting(file: Path, where: str) -> Sequence[Entry]:
    if not await asyncio.to_thread(file.exists):
        return ()
    outbox = await Outbox.open(file)
    try:
        await outbox.check_ledger(where)
        return await outbox.entries()
    finally:
        await outbox.close()


async def _reach(server: PostgresServer) -> None:
    from voiced.adapters.ledger.postgres_ledger import PostgresLedger  # noqa: PLC0415 - of the extra `postgres`

    ledger = PostgresLedger(server)
    try:
        await ledger.prepare()
    finally:
        await ledger.close()
