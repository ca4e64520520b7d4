"""Whether the ledger is whole."""

from __future__ import annotations

from pathlib import Path

from voiced.app.checkup.finding import Finding, bad, failed, good
from voiced.errors import VoicedError


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
