"""PostgreSQL's errors as ours: whether trying again helps, what failed and where."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import psycopg

from voiced.errors import LedgerAway, LedgerFailure, LedgerRefusal

_AWAY = ("08", "57P01", "57P02", "57P03", "53300")
"""SQLSTATEs, or how they begin: connection exceptions, a server that stops or starts, too many connections."""

_RAISED = "P0001"
"""A trigger's RAISE EXCEPTION: a rule that somebody gave the database."""


def describe(error: psycopg.Error, where: str) -> str:
    """One line: the database and what PostgreSQL says. No password is in it: libpq names host, port and user."""
    said = " ".join((error.diag.message_primary or str(error)).split())
    return f"{where}: {said or type(error).__name__}"


@contextmanager
def failing(doing: str, where: str) -> Generator[None]:
    """Turn an error of PostgreSQL into a `LedgerFailure` that says what was being done.

    Raises:
        LedgerRefusal: a constraint forbids it, or the database cannot hold the value.
        LedgerAway: the server cannot be reached.
        LedgerFailure: the database did not do it for another reason.
    """
    try:
        yield
    except psycopg.Error as error:
        raise _kind(error)(f"{doing} failed: {describe(error, where)}") from error
    except UnicodeEncodeError as error:
        # Half a character.
        raise LedgerRefusal(f"{doing} failed: {where}: {error}") from error


def _kind(error: psycopg.Error) -> type[LedgerFailure]:
    state = error.sqlstate
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError) or state == _RAISED:
        return LedgerRefusal
    if state is None or state.startswith(_AWAY):
        return LedgerAway
    return LedgerFailure
