"""Opening a ledger: what is refused is left exactly as it was."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack, closing
from pathlib import Path

import aiosqlite
import pytest

from tests.support.earlier_ledgers import OF_5DF1FA39, OF_VERSION_4, earlier_ledger
from tests.support.ledger_files import ledger_with
from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.ledger.sql_rows import digest
from voiced.adapters.ledger.sql_schema import VERSION
from voiced.adapters.ledger.sqlite_errors import refusing
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.transaction import Transaction
from voiced.errors import LedgerFailure, LedgerUnusable, VoicedError

NOBODY = 65534

Open = Callable[[Path], Awaitable[SqliteLedger]]


@pytest.fixture
def unprivileged() -> Generator[Path]:
    """A directory, and a user who may not write where he may not: root may, so for a while it is nobody."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        if os.geteuid() == 0:
            os.chown(directory, NOBODY, NOBODY)
            os.seteuid(NOBODY)
            try:
                yield directory
            finally:
                os.seteuid(0)
        else:
            yield directory
        directory.chmod(0o700)


def forbid_writing(directory: Path) -> None:
    directory.chmod(0o500)


async def made(path: Path, *rows: Transaction) -> Path:
    """A closed ledger with a batch."""
    return await ledger_with(path, *batch_of("b1", *(rows or (a_row(),))))


@pytest.fixture
async def open_ledger() -> AsyncGenerator[Open]:
    """Opens ledgers and closes them in the end."""
    async with AsyncExitStack() as stack:

        async def opened(path: Path) -> SqliteLedger:
            ledger = await SqliteLedger.open(path)
            stack.push_async_callback(ledger.close)
            return ledger

        yield opened


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def contents(directory: Path) -> dict[str, bytes | None]:
    """Every file of a directory as it is. What readers share (-shm) is no content: they note there how far they are."""
    return {
        path.name: path.read_bytes() if path.is_file() and not path.name.endswith("-shm") else None
        for path in directory.iterdir()
    }


async def refusal(path: Path) -> str:
    """The one line that is told, after making sure that nothing was touched."""
    before = contents(path.parent) if path.parent.is_dir() else None
    with pytest.raises(LedgerUnusable) as raised:
        await SqliteLedger.open(path, busy_seconds=0.01)
    if before is not None:
        assert contents(path.parent) == before
    message = str(raised.value)
    assert "\n" not in message
    assert str(path) in message
    return message


class TestWhatIsNoLedger:
    @pytest.mark.parametrize(
        "content",
        [b"amount,category\n35,food\n", b"SQLite format 3\0" + b"\xff" * 200, b"x"],
        ids=["text", "a header alone", "a byte"],
    )
    async def test_is_refused(self, tmp_path: Path, content: bytes):
        path = tmp_path / "ledger.db"
        path.write_bytes(content)
        assert re.search("is no SQLite database|not a database|malformed", await refusal(path))

    async def test_a_torn_file_is_refused(self, tmp_path: Path):
        path = await made(tmp_path / "ledger.db")
        path.write_bytes(path.read_bytes()[:3000])
        assert "its end is missing; restore a backup that is whole" in await refusal(path)

    async def test_another_programs_database_is_refused(self, tmp_path: Path):
        path = tmp_path / "photos.db"
        sql(path, "CREATE TABLE photos (name TEXT)", "PRAGMA user_version = 1")
        assert await refusal(path) == (
            f"{path} is a database of another program; name another file with --db or ledger.path"
        )

    async def test_a_directory_is_refused(self, tmp_path: Path):
        path = tmp_path / "ledger.db"
        path.mkdir()
        assert "Is a directory; name another file" in await refusal(path)

    async def test_a_path_through_a_file_is_refused(self, tmp_path: Path):
        (tmp_path / "file").write_text("x")
        assert "Not a directory" in await refusal(tmp_path / "file" / "ledger.db")


