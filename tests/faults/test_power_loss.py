"""The power fails: the files are as they were at some moment, the last of what was written in part or as noise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.ledger_rows import a_draft, a_row, batch_of
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.batch import DraftBatch
from voiced.domain.transaction import Transaction
from voiced.errors import LedgerFailure, LedgerUnusable

PAGE = 4096
BATCHES = 12


@dataclass(frozen=True, slots=True)
class Contents:
    """What a ledger holds."""

    rows: tuple[Transaction, ...]
    draft: DraftBatch | None


@dataclass
class Disk:
    """The files of a ledger at the moment of a power cut, and everything it held until then, in order.

    Attributes:
        file_before: the database as it was before the log was begun.
        file_after: the database with all of the log taken in.
        log: the write-ahead log.
        history: after each write, what the ledger held.
    """

    file_before: bytes
    file_after: bytes
    log: bytes
    history: list[Contents] = field(default_factory=list[Contents])


@pytest.fixture
async def disk(tmp_path: Path) -> Disk:
    """A ledger in use: each batch was a draft before it was saved."""
    path = tmp_path / "used" / "ledger.db"
    await (await SqliteLedger.open(path)).close()
    file_before = path.read_bytes()
    ledger = await SqliteLedger.open(path)
    rows: tuple[Transaction, ...] = ()
    history = [Contents((), None)]
    for number in range(BATCHES):
        batch_id = f"b{number}"
        draft = a_draft(batch_id)
        await ledger.drafts.keep(draft)
        history.append(Contents(rows, draft))
        batch = batch_of(batch_id, *(a_row(f"{number}.{row}1") for row in range(number % 10 + 1)))
        rows += tuple(await ledger.save_batch(batch_id, batch))
        history.append(Contents(rows, None))
    log = path.with_name("ledger.db-wal").read_bytes()
    await ledger.close()
    return Disk(file_before, path.read_bytes(), log, history)


def left_behind(folder: Path, file: bytes, log: bytes) -> Path:
    """The files as the power cut left them."""
    folder.mkdir()
    path = folder / "ledger.db"
    path.write_bytes(file)
    if log:
        path.with_name("ledger.db-wal").write_bytes(log)
    return path


async def found(folder: Path, file: bytes, log: bytes = b"") -> Contents:
    """What a start after the power cut finds.

    Raises:
        LedgerUnusable: it does not start.
        LedgerFailure: what it finds cannot be read.
    """
    ledger = await SqliteLedger.open(left_behind(folder, file, log))
    try:
        return Contents(tuple([row async for row in ledger.rows()]), await ledger.drafts.kept())
    finally:
        await ledger.close()


def cuts(length: int, number: int, *, seed: int) -> Sequence[int]:
    """Byte positions in order: both ends, and random ones between."""
    return sorted({0, length, *random.Random(seed).sample(range(length), number)})


async def test_a_log_that_is_cut_anywhere_gives_everything_up_to_a_write(disk: Disk, tmp_path: Path):
    reached = 0
    for cut in cuts(len(disk.log), 80, seed=1):
        place = disk.history.index(await found(tmp_path / str(cut), disk.file_before, disk.log[:cut]))
        assert place >= reached, f"a longer log, cut at {cut}, holds less"
        reached = place
    assert reached == len(disk.history) - 1


async def test_a_log_that_ends_in_noise_gives_everything_up_to_a_write(disk: Disk, tmp_path: Path):
    """A disk that was writing leaves sectors of anything: of zeros, of before, of nothing that ever was."""
    noise = random.Random(2).randbytes(len(disk.log))
    for cut in cuts(len(disk.log), 40, seed=3):
        torn = disk.log[:cut] + (noise if cut % 2 else bytes(len(noise)))[cut:]
        assert await found(tmp_path / str(cut), disk.file_before, torn) in disk.history


async def test_a_log_that_was_half_taken_in_gives_everything(disk: Disk, tmp_path: Path):
    """The log is whole on the disk before the file is touched: some pages of the file are new, its end is missing."""
    chance = random.Random(4)
    assert len(disk.file_after) > len(disk.file_before)
    for cut in cuts(len(disk.file_after), 40, seed=5):
        torn = bytearray(disk.file_before)
        for page in range(0, cut, PAGE):
            if chance.random() < 0.5:
                written = disk.file_after[page : min(page + PAGE, cut)]
                torn[page : page + len(written)] = written
        assert await found(tmp_path / str(cut), bytes(torn), disk.log) == disk.history[-1]


async def test_a_file_that_lost_its_end_is_refused_or_shows_what_once_was(disk: Disk, tmp_path: Path):
    """No power cut does that, a dying disk does: better no ledger than one that is wrong."""
    length = len(disk.file_after)
    ends = cuts(length, 40, seed=6)
    within_the_last_page = range(length - PAGE + 1, length, 97)
    for cut in (*ends[:-1], *within_the_last_page):
        try:
            contents = await found(tmp_path / str(cut), disk.file_after[:cut])
        except (LedgerUnusable, LedgerFailure):
            continue
        assert contents == disk.history[0], f"cut at {cut}"
    assert await found(tmp_path / "whole", disk.file_after) == disk.history[-1]
