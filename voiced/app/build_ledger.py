"""The configured place of the ledger: a file of this device, or a server that several devices share; and the backups of a file."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.sql_database import Database, SqlTables
from voiced.adapters.ledger.sqlite_backup import BackupFolder
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_file import check_place as check_file
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.installed_parts import how_to_get
from voiced.adapters.machine.paths import backups_at, database_at, outbox_beside
from voiced.adapters.machine.secrets import credential
from voiced.config import Settings
from voiced.errors import LedgerUnusable, VoicedError
from voiced.ports.conversation import Clock
from voiced.ports.ledger import Ledger
from voiced.runtime.backups import Backups
from voiced.runtime.tasks import Tasks

if TYPE_CHECKING:
    from voiced.adapters.ledger.postgres_server import PostgresServer


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LedgerServer:
    """A ledger on PostgreSQL.

    Attributes:
        url: its address, which may hold a password.
        password: takes precedence over a password in the address.
        outbox: this device's file for the open draft and the batches that wait for the server.
    """

    url: str = field(repr=False)
    password: str | None = field(repr=False)
    outbox: Path

    def connected(self) -> PostgresServer:
        """The server, for the adapters.

        Raises:
            LedgerUnusable: the driver is not installed.
            ConfigWrong: `url` is not an address.
        """
        try:
            from voiced.adapters.ledger.postgres_server import PostgresServer  # noqa: PLC0415 - of the extra `postgres`
        except ImportError as error:
            raise LedgerUnusable(
                f"ledger.url names a PostgreSQL, and its driver is missing ({error}); {how_to_get('postgres')}"
            ) from error
        return PostgresServer.at(self.url, self.password)


LedgerPlace = Path | LedgerServer
"""A ledger's file, or its server."""


def ledger_of(settings: Settings) -> LedgerPlace:
    """The configured place of the ledger.

    Raises:
        ConfigWrong: the credential cannot be read.
    """
    file = database_at(settings.ledger.path)
    if not settings.ledger.url:
        return file
    password = settings.ledger.password or credential("ledger.password")
    return LedgerServer(settings.ledger.url, password, outbox_beside(file))


def check_place(place: LedgerPlace) -> None:
    """Check a ledger's place without opening or creating the ledger.

    Raises:
        LedgerUnusable: the file is not a ledger or has another version, no ledger can be created there, or the driver is
            missing.
        ConfigWrong: the server's address is not an address.
    """
    if isinstance(place, Path):
        check_file(place)
    else:
        place.connected()


@asynccontextmanager
async def open_ledger(place: LedgerPlace) -> AsyncGenerator[Ledger]:
    """The ledger, closed when the block is left. Until then waiting batches are delivered to the server.

    Raises:
        LedgerUnusable: it cannot be opened.
        ConfigWrong: the server's address is not an address.
    """
    if isinstance(place, Path):
        await _tell_what_was_left(place)
        ledger = await SqliteLedger.open(place)
        try:
            yield ledger
        finally:
            await ledger.close()
        return
    server = place.connected()
    from voiced.adapters.ledger.ledger_outbox import OutboxLedger  # noqa: PLC0415 - of the extra `postgres`
    from voiced.adapters.ledger.postgres_ledger import PostgresLedger  # noqa: PLC0415 - of the extra `postgres`

    outbox = await Outbox.open(place.outbox)
    shared = OutboxLedger(PostgresLedger(server), outbox)
    try:
        await outbox.bind(server.where)
        await shared.prepare()
        async with Tasks() as tasks:
            tasks.start(shared.deliver())
            yield shared
    finally:
        await shared.close()


async def left_beside(file: Path) -> int:
    """The number of entries that wait beside a ledger's file for a server that the settings no longer name.

    Raises:
        LedgerUnusable: the file there is not an outbox, or has another version.
        LedgerFailure: it cannot be read.
    """
    place = outbox_beside(file)
    if not place.exists():
        return 0
    outbox = await Outbox.open(place)
    try:
        return len(await outbox.entries())
    finally:
        await outbox.close()


async def open_database(place: LedgerPlace) -> Database:
    """The ledger's tables on a separate connection, which the caller closes.

    Raises:
        LedgerUnusable: it cannot be opened.
        ConfigWrong: the server's address is not an address.
    """
    if isinstance(place, Path):
        return await SqliteDatabase.open(place)
    server = place.connected()
    from voiced.adapters.ledger.postgres_ledger import PostgresDatabase  # noqa: PLC0415 - of the extra `postgres`

    return PostgresDatabase(server)


Tables = TypeVar("Tables", bound=SqlTables)


@asynccontextmanager
async def open_tables(kind: Callable[[Database], Tables], place: LedgerPlace) -> AsyncGenerator[Tables]:
    """A kind of the ledger's tables, such as `SqlBooks`, on a separate connection, closed when the block is left.

    Raises:
        LedgerUnusable: they cannot be opened.
        ConfigWrong: the server's address is not an address.
    """
    tables = kind(await open_database(place))
    try:
        yield tables
    finally:
        await tables.close()


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


async def _tell_what_was_left(file: Path) -> None:
    try:
        left = await left_beside(file)
    except VoicedError as error:
        # The ledger works without that file.
        log.warning("the entries that wait for a ledger's server could not be read: %s", error)
        return
    if left:
        log.warning(
            "%d confirmed entries wait beside %s for a ledger's server and are not in this ledger; "
            "name the server in ledger.url until they are there",
            left,
            file,
        )