class TestANewerLedger:
    async def test_is_refused(self, tmp_path: Path):
        path = await made(tmp_path / "ledger.db")
        sql(path, f"PRAGMA user_version = {VERSION + 1}")
        assert await refusal(path) == (
            f"{path} was written by a newer voiced (ledger version {VERSION + 1}, this one knows up to "
            f"{VERSION}); update voiced or name another file with --db or ledger.path"
        )

    async def test_is_refused_where_only_its_log_says_so(self, tmp_path: Path):
        """A crash leaves what was committed last in the log; the file itself is still of the old version."""
        path = await made(tmp_path / "running" / "ledger.db")
        crashed = tmp_path / "crashed"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA user_version = {VERSION + 1}")
            shutil.copytree(path.parent, crashed)
        left = crashed / path.name
        assert left.with_name("ledger.db-wal").stat().st_size > 0
        assert "was written by a newer voiced" in await refusal(left)


class TestWhatMayNotBeWritten:
    async def test_a_read_only_file_is_refused(self, unprivileged: Path):
        path = await made(unprivileged / "ledger.db")
        path.chmod(0o400)
        assert "Permission denied; name another file" in await refusal(path)

    async def test_a_read_only_directory_is_refused(self, unprivileged: Path):
        path = await made(unprivileged / "ledger.db")
        forbid_writing(unprivileged)
        assert "its directory is read-only" in await refusal(path)

    async def test_a_new_file_in_a_read_only_directory_is_refused(self, unprivileged: Path):
        forbid_writing(unprivileged)
        assert "Permission denied" in await refusal(unprivileged / "ledger.db")
        assert "Permission denied" in await refusal(unprivileged / "below" / "ledger.db")


