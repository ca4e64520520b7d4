"""Whether the ledger is whole, or can be reached."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from voiced.app.checkup.finding import Finding, bad, doubtful, failed, good
from voiced.app.ledger import LedgerServer
from voiced.errors import LedgerAway, VoicedError

if TYPE_CHECKING:
    from voiced.adapters.postgres_server import PostgresServer


def ledger(database: Path) -> Finding:
    """Look through it without changing it."""
    from voiced.adapters.sqlite_check import check

    if not database.exists():
        return good("ledger", f"{database} is not there yet; it is made when the daemon starts")
    try:
        faults = check(database)
    except VoicedError as error:
        return failed("ledger", error)
    if faults:
        remedy = "keep a copy of the file as it is, then: voiced ledger restore BACKUP"
        return bad("ledger", f"{database}: {faults[0]}; {len(faults)} in all", remedy)
    return good("ledger", f"{database} is whole")


async def server(place: LedgerServer) -> Finding:
    """Look whether the server is there; a missing ledger is made on it."""
    try:
        where = place.connected()
        waiting = await _waiting(place.outbox)
        await _reach(where)
    except LedgerAway as away:
        remedy = "look after the server, ledger.url and the password; what is confirmed meanwhile waits on this device"
        return doubtful("ledger", str(away), remedy)
    except VoicedError as error:
        return failed("ledger", error)
    return good("ledger", f"{where.where} is there; entries that wait for it: {waiting}")


async def _waiting(file: Path) -> int:
    from voiced.adapters.outbox_file import Outbox

    outbox = await Outbox.open(file)
    try:
        return len(await outbox.entries())
    finally:
        await outbox.close()


async def _reach(server: PostgresServer) -> None:
    from voiced.adapters.postgres_ledger import PostgresLedger

    ledger = PostgresLedger(server)
    try:
        await ledger.prepare()
    finally:
        await ledger.close()
