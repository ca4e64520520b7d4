"""A ledger whose server comes and goes: what is confirmed is kept, and arrives once."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import AsyncGenerator, Generator
from contextlib import closing
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import aiosqlite
import pytest
from msgspec.structs import replace

from tests.adapters.cable import Cable, cable
from tests.support.failing_disk import nothing_can_be_written
from tests.support.ledger_files import rows_of
from tests.support.ledger_rows import a_draft, a_row, batch_of
from tests.support.postgres_rig import PostgresRig, device
from tests.support.questions import question
from tests.support.recurring import RENT
from tests.support.waiting import turns
from voiced.adapters.ledger import outbox_delivery, outbox_file, postgres_server, sqlite_file
from voiced.adapters.ledger.ledger_outbox import OutboxLedger
from voiced.adapters.ledger.outbox_file import OUTBOX, Outbox
from voiced.adapters.ledger.outbox_work import SaveWork
from voiced.adapters.ledger.postgres_ledger import PostgresDatabase
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sqlite_file import connect_for_changing
from voiced.domain.books import RowsChanged, WrittenTogether
from voiced.domain.doubling import Doubling
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.question import Measure, Period
from voiced.domain.transaction import FieldChange, Transaction
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.errors import BatchConflict, LedgerAway, LedgerFailure, LedgerRefusal, LedgerUnusable

pytestmark = pytest.mark.usefixtures("patient")

NOVEMBER = question(Measure.TOTAL, Period("这个月", date(2026, 11, 1), date(2026, 11, 30)))
SAVING, AMENDING, UNDOING = b"INSERT INTO new_batches", b"UPDATE entries", b"DELETE FROM entries"


@pytest.fixture
def folder() -> Generator[Path]:
    # Not pytest's own folder: the path of a socket is short.
    with TemporaryDirectory(prefix="wire-") as name:
        yield Path(name)


@pytest.fixture
async def wire(postgres: PostgresRig, folder: Path) -> AsyncGenerator[Cable]:
    async with cable(postgres.socket, folder) as carrying:
        yield carrying


@pytest.fixture
def server(postgres: PostgresRig) -> str:
    """An empty ledger, asked without a cable."""
    return postgres.empty_ledger()


@pytest.fixture
def url(server: str, postgres: PostgresRig, folder: Path, wire: Cable) -> str:
    """The same ledger at the end of the cable."""
    return postgres.through(server, folder)


@pytest.fixture
def outbox(tmp_path: Path) -> Path:
    return tmp_path / "outbox.db"


@pytest.fixture
async def ledger(url: str, outbox: Path) -> AsyncGenerator[OutboxLedger]:
    async with device(url, outbox) as opened:
        yield opened


async def rows_in_the_end(ledger: OutboxLedger) -> list[Transaction]:
    """What the ledger holds, asked as often as it takes."""
    while True:
        try:
            return await rows_of(ledger)
        except LedgerAway:
            continue


def waiting_in(outbox: Path) -> list[tuple[str, str | None]]:
    """Kind of each piece of work that waits, and why the server refuses it."""
    with closing(sqlite3.connect(outbox)) as connection:
        return connection.execute("SELECT kind, refused FROM work ORDER BY number").fetchall()


class TestWhileTheServerIsThere:
    async def test_a_batch_is_there_when_it_is_saved_and_nothing_waits(
        self, ledger: OutboxLedger, postgres: PostgresRig, server: str, outbox: Path
    ):
        await ledger.save_batch("b1", batch_of("b1", a_row(), a_row()))
        assert postgres.sql(server, "SELECT count(*) FROM entries") == [(2,)]
        assert waiting_in(outbox) == []

    async def test_a_row_that_the_server_would_refuse_is_refused_at_once(
        self, ledger: OutboxLedger, postgres: PostgresRig, server: str, outbox: Path
    ):
        (row,) = await ledger.save_batch("b1", batch_of("b1", a_row()))
        with pytest.raises(LedgerRefusal, match="id"):
            await ledger.save_batch("b2", [replace(row, batch_id="b2")])
        with pytest.raises(BatchConflict, match="b1"):
            await ledger.save_batch("b1", batch_of("b1", a_row("1")))
        assert waiting_in(outbox) == []
        assert await rows_of(ledger) == [row]

    async def test_a_category_of_another_device_can_be_used(
        self, ledger: OutboxLedger, postgres: PostgresRig, server: str
    ):
        await ledger.vocabulary()
        postgres.sql(server, "INSERT INTO categories (name, type, position) VALUES ('猫', 'EXPENSE', 0)")
        batch = batch_of("b1", a_row(category="猫"))
        try:
            assert await ledger.save_batch("b1", batch) == tuple(batch)
            assert await rows_of(ledger) == batch
        finally:
            postgres.sql(server, "DELETE FROM transactions; DELETE FROM categories WHERE name = '猫'")

    async def test_a_server_that_is_slow_makes_nobody_wait_long(
        self, ledger: OutboxLedger, wire: Cable, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(outbox_delivery, "GRACE_SECONDS", 0.05)
        await ledger.vocabulary()
        wire.clog()
        batch = batch_of("b1", a_row())
        async with asyncio.timeout(5):
            assert await ledger.save_batch("b1", batch) == tuple(batch)
            with pytest.raises(LedgerAway, match=r"did not answer within 0\.05 s"):
                await ledger.answer(NOVEMBER)
        wire.unclog()
        monkeypatch.setattr(outbox_delivery, "GRACE_SECONDS", 20)
        assert await rows_of(ledger) == batch

    @pytest.mark.parametrize("asked", ["vocabulary", "memory"])
    async def test_the_wait_for_the_names_of_the_ledger_is_short(
        self, ledger: OutboxLedger, wire: Cable, monkeypatch: pytest.MonkeyPatch, asked: str
    ):
        await ledger.save_batch("b0", batch_of("b0", a_row(category="饮品")))
        known = {"vocabulary": await ledger.vocabulary(), "memory": await ledger.memory()}
        monkeypatch.setattr(outbox_delivery, "GRACE_SECONDS", 0.05)
        wire.clog()
        batch = batch_of("b1", a_row())
        async with asyncio.timeout(3):
            assert await getattr(ledger, asked)() == known[asked]
            assert await ledger.save_batch("b1", batch) == tuple(batch)

    async def test_a_server_that_says_nothing_any_more_is_given_up(
        self, ledger: OutboxLedger, wire: Cable, outbox: Path, monkeypatch: pytest.MonkeyPatch
    ):
        """Its disk hangs, say: no time-out of its own ends anything, and the network is well."""
        monkeypatch.setattr(postgres_server, "ANSWER_SECONDS", 0.2)
        names = await ledger.vocabulary()
        wire.clog()
        batch = batch_of("b1", a_row())
        async with asyncio.timeout(10):
            assert await ledger.vocabulary() == names
            assert await ledger.save_batch("b1", batch) == tuple(batch)
        assert waiting_in(outbox) == [("save", None)]

    async def test_a_stop_does_not_wait_for_a_silent_server(self, ledger: OutboxLedger, wire: Cable):
        await ledger.vocabulary()
        wire.clog()
        # The service is killed five seconds after it was asked to stop.
        async with asyncio.timeout(3), asyncio.TaskGroup() as tasks:
            asking = tasks.create_task(ledger.memory())
            await turns()
            asking.cancel()


class TestWhileTheServerIsAway:
    async def test_a_batch_is_saved_here_with_its_draft_and_delivered_when_it_is_back(
        self, ledger: OutboxLedger, wire: Cable, outbox: Path
    ):
        await wire.pull()
        await ledger.drafts.keep(a_draft("b1"))
        batches = [batch_of(f"b{number}", a_row(str(number)), a_row()) for number in (1, 2, 3)]
        for batch in batches:
            assert await ledger.save_batch(batch[0].batch_id, batch) == tuple(batch)
        assert await ledger.drafts.kept() is None
        assert waiting_in(outbox) == [("save", None)] * 3
        await wire.plug_in()
        assert await rows_of(ledger) == [row for batch in batches for row in batch]
        assert waiting_in(outbox) == []

    async def test_it_is_delivered_without_being_asked(
        self,
        ledger: OutboxLedger,
        wire: Cable,
        postgres: PostgresRig,
        server: str,
        monkeypatch: pytest.MonkeyPatch,
    ):
        await wire.pull()
        monkeypatch.setattr(outbox_delivery, "_PAUSE", Doubling(0.01, 60.0))
        await ledger.save_batch("b1", batch_of("b1", a_row()))
        await wire.plug_in()
        async with asyncio.timeout(10):
            # Another program does it; there is no event to wait for.
            while postgres.sql(server, "SELECT count(*) FROM entries") != [(1,)]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def test_questions_are_not_answered_from_what_is_here(self, ledger: OutboxLedger, wire: Cable):
        await ledger.save_batch("b1", batch_of("b1", a_row()))
        await wire.pull()
        await ledger.save_batch("b2", batch_of("b2", a_row()))
        with pytest.raises(LedgerAway, match="answering a question failed"):
            await ledger.answer(NOVEMBER)
        with pytest.raises(LedgerAway, match="reading the rows failed"):
            await rows_of(ledger)
        await wire.plug_in()
        assert (await ledger.answer(NOVEMBER)).count == 2

    async def test_names_and_memory_are_as_they_were_last_and_know_what_waits(
        self, ledger: OutboxLedger, wire: Cable
    ):
        saved = await ledger.save_batch("b1", batch_of("b1", a_row(category="饮品")))
        names, memory = await ledger.vocabulary(), await ledger.memory()
        await wire.pull()
        waiting = await ledger.save_batch("b2", batch_of("b2", a_row(), a_row("7")))
        assert await ledger.vocabulary() == names
        assert names.recent == ("饮品",)
        assert (await ledger.memory()).recent == (*reversed(waiting), *saved)
        assert (await ledger.memory()).usual == memory.usual

    async def test_a_batch_that_waits_is_shown_in_brief_until_it_is_delivered(
        self, ledger: OutboxLedger, wire: Cable, url: str
    ):
        books = SqlBooks(PostgresDatabase(PostgresServer.at(url)), ledger)
        try:
            await wire.pull()
            rows = await ledger.save_batch("b1", batch_of("b1", a_row(), a_row()))
            brief = WrittenTogether.of(rows)
            assert await books.together("b1") == brief
            assert await books.rows_that_taught() == {}
            await wire.plug_in()
            assert await books.together("b1") == brief
            assert await rows_of(ledger) == list(rows)
            assert await books.together("b1") == brief
        finally:
            await books.close()

    @pytest.mark.parametrize("first", ["vocabulary", "memory"])
    async def test_that_it_is_away_is_noticed_by_whatever_is_asked_first(
        self, ledger: OutboxLedger, wire: Cable, first: str
    ):
        await ledger.save_batch("b1", batch_of("b1", a_row()))
        known = {"vocabulary": await ledger.vocabulary(), "memory": await ledger.memory()}
        await wire.pull()
        assert await getattr(ledger, first)() == known[first]
        assert {"vocabulary": await ledger.vocabulary(), "memory": await ledger.memory()} == known

    async def test_impossible_answers_are_refused_here(self, ledger: OutboxLedger, wire: Cable, outbox: Path):
        await wire.pull()
        for wrong, told in (
            (a_row("0"), "row 1: the amount is 0"),
            (a_row(category="没有的"), "no category"),
        ):
            with pytest.raises(LedgerRefusal, match=f"{told}.*nothing was written"):
                await ledger.save_batch("b1", batch_of("b1", wrong))
        assert waiting_in(outbox) == []

    async def test_the_same_batch_is_kept_once_and_other_rows_are_refused(
        self, ledger: OutboxLedger, wire: Cable, outbox: Path
    ):
        await wire.pull()
        await ledger.save_batch("b0", batch_of("b0", a_row()))
        batch = batch_of("b1", a_row(), a_row("2"))
        await ledger.save_batch("b1", batch)
        later = [replace(row, created_at=row.created_at.replace(year=2027)) for row in batch]
        assert await ledger.save_batch("b1", later) == tuple(batch)
        for others in (batch[:1], batch_of("b1", a_row(), a_row("3"))):
            with pytest.raises(BatchConflict, match="other rows wait as batch b1"):
                await ledger.save_batch("b1", others)
        assert waiting_in(outbox) == [("save", None)] * 2

    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS], ids=errno.errorcode.get)
    async def test_a_disk_that_takes_nothing_is_told_and_what_is_confirmed_again_is_kept(
        self, ledger: OutboxLedger, wire: Cable, outbox: Path, number: int
    ):
        await wire.pull()
        batch = batch_of("b1", a_row())
        await ledger.drafts.keep(a_draft("b1"))
        with nothing_can_be_written(number), pytest.raises(LedgerFailure, match="disk"):
            await ledger.save_batch("b1", batch)
        assert await ledger.drafts.kept() == a_draft("b1")
        await ledger.save_batch("b1", batch)
        assert waiting_in(outbox) == [("save", None)]
        assert await ledger.drafts.kept() is None

    async def test_waiting_rows_can_be_changed_and_undone(self, ledger: OutboxLedger, wire: Cable):
        await wire.pull()
        first = await ledger.save_batch("b1", batch_of("b1", a_row("60"), a_row("30")))
        await ledger.save_batch("b2", batch_of("b2", a_row()))
        amended = await ledger.amend("b1/0", FieldChange(amount=Money(5000)))
        assert amended == replace(first[0], amount=Money(5000))
        seen = FieldChange(amount=Money(5000))
        assert await ledger.amend_as_seen("b1/0", FieldChange(amount=Money(6000)), seen) == ()
        assert await ledger.amend_as_seen("b1/0", seen, seen) == (amended,)
        unnamed = FieldChange(account="现金")  # What was written, though nobody named an account.
        (other,) = await ledger.amend_as_seen("b1/1", unnamed, FieldChange(account="微信"))
        assert len((await ledger.undo_batch("b2")).undone) == 1
        assert await ledger.undo_batch("b2") == RowsChanged()
        with pytest.raises(LedgerRefusal, match=r"the amount is 0.*nothing was changed"):
            await ledger.amend("b1/0", FieldChange(amount=Money(0)))
        await wire.plug_in()
        assert await rows_of(ledger) == [amended, other]

    async def test_a_delivered_row_cannot_be_changed_without_the_server(
        self, ledger: OutboxLedger, wire: Cable
    ):
        saved = await ledger.save_batch("b1", batch_of("b1", a_row()))
        await wire.pull()
        with pytest.raises(LedgerAway, match="undoing the batch failed"):
            await ledger.undo_batch("b1")
        with pytest.raises(LedgerAway, match="amending the row failed"):
            await ledger.amend("b1/0", FieldChange(amount=Money(1)))
        await wire.plug_in()
        assert await rows_of(ledger) == list(saved)


class TestAnAnswerThatIsLost:
    """The server has done it, and the word of it did not come back: it is asked again, and nothing is doubled."""

    async def test_to_a_save(self, ledger: OutboxLedger, wire: Cable):
        await ledger.vocabulary()
        batch = batch_of("b1", a_row(), a_row())
        wire.lose_the_answer_to(SAVING)
        assert await ledger.save_batch("b1", batch) == tuple(batch)
        assert await rows_in_the_end(ledger) == batch
        assert wire.lost == 1

    async def test_to_an_amendment_of_what_waited(
        self, ledger: OutboxLedger, wire: Cable, postgres: PostgresRig, server: str
    ):
        await wire.pull()
        await ledger.save_batch("b1", batch_of("b1", a_row()))
        amended = await ledger.amend("b1/0", FieldChange(amount=Money(1)))
        wire.lose_the_answer_to(AMENDING)
        await wire.plug_in()
        assert await rows_in_the_end(ledger) == [amended]
        assert postgres.sql(server, "SELECT why FROM revisions") == [("amended",)]
        assert wire.lost == 1

    async def test_to_taking_back_what_waited(
        self, ledger: OutboxLedger, wire: Cable, postgres: PostgresRig, server: str
    ):
        await wire.pull()
        await ledger.save_batch("b1", batch_of("b1", a_row()))
        await ledger.undo_batch("b1")
        wire.lose_the_answer_to(UNDOING)
        await wire.plug_in()
        assert await rows_in_the_end(ledger) == []
        assert postgres.sql(server, "SELECT why FROM revisions") == [("undone",)]
        assert wire.lost == 1


class TestARestart:
    async def test_without_a_server_begins_with_the_default_names(self, url: str, outbox: Path, wire: Cable):
        await wire.pull()
        async with device(url, outbox) as ledger:
            assert await ledger.vocabulary() == DEFAULT_VOCABULARY
            assert await ledger.memory() == EMPTY_MEMORY
            await ledger.save_batch("b1", batch_of("b1", a_row()))
            assert [row.id for row in (await ledger.memory()).recent] == ["b1/0"]

    async def test_does_not_read_what_an_older_program_knew(self, url: str, outbox: Path, wire: Cable):
        async with device(url, outbox) as ledger:
            await ledger.vocabulary()
        with closing(sqlite3.connect(outbox)) as connection, connection:
            connection.execute("UPDATE known SET body = '{\"categories\": 1}'")
        await wire.pull()
        async with device(url, outbox) as ledger:
            assert await ledger.vocabulary() == DEFAULT_VOCABULARY

    async def test_keeps_what_waits_and_the_draft(self, url: str, outbox: Path, wire: Cable):
        await wire.pull()
        batch = batch_of("b1", a_row())
        async with device(url, outbox) as ledger:
            await ledger.save_batch("b1", batch)
            await ledger.drafts.keep(a_draft("b2"))
        async with device(url, outbox) as ledger:
            assert await ledger.drafts.kept() == a_draft("b2")
            await wire.plug_in()
            assert await rows_of(ledger) == batch

    async def test_tries_again_what_the_server_refused(
        self, url: str, outbox: Path, wire: Cable, postgres: PostgresRig, server: str
    ):
        """A category that was here when it was confirmed, and is gone on the server when it arrives."""
        batches = [batch_of("b1", a_row(category="宠物")), batch_of("b2", a_row())]
        async with device(url, outbox) as ledger:
            await ledger.vocabulary()
            await wire.pull()
            postgres.sql(server, "UPDATE categories SET name = '猫' WHERE name = '宠物'")
            for batch in batches:
                await ledger.save_batch(batch[0].batch_id, batch)
            await ledger.amend("b1/0", FieldChange(amount=Money(1)))
            await wire.plug_in()
            assert await rows_of(ledger) == batches[1]
        [(kind, why), amendment] = waiting_in(outbox)
        assert (kind, amendment) == ("save", ("amend", None))
        assert why is not None
        assert "no category '宠物'" in why
        postgres.sql(server, "UPDATE categories SET name = '宠物' WHERE name = '猫'")
        async with device(url, outbox) as ledger:
            assert await rows_of(ledger) == [*batches[1], replace(batches[0][0], amount=Money(1))]
        assert waiting_in(outbox) == []

    @pytest.mark.parametrize("is_refused_first", [True, False])
    async def test_forgets_what_the_server_refused_and_was_taken_back(
        self,
        url: str,
        outbox: Path,
        wire: Cable,
        postgres: PostgresRig,
        server: str,
        is_refused_first: bool,
    ):
        async with device(url, outbox) as ledger:
            await ledger.vocabulary()
            await wire.pull()
            postgres.sql(server, "UPDATE categories SET name = '猫' WHERE name = '宠物'")
            try:
                batch = batch_of("b1", a_row(category="宠物"))
                await ledger.save_batch("b1", batch)
                await ledger.amend("b1/0", FieldChange(description="x"))
                if is_refused_first:
                    await wire.plug_in()
                    assert await rows_of(ledger) == []
                    assert [kind for kind, _ in waiting_in(outbox)] == ["save", "amend"]
                assert len((await ledger.undo_batch("b1")).undone) == 1
                await wire.plug_in()
                assert await rows_of(ledger) == []
                await ledger.save_batch("b2", batch_of("b2", a_row()))
                assert waiting_in(outbox) == []
            finally:
                postgres.sql(server, "UPDATE categories SET name = '宠物' WHERE name = '猫'")
        async with device(url, outbox) as ledger:
            assert [row.batch_id for row in await rows_of(ledger)] == ["b2"]

    async def test_takes_back_also_what_the_server_does_not_change(
        self, url: str, outbox: Path, wire: Cable, postgres: PostgresRig, server: str
    ):
        async with device(url, outbox) as ledger:
            await ledger.vocabulary()
            await wire.pull()
            postgres.sql(server, "UPDATE categories SET name = '猫' WHERE name = '宠物'")
            try:
                await ledger.save_batch("b1", batch_of("b1", a_row()))
                await ledger.amend("b1/0", FieldChange(category="宠物"))
                await ledger.undo_batch("b1")
                await wire.plug_in()
                assert await rows_of(ledger) == []
                assert waiting_in(outbox) == []
            finally:
                postgres.sql(server, "UPDATE categories SET name = '宠物' WHERE name = '猫'")

    async def test_forgets_a_change_of_a_row_that_was_taken_back_elsewhere(
        self, url: str, outbox: Path, wire: Cable, postgres: PostgresRig, server: str
    ):
        async with device(url, outbox) as ledger:
            await ledger.vocabulary()
            wire.lose_the_answer_to(SAVING)
            await ledger.save_batch("b1", batch_of("b1", a_row()))
            await wire.pull()
            with closing(sqlite3.connect(outbox)) as connection, connection:
                connection.execute(
                    "INSERT INTO work (kind, batch_id, body) VALUES ('amend', 'b1', ?)",
                    ('{"batch_id": "b1", "transaction_id": "b1/0", "change": {"description": "x"}}',),
                )
            postgres.sql(server, "DELETE FROM entries")
            await wire.plug_in()
            assert await rows_of(ledger) == []
        assert waiting_in(outbox) == []


class TestTheFile:
    async def test_is_its_owners_alone_and_makes_its_directories(self, tmp_path: Path):
        path = tmp_path / "share" / "outbox.db"
        outbox = await Outbox.open(path)
        await outbox.drafts.keep(a_draft())
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
        await outbox.close()
        assert modes == {"outbox.db": 0o600, "outbox.db-wal": 0o600, "outbox.db-shm": 0o600}

    @pytest.mark.parametrize(
        ("made_by", "told"),
        [
            ("CREATE TABLE theirs (text)", "is a database of another program"),
            ("PRAGMA user_version = 99", "was written by a newer voiced"),
        ],
    )
    async def test_of_others_is_left_alone(self, outbox: Path, made_by: str, told: str):
        with closing(sqlite3.connect(outbox)) as connection:
            connection.execute(made_by)
            with pytest.raises(LedgerUnusable, match=told):
                await Outbox.open(outbox)
            assert connection.execute(
                "SELECT count(*) FROM sqlite_schema WHERE name = 'work'"
            ).fetchall() == [(0,)]

    async def test_that_is_no_database_is_refused(self):
        with pytest.raises(LedgerUnusable, match="the ledger cannot be opened"):
            await Outbox.open(Path(__file__))

    async def test_that_cannot_be_finished_leaves_nothing(
        self, outbox: Path, monkeypatch: pytest.MonkeyPatch
    ):
        broken = replace(OUTBOX, statements=("CREATE TABLE half (text)", "no SQL"))
        monkeypatch.setattr(outbox_file, "OUTBOX", broken)
        with pytest.raises(LedgerUnusable, match="syntax error"):
            await Outbox.open(outbox)
        assert list(outbox.parent.iterdir()) == []

    async def test_that_a_crash_left_empty_is_finished(self, tmp_path: Path):
        path = tmp_path / "outbox.db"
        path.touch()
        opened = await Outbox.open(path)
        assert await opened.entries() == []
        await opened.close()

    async def test_is_opened_by_several_at_once(self, outbox: Path):
        opened = await asyncio.gather(*(Outbox.open(outbox) for _ in range(4)))
        for one in opened:
            await one.close()

    async def test_that_one_program_is_making_is_opened_by_another(
        self, outbox: Path, monkeypatch: pytest.MonkeyPatch
    ):
        """The daemon and a command may start at the same moment: the later one uses the file of the first."""
        opened: list[Outbox] = []

        async def slowly(path: Path, busy_seconds: float) -> aiosqlite.Connection:
            monkeypatch.setattr(sqlite_file, "connect_for_changing", connect_for_changing)
            connection = await connect_for_changing(path, busy_seconds)
            await connection.execute("BEGIN IMMEDIATE")
            opened.append(await Outbox.open(outbox))
            await connection.commit()
            return connection

        monkeypatch.setattr(sqlite_file, "connect_for_changing", slowly)
        opened.append(await Outbox.open(outbox))
        command, daemon = opened
        number = await command.add(SaveWork("b1", tuple(batch_of("b1", a_row()))))
        assert [entry.number for entry in await daemon.entries()] == [number]
        await command.close()
        await daemon.close()


class TestEntriesThatComeAgain:
    async def test_are_on_the_server_with_the_rows_and_budgets_of_the_month(self, ledger: OutboxLedger):
        await ledger.recurring.keep(RENT)
        await ledger.recurring.note("rent", offered=date(2026, 11, 21))
        await ledger.save_batch("b", batch_of("b", a_row()))
        assert [one.offered for one in await ledger.recurring.all()] == [date(2026, 11, 21)]
        assert len(await ledger.rows_since(date(2026, 11, 1))) == 1
        assert await ledger.month_budgets(Month(2026, 11)) == ()
        assert await ledger.recurring.remove("rent")

    async def test_are_unknown_while_the_server_is_away(self, ledger: OutboxLedger, wire: Cable):
        await wire.pull()
        for _ in range(2):
            with pytest.raises(LedgerAway):
                await ledger.recurring.all()
