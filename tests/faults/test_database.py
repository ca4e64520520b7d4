"""The database fails in the middle of a conversation: it is said and logged, the draft stays, and it goes on."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from tests.support.conversing import OFFLINE, say, wake, world
from tests.support.failing_disk import nothing_can_be_written
from tests.support.fakes import RecordingWatcher
from tests.support.ledger_files import rows_in
from voiced.adapters.ledger.sql_schema import VERSION
from voiced.adapters.ledger.sqlite_backup import back_up
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.cli.main import main
from voiced.dialogue.sentences.phrases import LEDGER_SILENT, SAVE_FAILED, SAVED_ONE
from voiced.errors import LedgerMoved
from voiced.runtime.conversation import running_conversation

READ_BACK = "记录支出35元，餐饮，确认吗？"

HOLD_LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""

Fault = Callable[[Path], AbstractContextManager[None]]
"""What is wrong with a ledger's file until the block is left."""


@contextmanager
def locked_by_another_process(path: Path) -> Generator[None]:
    holding = subprocess.Popen(
        [sys.executable, "-c", HOLD_LOCK, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holding:
        assert holding.stdout is not None
        assert holding.stdout.readline() == "locked\n"
        yield
        holding.communicate()


@contextmanager
def full_disk(_: Path) -> Generator[None]:
    with nothing_can_be_written(errno.ENOSPC):
        yield


@contextmanager
def read_only_file_system(_: Path) -> Generator[None]:
    with nothing_can_be_written(errno.EROFS):
        yield


@contextmanager
def moved_away(path: Path) -> Generator[None]:
    away = path.rename(path.with_name("away.db"))
    yield
    away.rename(path)


@contextmanager
def another_ledger_in_its_place(path: Path) -> Generator[None]:
    away = path.with_name("away.db")
    path.rename(away)
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE somebody_elses (text)")
    untouched = path.read_bytes()
    yield
    assert path.read_bytes() == untouched
    away.rename(path)


@contextmanager
def of_a_newer_voiced(path: Path) -> Generator[None]:
    """It knows our table of new batches no more."""
    with closing(sqlite3.connect(path)) as connection:
        views = connection.execute("SELECT sql FROM sqlite_schema WHERE tbl_name = 'new_batches'").fetchall()
        connection.execute("DROP VIEW new_batches")
    yield
    with closing(sqlite3.connect(path)) as connection:
        for (view,) in views:
            connection.execute(view)


class Answers(RecordingWatcher):
    """What is said and told as an error, since it was asked last."""

    @property
    def new(self) -> list[str]:
        said = [line for line in self.reports if line.startswith(("speaking", "error"))]
        self.reports.clear()
        return said


Say = Callable[[str], Awaitable[list[str]]]
"""Says something to the daemon and returns what came of it."""


@asynccontextmanager
async def talking(path: Path) -> AsyncGenerator[Say]:
    answers = Answers()
    ledger = await SqliteLedger.open(path, busy_seconds=0.05)
    try:
        async with running_conversation(OFFLINE, world(ledger, answers)) as conversation:
            await wake(conversation)

            async def say_it(text: str) -> list[str]:
                await say(conversation, text)
                return answers.new

            answers.reports.clear()
            yield say_it
    finally:
        await ledger.close()


async def written_in(path: Path) -> list[str]:
    return [f"{row.amount} {row.description}" for row in await rows_in(path)]


FAULTS = {
    locked_by_another_process: "database is locked; another program is writing to it; try again",
    full_disk: "make room on the disk and try again",
    read_only_file_system: "check the disk, and that it may be written",
    moved_away: "was removed or replaced while it was open; put it back",
    another_ledger_in_its_place: "was removed or replaced while it was open; put it back",
    of_a_newer_voiced: "no such table: new_batches",
}


@pytest.mark.parametrize(("fault", "told"), FAULTS.items(), ids=[fault.__name__ for fault in FAULTS])
class TestWhileAFaultLasts:
    async def test_a_save_fails_aloud_and_can_be_repeated_afterwards(
        self, fault: Fault, told: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ):
        path = tmp_path / "ledger.db"
        async with talking(path) as say_it:
            assert await say_it("午饭35块") == [f"speaking {READ_BACK}"]
            with fault(path):
                for _ in range(2):
                    error, spoken = await say_it("确认")
                    assert error.startswith("error saving the batch failed")
                    assert told in error
                    assert spoken == f"speaking {SAVE_FAILED}"
                    assert told in caplog.text
            assert await say_it("确认") == [f"speaking {SAVED_ONE}"]
        assert await written_in(path) == ["35 午饭"]

    async def test_words_said_meanwhile_are_kept(self, fault: Fault, told: str, tmp_path: Path):
        path = tmp_path / "ledger.db"
        async with talking(path) as say_it:
            with fault(path):
                assert (await say_it("午饭35块"))[-1] == f"speaking {READ_BACK}"
                assert (await say_it("改成36块"))[-1] == "speaking 已修改为支出36元，餐饮，确认吗？"
            assert await say_it("确认") == [f"speaking {SAVED_ONE}"]
        assert await written_in(path) == ["36 午饭"]


@pytest.mark.parametrize("fault", [moved_away, another_ledger_in_its_place])
async def test_a_ledger_that_is_gone_is_told_apart_from_one_that_fails(fault: Fault, tmp_path: Path):
    """The watchdog lets a daemon live on without it."""
    ledger = await SqliteLedger.open(tmp_path / "ledger.db")
    with fault(tmp_path / "ledger.db"), pytest.raises(LedgerMoved):
        await ledger.drafts.kept()
    await ledger.close()


@pytest.mark.parametrize("fault", [moved_away, another_ledger_in_its_place])
async def test_a_question_is_not_answered_from_a_ledger_that_is_gone(fault: Fault, tmp_path: Path):
    async with talking(tmp_path / "ledger.db") as say_it:
        with fault(tmp_path / "ledger.db"):
            assert await say_it("这个月花了多少") == [f"speaking {LEDGER_SILENT}"]


async def test_a_ledger_that_is_moved_takes_its_log_along(tmp_path: Path):
    """SQLite would take the log into whatever ledger is put there next, and ruin that."""
    path = tmp_path / "ledger.db"
    async with talking(path) as say_it:
        await say_it("午饭35块")
        await say_it("确认")
        away = path.rename(tmp_path / "away.db")
    await (await SqliteLedger.open(path)).close()
    assert await written_in(path) == []
    assert await written_in(away) == ["35 午饭"]


LOOK = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM entries').fetchall()"


async def test_another_program_that_looks_at_the_ledger_takes_nothing_from_it(tmp_path: Path):
    """Not even while card and backup use it, too: the last to leave removes the log, and must know who is the last."""
    path = tmp_path / "ledger.db"
    async with talking(path) as say_it:
        card = await SqliteDatabase.open(path)
        await asyncio.to_thread(back_up, path, tmp_path / "backup.db")
        await asyncio.to_thread(subprocess.run, [sys.executable, "-c", LOOK, str(path)], check=True)
        await say_it("午饭35块")
        assert await say_it("确认") == [f"speaking {SAVED_ONE}"]
        assert await asyncio.to_thread(rows_seen_by_another_program, path) == "[(1,)]\n"
        await card.close()


def rows_seen_by_another_program(path: Path) -> str:
    look = LOOK.replace("sqlite3.connect", "print(sqlite3.connect", 1) + ")"
    return subprocess.run(
        [sys.executable, "-c", look, str(path)], check=True, capture_output=True, text=True
    ).stdout


async def test_a_save_to_a_corrupt_page_fails_aloud(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    path = tmp_path / "ledger.db"
    async with talking(path) as say_it:
        await say_it("打车12块")
        await say_it("确认")
    ruin_table(path, "batches")
    async with talking(path) as say_it:
        assert await say_it("午饭35块") == [f"speaking {READ_BACK}"]
        error, spoken = await say_it("确认")
        assert "database disk image is malformed; restore a backup that is whole" in error
        assert spoken == f"speaking {SAVE_FAILED}"
        assert "malformed" in caplog.text


def test_a_start_without_the_ledger_that_was_there_says_how_to_have_it_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "ledger.db"
    replay = ["replay", "--offline", "--db", str(path), "text:打车12块", "text:确认"]
    assert main([*replay[:-2], "text:午饭35块", "text:确认"]) == 0
    assert main(["ledger", "backup", "--db", str(path)]) == 0
    assert main(replay) == 0
    assert caplog.messages == []
    path.unlink()
    assert main(replay) == 0
    (told,) = caplog.messages
    assert f"{path}: the ledger is missing" in told
    assert main([*told.partition("then: voiced ")[2].split(), "--db", str(path)]) == 0
    capsys.readouterr()
    assert main(["ledger", "export", "--format", "jsonl", "--db", str(path)]) == 0
    assert capsys.readouterr().out.count("午饭") == 1


def ruin(path: Path, at: int, length: int) -> None:
    contents = bytearray(path.read_bytes())
    contents[at : at + length] = b"\xa5" * length
    path.write_bytes(contents)


def ruin_table(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
        ((page_bytes,),) = connection.execute("PRAGMA page_size")
    ruin(path, (page - 1) * page_bytes, page_bytes)


def its_head_is_ruined(path: Path) -> None:
    ruin(path, 100, 3996)


def its_end_is_missing(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def its_rows_are_ruined(path: Path) -> None:
    ruin_table(path, "transactions")


def a_newer_voiced_wrote_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


@pytest.mark.parametrize(
    ("befall", "status", "told"),
    [
        (its_head_is_ruined, 2, "malformed; restore a backup that is whole"),
        (its_rows_are_ruined, 1, "malformed; restore a backup that is whole"),
        (its_end_is_missing, 2, "its end is missing; restore a backup that is whole"),
        (a_newer_voiced_wrote_it, 2, "update voiced or name another file"),
    ],
)
def test_a_start_on_a_ledger_of_no_use_is_one_line_and_touches_nothing(
    befall: Callable[[Path], None], status: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "ledger.db"
    assert main(["replay", "--offline", "--db", str(path), "text:午饭35块", "text:确认"]) == 0
    befall(path)
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["replay", "--offline", "--db", str(path), "text:奶茶15块", "text:确认"]) == status
    complaint = capsys.readouterr().err
    assert told in complaint
    assert complaint.count("\n") == 1
    assert path.read_bytes() == before
