"""Backups are whole or not there, restoring loses nothing, and damage is found."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from tests.support.ledger_files import open_ledger, rows_in
from tests.support.ledger_rows import a_row, batch_of
from tests.support.waiting import turns
from voiced.adapters.ledger.sqlite_backup import BackupFolder, BackupStopped, back_up
from voiced.adapters.ledger.sqlite_check import check
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.ledger.sqlite_restore import restore
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_ledger import backup_folder, scheduled_backups
from voiced.config import LedgerSettings, Settings
from voiced.domain.transaction import FieldChange
from voiced.errors import LedgerFailure, LedgerUnusable, WrongInput
from voiced.runtime.backups import SETTLING_SECONDS, Backups
from voiced.runtime.tasks import Tasks

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


@pytest.fixture
async def ledger(tmp_path: Path) -> Path:
    """A ledger with a row that was amended, closed."""
    path = tmp_path / "ledger.db"
    await add(path, "batch-1")
    return path


async def add(path: Path, batch_id: str, description: str = "午饭") -> None:
    async with open_ledger(path) as ledger:
        await ledger.save_batch(batch_id, batch_of(batch_id, a_row(description=description)))
        await ledger.amend(f"{batch_id}/0", FieldChange(category="饮品"))


async def batches(path: Path) -> list[str]:
    return [row.batch_id for row in await rows_in(path)]


def damaged(path: Path) -> Path:
    """The ledger with some of its pages written over."""
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 4)
    return path


async def test_a_backup_made_while_the_ledger_is_open_holds_what_was_saved(tmp_path: Path):
    opened = await SqliteLedger.open(tmp_path / "ledger.db")
    await opened.save_batch("batch-1", batch_of("batch-1", a_row()))
    copy = tmp_path / "stick" / "copy.db"
    back_up(tmp_path / "ledger.db", copy)
    await opened.save_batch("batch-2", batch_of("batch-2", a_row()))
    await opened.close()
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"], "no log beside it"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert check(copy) == ()
    assert await batches(copy) == ["batch-1"]


def test_a_backup_overwrites_nothing(ledger: Path, tmp_path: Path):
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(
        WrongInput, match=r"copy\.db: is there already and is not overwritten; name another file"
    ):
        back_up(ledger, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_a_backup_that_is_given_up_leaves_nothing(ledger: Path, tmp_path: Path):
    with pytest.raises(BackupStopped):
        back_up(ledger, tmp_path / "there" / "copy.db", lambda: True)
    assert list((tmp_path / "there").iterdir()) == []


def test_a_backup_of_a_damaged_ledger_is_refused(ledger: Path, tmp_path: Path):
    with pytest.raises(LedgerFailure, match=r"is not copied, for it is damaged|the backup failed"):
        back_up(damaged(ledger), tmp_path / "there" / "copy.db")
    assert list((tmp_path / "there").iterdir()) == []


async def test_a_restored_ledger_is_the_backup_and_the_old_one_is_kept(ledger: Path, tmp_path: Path):
    copy = tmp_path / "copy.db"
    back_up(ledger, copy)
    await add(ledger, "batch-2")
    before = copy.read_bytes()
    kept = restore(copy, ledger, NOW)
    assert kept == (old := tmp_path / "ledger.db.replaced-20261121-103000")
    assert await batches(ledger) == ["batch-1"]
    assert await batches(old) == ["batch-1", "batch-2"]
    assert copy.read_bytes() == before


async def test_two_restores_in_a_second_keep_both_ledgers(ledger: Path, tmp_path: Path):
    copy = tmp_path / "copy.db"
    back_up(ledger, copy)
    await add(ledger, "batch-2")
    first, second = (tmp_path / f"ledger.db.replaced-20261121-103000{which}" for which in ("", "-2"))
    assert [restore(copy, ledger, NOW), restore(copy, ledger, NOW)] == [first, second]
    assert await batches(first) == ["batch-1", "batch-2"]
    assert await batches(second) == ["batch-1"]


def test_a_damaged_ledger_is_kept_with_its_log(ledger: Path, tmp_path: Path):
    back_up(ledger, tmp_path / "copy.db")
    ledger.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    (tmp_path / "ledger.db-wal").write_bytes(b"what nobody could take in")
    kept = restore(tmp_path / "copy.db", ledger, NOW)
    assert kept is not None
    assert (tmp_path / f"{kept.name}-wal").read_bytes() == b"what nobody could take in"
    assert check(ledger) == ()


async def test_rows_that_a_crash_left_in_the_log_are_kept(ledger: Path, tmp_path: Path):
    back_up(ledger, tmp_path / "copy.db")
    opened = await SqliteLedger.open(ledger)
    await opened.save_batch("batch-2", batch_of("batch-2", a_row()))
    for file in ("ledger.db", "ledger.db-wal"):
        shutil.copy(tmp_path / file, tmp_path / f"crashed-{file}")
    await opened.close()
    crashed = tmp_path / "crashed-ledger.db"
    kept = restore(tmp_path / "copy.db", crashed, NOW)
    assert kept is not None
    assert await batches(kept) == ["batch-1", "batch-2"]
    assert await batches(crashed) == ["batch-1"]


class PowerCut(BaseException):
    """Nothing is done from here on."""


def cut_power_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only so many files be named, renamed or removed."""
    left = iter(range(steps))

    def while_there_is_power(do: Callable[..., object]) -> Callable[..., object]:
        def step(*args: object, **how: object) -> object:
            if next(left, None) is None:
                raise PowerCut
            return do(*args, **how)

        return step

    for name in ("hardlink_to", "replace", "unlink"):
        monkeypatch.setattr(Path, name, while_there_is_power(getattr(Path, name)))


