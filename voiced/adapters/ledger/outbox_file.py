"""The outbox: a SQLite file of this device with the work for the ledger's server, and the last known names and rows.

It also holds the open draft. The transaction that adds a batch removes its draft.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from voiced.adapters.ledger.outbox_work import SaveWork, Work, decode, encode, kind_of
from voiced.adapters.ledger.sqlite_database import BUSY_SECONDS, SqliteDatabase
from voiced.adapters.ledger.sqlite_file import open_for_writing
from voiced.adapters.ledger.sqlite_ledger import SqliteDrafts
from voiced.adapters.ledger.sqlite_schema import DRAFTS, FileTables
from voiced.errors import LedgerFailure, LedgerUnusable

_APPLICATION_ID = 0x766F696F
"""`voio` in ASCII: a ledger is no outbox, and other programs' databases are left alone."""

_WORK = (
    """CREATE TABLE work (  -- delivered in this order, and gone then
         number INTEGER PRIMARY KEY AUTOINCREMENT,
         kind TEXT NOT NULL CHECK (kind IN ('save', 'amend', 'undo')),
         batch_id TEXT NOT NULL,
         body TEXT NOT NULL,  -- JSON
         refused TEXT         -- why the server does not take it
       ) STRICT""",
    "CREATE UNIQUE INDEX one_save_a_batch ON work (batch_id) WHERE kind = 'save'",
    """CREATE TABLE known (  -- of the ledger, when its server was there last
         name TEXT PRIMARY KEY NOT NULL,
         body TEXT NOT NULL  -- JSON
       ) STRICT, WITHOUT ROWID""",
    """CREATE TRIGGER save_ends_draft AFTER INSERT ON work WHEN NEW.kind = 'save' BEGIN
         DELETE FROM drafts WHERE batch_id = NEW.batch_id;
       END""",
)
OUTBOX = FileTables(_APPLICATION_ID, 2, (*DRAFTS, *_WORK))
"""The tables of an outbox."""

_ADD = "INSERT INTO work (kind, batch_id, body) VALUES (:kind, :batch_id, :body) RETURNING number"
_ALL = "SELECT number, kind, body, refused FROM work ORDER BY number"
_REMOVE = "DELETE FROM work WHERE number IN (SELECT value FROM json_each(:numbers))"
_REFUSE = "UPDATE work SET refused = :why WHERE number = :number"
_TRY_AGAIN = "UPDATE work SET refused = NULL WHERE refused IS NOT NULL"
_REMEMBER = """
INSERT INTO known (name, body) VALUES (:name, :body) ON CONFLICT (name) DO UPDATE SET body = excluded.body
"""
_RECALL = "SELECT body FROM known WHERE name = :name"
_FORGET = "DELETE FROM known"
_LEDGER = "ledger"
"""The name of the ledger's address among the known values."""

_T = TypeVar("_T")


class Entry(Struct, frozen=True):
    """A piece of waiting work.

    Attributes:
        number: its place in the order; no number is used twice.
        refused: why the server refused it; None if it has not.
    """

    number: int
    work: Work
    refused: str | None


class Outbox:
    """Waiting work, in order. Every change is one statement, forced to the disk."""

    def __init__(self, database: SqliteDatabase, path: Path) -> None:
        self._database = database
        self._path = path
        self.drafts = SqliteDrafts(database)

    @classmethod
    async def open(cls, path: Path) -> Outbox:
        """The outbox at `path`; a missing one is created.

        Raises:
            LedgerFailure: it cannot be read or written now.
            LedgerUnusable: it cannot be read or written, or is another file.
        """
        connection = await open_for_writing(path, BUSY_SECONDS, OUTBOX)
        return cls(SqliteDatabase(connection, path, BUSY_SECONDS), path)

    async def bind(self, where: str) -> None:
        """Use the outbox for the ledger at `where` from now on; values of another ledger are forgotten.

        Raises:
            LedgerUnusable: entries wait for another ledger.
            LedgerFailure: it cannot be read or written.
        """
        await self.check_ledger(where)
        bound = await self.recall(_LEDGER, str)
        if bound is not None and bound != where:
            await self._database.run("forgetting another ledger", _FORGET)
        await self.remember(_LEDGER, where)

    async def check_ledger(self, where: str) -> None:
        """Check that all waiting work is for the ledger at `where`.

        Raises:
            LedgerUnusable: entries wait for another ledger.
            LedgerFailure: it cannot be read.
        """
        bound = await self.recall(_LEDGER, str)
        if bound is not None and bound != where and (waiting := await self.entries()):
            raise LedgerUnusable(
                f"{self._path}: {len(waiting)} confirmed entries wait for the ledger {bound}, and ledger.url names "
                f"{where}; name the old one until they are there (if it only moved, add ?hostaddr=ITS-NEW-ADDRESS), or "
                "set ledger.path to another folder"
            )

    async def try_again(self) -> None:
        """Make refused work due again."""
        await self._database.run("opening the outbox", _TRY_AGAIN)

    async def add(self, work: Work) -> int:
        """Put work at the end; a batch that is saved ends the kept draft. Returns its number.

        Raises:
            LedgerRefusal: the batch already waits, or cannot be stored.
            LedgerFailure: the work is not stored.
        """
        doing = "saving the batch" if isinstance(work, SaveWork) else "changing a waiting batch"
        with self._database.failing(doing):
            row = {"kind": kind_of(work), "batch_id": work.batch_id, "body": encode(work)}
        ((number,),) = await self._database.run(doing, _ADD, row)
        return number

    async def entries(self) -> list[Entry]:
        """All waiting work, in order.

        Raises:
            LedgerFailure: it cannot be read.
        """
        rows = await self._database.run("reading the waiting entries", _ALL)
        return [
            Entry(number, self._work(number, kind, body), refused) for number, kind, body, refused in rows
        ]

    async def remove(self, *numbers: int) -> None:
        """Remove work that was delivered or is no longer wanted."""
        listed = msgspec.json.encode(numbers).decode()
        await self._database.run("removing delivered entries", _REMOVE, {"numbers": listed})

    async def refuse(self, number: int, why: str) -> None:
        """Keep work that the server refused, with the reason."""
        await self._database.run("marking a refused entry", _REFUSE, {"number": number, "why": why})

    async def remember(self, name: str, value: object) -> None:
        """Keep a value of the ledger."""
        body = msgspec.json.encode(value).decode()
        await self._database.run("keeping a value of the ledger", _REMEMBER, {"name": name, "body": body})

    async def recall(self, name: str, type_: type[_T]) -> _T | None:
        """The kept value; None if it is missing, or was written in the form of an older program."""
        for (body,) in await self._database.run("reading a value of the ledger", _RECALL, {"name": name}):
            try:
                return msgspec.json.decode(body, type=type_)
            except msgspec.DecodeError:
                return None
        return None

    async def wipe(self) -> None:
        """Leave no copy of deleted values in the file; see `Database.wipe`."""
        await self._database.wipe()

    async def close(self) -> None:
        """Close the file. A second call does nothing."""
        await self._database.close()

    def _work(self, number: int, kind: str, body: str) -> Work:
        try:
            return decode(kind, body)
        except (msgspec.DecodeError, RecursionError) as error:
            raise LedgerFailure(
                f"entry {number} of {self._path} cannot be read: {error}; update voiced if a newer one wrote it, else the "
                "disk is failing: keep a copy of the file"
            ) from error