class TestAnUnfinishedLedger:
    @pytest.mark.parametrize(
        "leave",
        ["", "PRAGMA journal_mode = WAL"],
        ids=["an empty file", "before the first step"],
    )
    async def test_is_finished(self, tmp_path: Path, open_ledger: Open, leave: str):
        path = tmp_path / "ledger.db"
        path.touch()
        sql(path, leave)
        ledger = await open_ledger(path)
        assert (await ledger.vocabulary()).categories

    async def test_a_log_that_a_crash_left_is_taken_in(self, tmp_path: Path, open_ledger: Open):
        path = tmp_path / "running" / "ledger.db"
        running = await open_ledger(path)
        batch = batch_of("b1", a_row())
        await running.save_batch("b1", batch)
        crashed = Path(shutil.copytree(path.parent, tmp_path / "crashed"))
        ledger = await open_ledger(crashed / "ledger.db")
        assert [row async for row in ledger.rows()] == batch

    async def test_a_rollback_journal_that_another_program_left_is_rolled_back(
        self, tmp_path: Path, open_ledger: Open
    ):
        path = await made(tmp_path / "writing" / "ledger.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("PRAGMA journal_mode = DELETE")
            other.execute("PRAGMA cache_size = 1")
            other.execute("PRAGMA synchronous = OFF")
            other.execute("BEGIN IMMEDIATE")
            other.execute("CREATE TABLE junk (text)")
            other.executemany("INSERT INTO junk VALUES (?)", [("x" * 2000,)] * 50)
            crashed = Path(shutil.copytree(path.parent, tmp_path / "crashed"))
        assert (crashed / "ledger.db-journal").stat().st_size > 0
        ledger = await open_ledger(crashed / "ledger.db")
        assert len([row async for row in ledger.rows()]) == 1


class TestAnEarlierLedger:
    async def test_is_refused_in_a_line_that_names_the_script(self, tmp_path: Path):
        path = earlier_ledger(OF_VERSION_4, tmp_path / "ledger.db")
        assert await refusal(path) == (
            f"{path} was written by an earlier voiced (ledger version 4, this one reads {VERSION}); bring it over into a "
            f"new file with scripts/renew-ledger {path} NEW"
        )

    async def test_is_refused_also_after_a_crash_without_write_ahead_logging(self, tmp_path: Path):
        """Only a connection that rolls the journal back can tell the version."""
        path = earlier_ledger(OF_VERSION_4, tmp_path / "ledger.db")
        sql(path, "PRAGMA journal_mode = DELETE")
        (tmp_path / "ledger.db-journal").touch()
        assert "scripts/renew-ledger" in await refusal(path)

    def test_has_the_same_digest_of_a_batch(self, tmp_path: Path):
        """That of rows with one account and without a bill is that of the versions before rows had these."""
        path = earlier_ledger(OF_5DF1FA39, tmp_path / "ledger.db")
        batch = batch_of("b1", a_row(), a_row("20", "交通", description="打车"))
        with closing(sqlite3.connect(path)) as connection:
            ((kept,),) = connection.execute("SELECT digest FROM batches WHERE id = 'b1'")
        assert kept == digest(batch)


class TestWhatPasses:
    """The service is started again after a failure, and not after a mistake."""

    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO], ids=errno.errorcode.get)
    async def test_trouble_of_the_disk_is_a_failure(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
    ):
        def fail(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(Path, "touch", fail)
        with pytest.raises(LedgerFailure, match=f"{os.strerror(number)}; try again"):
            await SqliteLedger.open(tmp_path / "ledger.db")

    @pytest.mark.parametrize("shut", ["ledger.db", ""], ids=["the file", "its folder"])
    async def test_a_file_system_that_is_read_only_is_a_failure(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shut: str
    ):
        """As a disk is that is mounted late; permissions that are missing are none, see `TestWhatMayNotBeWritten`."""
        path = await made(tmp_path / "ledger.db")
        found = os.statvfs(path)
        read_only = os.statvfs_result((*found[:8], found.f_flag | os.ST_RDONLY, found.f_namemax))

        def may(asked: Path, *_: object, **__: object) -> bool:
            return asked != tmp_path / shut

        def found_out(_: Path) -> os.statvfs_result:
            return read_only

        monkeypatch.setattr(os, "statvfs", found_out)
        monkeypatch.setattr(os, "access", may)
        with pytest.raises(LedgerFailure, match="Read-only file system; make the disk writable"):
            await SqliteLedger.open(path)

    @pytest.mark.parametrize(
        ("code", "kind"),
        [
            (sqlite3.SQLITE_FULL, LedgerFailure),
            (sqlite3.SQLITE_IOERR_READ, LedgerFailure),
            (sqlite3.SQLITE_BUSY_RECOVERY, LedgerFailure),
            (sqlite3.SQLITE_CANTOPEN, LedgerFailure),
            (sqlite3.SQLITE_CORRUPT, LedgerUnusable),
            (sqlite3.SQLITE_NOTADB, LedgerUnusable),
        ],
    )
    def test_sqlite_tells_which_it_is(self, tmp_path: Path, code: int, kind: type[VoicedError]):
        error = sqlite3.OperationalError("of the disk")
        error.sqlite_errorcode = code
        with pytest.raises(kind, match="the ledger cannot be opened"), refusing(tmp_path / "ledger.db"):
            raise error


class TestANewLedger:
    async def test_whose_file_another_program_is_writing_to_is_left_for_another_attempt(self, tmp_path: Path):
        path = tmp_path / "ledger.db"
        path.touch()
        sql(path, "PRAGMA journal_mode = WAL")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LedgerFailure, match="database is locked; another program is writing to it"):
                await SqliteLedger.open(path, busy_seconds=0.01)
        await (await SqliteLedger.open(path)).close()

    async def test_that_cannot_be_finished_leaves_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        async def no_room(connection: aiosqlite.Connection, _: object) -> None:
            await connection.execute("CREATE TABLE half (text)")
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr("voiced.adapters.ledger.sqlite_file.make", no_room)
        assert "database or disk is full" in await refusal(tmp_path / "ledger.db")
        assert contents(tmp_path) == {}

    async def test_is_made_once_where_several_open_it(self, tmp_path: Path, open_ledger: Open):
        path = tmp_path / "ledger.db"
        ledgers = await asyncio.gather(*(open_ledger(path) for _ in range(4)))
        for number, ledger in enumerate(ledgers):
            await ledger.save_batch(f"b{number}", batch_of(f"b{number}", a_row()))
        assert len([row async for row in ledgers[0].rows()]) == len(ledgers)
        assert set(contents(tmp_path)) == {"ledger.db", "ledger.db-wal", "ledger.db-shm"}

    async def test_is_made_on_a_file_system_without_hard_links(
        self, tmp_path: Path, open_ledger: Open, monkeypatch: pytest.MonkeyPatch
    ):
        def refuse(path: Path, target: Path) -> None:
            raise PermissionError

        monkeypatch.setattr(Path, "hardlink_to", refuse)
        ledger = await open_ledger(tmp_path / "ledger.db")
        assert (await ledger.vocabulary()).categories