async def test_a_power_cut_leaves_the_old_ledger_with_its_log_or_the_new_one(tmp_path: Path):
    await add(tmp_path / "backup.db", "restored")
    await add(tmp_path / "ledger.db", "batch-1")
    opened = await SqliteLedger.open(tmp_path / "ledger.db")
    await opened.save_batch("batch-2", batch_of("batch-2", a_row()))
    found: list[list[str]] = []
    for steps in count():
        place = tmp_path / str(steps) / "ledger.db"
        place.parent.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / f"ledger.db{suffix}", f"{place}{suffix}")
        with pytest.MonkeyPatch.context() as monkeypatch:
            cut_power_after(steps, monkeypatch)
            try:
                restore(tmp_path / "backup.db", place, NOW)
                is_done = True
            except PowerCut:
                is_done = False
        found.append(await batches(place))
        assert check(place) == ()
        if is_done:
            break
    await opened.close()
    old, new = ["batch-1", "batch-2"], ["restored"]
    assert found[0] == old
    assert found[-1] == new
    assert all(one in (old, new) for one in found)


async def test_a_lost_ledger_is_restored(ledger: Path, tmp_path: Path):
    back_up(ledger, tmp_path / "copy.db")
    assert restore(tmp_path / "copy.db", tmp_path / "new" / "ledger.db", NOW) is None
    assert await batches(tmp_path / "new" / "ledger.db") == ["batch-1"]


def test_a_restored_ledger_belongs_to_whom_it_belonged_also_if_root_restores_it(ledger: Path, tmp_path: Path):
    owner = 12_345 if os.geteuid() == 0 else os.geteuid()
    back_up(ledger, tmp_path / "copy.db")
    os.chown(ledger, owner, -1)
    restore(tmp_path / "copy.db", ledger, NOW)
    assert (ledger.stat().st_uid, ledger.stat().st_mode & 0o777) == (owner, 0o600)


@pytest.mark.parametrize("what", ["damaged", "text", "other", "missing"])
def test_a_damaged_or_foreign_file_is_not_restored(what: str, ledger: Path, tmp_path: Path):
    bad = tmp_path / "bad.db"
    match what:
        case "damaged":
            damaged(Path(shutil.copy(ledger, bad)))
        case "text":
            bad.write_text("午饭 35 块，一共写了很多字" * 100)
        case "other":
            with closing(sqlite3.connect(bad)) as other:
                other.execute("CREATE TABLE songs (name TEXT)")
        case _:
            pass
    before = ledger.read_bytes()
    with pytest.raises((LedgerFailure, LedgerUnusable), match=r"bad\.db"):
        restore(bad, ledger, NOW)
    assert ledger.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} <= {"ledger.db", "bad.db"}


def test_the_ledger_is_no_backup_of_itself(ledger: Path):
    with pytest.raises(WrongInput, match="is the ledger itself"):
        restore(ledger, ledger, NOW)


HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM transactions").fetchone()
print("open", flush=True)
sys.stdin.read()
"""


def test_nothing_is_restored_while_a_program_has_the_ledger_open(ledger: Path, tmp_path: Path):
    """Another process, as the daemon is one: locks of files do not tell two users in one process apart."""
    back_up(ledger, tmp_path / "copy.db")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, ledger], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        inode = ledger.stat().st_ino
        with pytest.raises(LedgerUnusable, match="is in use; stop voiced first"):
            restore(tmp_path / "copy.db", ledger, NOW)
        assert ledger.stat().st_ino == inode
        holder.communicate()
    assert restore(tmp_path / "copy.db", ledger, NOW) is not None


def test_a_sound_ledger_has_no_findings(ledger: Path):
    before = ledger.read_bytes()
    assert check(ledger) == ()
    assert ledger.read_bytes() == before


def test_damage_is_found(ledger: Path):
    assert check(damaged(ledger)) != ()


@pytest.mark.parametrize(
    ("harm", "finding"),
    [
        ("UPDATE revisions SET transaction_id = 'gone'", "1 revisions belong to no row"),
        ("UPDATE revisions SET old_row = 'x'", "1 revisions are no JSON"),
        ("INSERT INTO batches VALUES ('empty', '', '')", "1 batches have no rows"),
        ("UPDATE transactions SET date = '2026-02-31'", "1 rows have an invalid day"),
        ("UPDATE transactions SET category_id = 999", "row 1 of transactions points to categories"),
        ("DELETE FROM accounts", "there is no account"),
        ("DELETE FROM categories WHERE name = '其他'", "the category 其他 is gone"),
    ],
)
def test_loose_and_missing_rows_are_found(harm: str, finding: str, ledger: Path):
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("DROP TRIGGER keep_revision")
        connection.execute(harm)
        connection.commit()
    assert any(finding in found for found in check(ledger))


async def test_a_folder_keeps_the_newest_backups_and_leaves_other_files_alone(ledger: Path, tmp_path: Path):
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("notes.txt", "ledger-old.db", "ledger-20261399T000000Z.db", "other-20201121T000000Z.db"):
        (folder / name).write_text("")
    shelf = BackupFolder(ledger, folder, keep=2)
    assert await shelf.newest() is None
    for day in range(3):
        await shelf.back_up(NOW + timedelta(days=day))
    assert sorted(file.name for file in folder.iterdir()) == [
        "ledger-20261122T103000Z.db",
        "ledger-20261123T103000Z.db",
        "ledger-20261399T000000Z.db",
        "ledger-old.db",
        "notes.txt",
        "other-20201121T000000Z.db",
    ]
    assert await shelf.newest() == NOW + timedelta(days=2)


async def test_no_backup_is_let_go_for_one_that_failed(ledger: Path, tmp_path: Path):
    shelf = BackupFolder(ledger, tmp_path / "backups", keep=1)
    await shelf.back_up(NOW)
    damaged(ledger)
    with pytest.raises(LedgerFailure):
        await shelf.back_up(NOW + timedelta(days=1))
    assert os.listdir(tmp_path / "backups") == ["ledger-20261121T103000Z.db"]  # noqa: PTH208


async def test_a_folder_that_cannot_be_is_wrong_input(ledger: Path, tmp_path: Path):
    (tmp_path / "file").write_text("")
    shelf = BackupFolder(ledger, tmp_path / "file" / "backups", keep=1)
    assert await shelf.newest() is None
    with pytest.raises(WrongInput, match="Not a directory"):
        await shelf.back_up(NOW)


async def test_a_backup_that_is_cancelled_leaves_nothing(ledger: Path, tmp_path: Path):
    shelf = BackupFolder(ledger, tmp_path / "backups", keep=1)
    making = asyncio.ensure_future(shelf.back_up(NOW))
    await asyncio.sleep(0)
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    await asyncio.get_running_loop().shutdown_default_executor()
    assert not any((tmp_path / "backups").glob("*"))


class ToldFolder(BackupFolder):
    """Tells when it was looked at, and when a backup is made."""

    def __init__(self, ledger: Path, folder: Path, keep: int) -> None:
        super().__init__(ledger, folder, keep)
        self.looked_at, self.made = asyncio.Event(), asyncio.Event()

    async def newest(self) -> datetime | None:
        newest = await super().newest()
        self.looked_at.set()
        return newest

    async def back_up(self, now: datetime) -> None:
        await super().back_up(now)
        self.made.set()


async def test_a_day_brings_a_backup_while_the_daemon_has_the_ledger_open(ledger: Path, tmp_path: Path):
    clock, folder = SampleClock(NOW), ToldFolder(ledger, tmp_path / "stick", keep=2)
    opened = await SqliteLedger.open(ledger)
    async with Tasks() as tasks:
        tasks.start(Backups(folder, clock, timedelta(days=1)).run())
        await turns()
        await clock.advance(SETTLING_SECONDS)
        for day in range(4):
            await opened.save_batch(f"day {day}", batch_of(f"day {day}", a_row()))
            await folder.looked_at.wait()
            await turns()
            folder.looked_at.clear()
            await clock.advance(86_400)
            await folder.made.wait()
            folder.made.clear()
    await opened.close()
    oldest, newest = sorted((tmp_path / "stick").iterdir())
    assert (await batches(oldest))[-1] == "day 2"
    assert await batches(newest) == ["batch-1", "day 0", "day 1", "day 2", "day 3"]


def test_backups_go_where_they_are_configured_to_go_or_nowhere(ledger: Path, tmp_path: Path):
    settings = Settings(ledger=LedgerSettings(backup_dir=str(tmp_path / "stick")))
    assert backup_folder(settings, ledger).place_for(NOW) == tmp_path / "stick" / "ledger-20261121T103000Z.db"
    assert scheduled_backups(settings, ledger, SampleClock(NOW)) is not None
    none = Settings(ledger=LedgerSettings(backup_every_hours=0))
    assert scheduled_backups(none, ledger, SampleClock(NOW)) is None
