"""A daemon that is killed again and again in the middle of random conversations, and the checks after each kill.

Each amount is said only once, so a lost row and a row that was written twice are found. The reports of the daemon
(`voiced replay --json`) are compared with the rows on the disk.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.dialogue.anything import UTTERANCES
from voiced.adapters.ledger.sqlite_ledger import decode_draft
from voiced.cli.main import main
from voiced.dialogue.sentences.phrases import CANCELLED
from voiced.domain.batch import DraftBatch

ROOT = Path(__file__).parents[2]
SETTINGS = {
    "VOICED_LLM__SPLIT_LOCALLY": "always",
    "VOICED_LLM__BASE_URL": "",
    "VOICED_LLM__UPSTREAM_URL": "",
    "XDG_CONFIG_HOME": "/nonexistent",
}
"""Settings for batches of several rows without a model; the settings of the tests' user are left out."""

LONGEST_WAIT_SECONDS = 0.003
"""The longest time from the line after which a daemon is killed to the kill: about the length of a turn."""

_THINGS = ("午饭", "打车", "奶茶", "买菜", "话费", "电影", "水果", "房租", "理发", "快递")
_AFTERWARDS = ("确认", "确认", "全部确认", "确认第一笔", "再记一笔", "第二笔不要，其他的确认", "嗯")
_CHANGES_WHAT_WAS_SAVED = ("撤销刚才那笔", "刚才那笔改成50")
_COPIES_A_SAVED_ROW = ("复制上一笔", "再来一笔一样的", "老样子", "和昨天一样的早饭")
"""A copy repeats an amount, which would look like a row that was written twice."""
_NO_AMOUNT = tuple(
    words
    for words in UTTERANCES
    if words not in (*_CHANGES_WHAT_WAS_SAVED, *_COPIES_A_SAVED_ROW)
    and not any(sign.isdigit() for sign in words)
)

Rows = tuple[str, ...]
"""The amounts of a batch, in order."""

Card = tuple[tuple[str | None, str], ...]
"""A draft as it is shown: amount and status of each row; empty for none."""


class Fresh:
    """`voiced replay`, started as a user does."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "voiced", *arguments],
            cwd=ROOT,
            env={**os.environ, **SETTINGS},
            stdout=subprocess.PIPE,
        )

    def lines(self) -> Iterator[bytes]:
        assert self._process.stdout is not None
        yield from self._process.stdout

    def kill(self) -> None:
        self._process.kill()

    def reap(self) -> int:
        assert self._process.stdout is not None
        self._process.stdout.close()
        return self._process.wait()


class Forked:
    """The same command in a fork of a process that has imported everything: it starts in a tenth of the time."""

    _processes = multiprocessing.get_context("forkserver")
    _processes.set_forkserver_preload(
        [
            "tests.faults.killing",
            "voiced.app",
            "voiced.card.card",
            "voiced.adapters.sound.cascade_vad",
            "voiced.adapters.machine.clocks",
            "voiced.adapters.sound.neural_vad",
            "voiced.adapters.absent",
            "voiced.adapters.ledger.sqlite_ledger",
            "voiced.adapters.sound.utterance_recordings",
            "voiced.adapters.voice.voice_engines",
            "voiced.adapters.sound.wav_files",
            "voiced.adapters.sound.webrtc_vad",
            "voiced.cli.transcripts",
            "voiced.runtime.watchers",
            "voiced.runtime.replaying",
        ]
    )

    def __init__(self, arguments: Sequence[str]) -> None:
        self._output, its_output = self._processes.Pipe(duplex=False)
        self._process = self._processes.Process(target=_run_command, args=(list(arguments), its_output))
        self._process.start()
        its_output.close()

    def lines(self) -> Iterator[bytes]:
        with open(self._output.fileno(), "rb", closefd=False) as output:
            yield from output

    def kill(self) -> None:
        self._process.kill()

    def reap(self) -> int:
        self._process.join()
        self._output.close()
        status = self._process.exitcode
        assert status is not None
        self._process.close()
        return status


def _run_command(arguments: list[str], output: Any) -> None:
    # These runs need no recogniser, whose network takes longer to load than all other parts.
    os.environ.update(SETTINGS, VOICED_VAD__ENGINE="webrtc")
    os.dup2(output.fileno(), 1)
    sys.exit(main(arguments))


@dataclass
class Tally:
    """The counts over all lives of a ledger.

    Attributes:
        kills: lives that ended by SIGKILL.
        orderly: lives that ended before they were killed.
        told: batches that the daemon reported as saved, with their rows.
        untold: batches that were on the disk when the daemon was killed before it could report them.
        unwritten: kills between a confirmation and its commit.
        offers: drafts that the next life offered.
        starts: seconds from each start to the first line.
    """

    kills: int = 0
    orderly: int = 0
    told: dict[str, Rows] = field(default_factory=dict[str, Rows])
    untold: int = 0
    unwritten: int = 0
    offers: int = 0
    starts: list[float] = field(default_factory=list[float])


@dataclass
class _Heard:
    """The reports of one life: the cards since the beginning of its last turn, and the batches reported as saved."""

    cards: list[Card]
    said: list[str] = field(default_factory=list[str])
    saved: dict[str, Rows] = field(default_factory=dict[str, Rows])
    ended: bool = False

    def take_in(self, event: Mapping[str, Any]) -> None:
        match event["event"]:
            case "final_text":
                # The turn before has settled: its last card is journalled.
                self.cards = self.cards[-1:]
            case "draft_batch":
                self.cards.append(tuple((item["amount"], item["status"]) for item in event["items"]))
            case "saved":
                self.saved[event["batch_id"]] = _confirmed(self.cards[-1])
            case "speak":
                self.said.append(event["text"])
                # An offered draft that is declined was never on the card, and does not leave it.
                if event["text"] == CANCELLED:
                    self.cards.append(())
            case "end":
                self.ended = True
            case _:
                pass


class Victim:
    """A ledger, and the daemons that are killed while they write to it.

    Args:
        database: the ledger.
        start: how a daemon is started.
        seed: gives the same conversations again, and the same moments as far as the machine allows.
    """

    def __init__(self, database: Path, start: type[Fresh | Forked], seed: int) -> None:
        self._database = database
        self._start = start
        self._random = random.Random(seed)
        self._numbers = count(1001)
        self._known: dict[str, Rows] = {}
        self.tally = Tally()

    def live_and_die(self) -> None:
        """One life: a random conversation, killed at a random moment; then everything is checked."""
        offered = _journal(self._database)
        turns = self._conversation(is_offered=bool(offered))
        arguments = ["replay", "--json", "--db", str(self._database), *(f"text:{turn}" for turn in turns)]
        heard = _Heard([_card(offered)])
        began = time.monotonic()
        daemon = self._start(arguments)
        last_line = self._random.randint(1, 4 * len(turns))
        for number, line in enumerate(daemon.lines(), 1):
            if number == 1:
                self.tally.starts.append(time.monotonic() - began)
            # A line that the kill cut off does not count as reported.
            if line.endswith(b"\n"):
                heard.take_in(json.loads(line))
            if number == last_line:
                time.sleep(self._random.uniform(0, LONGEST_WAIT_SECONDS))
                daemon.kill()
        status = daemon.reap()
        assert status in (0, -signal.SIGKILL), f"the daemon ended with {status}"
        was_killed = status != 0
        self.tally.kills += was_killed
        self.tally.orderly += not was_killed
        self._check_offer(heard, offered)
        written = _batches(self._database)
        self._check_ledger(heard, written)
        self._check_journal(heard, written)
        self.tally.told |= heard.saved
        self._known = written

    def _conversation(self, *, is_offered: bool) -> list[str]:
        # An answer to the offer first: a draft that is opened over it takes its place in the journal.
        turns = [self._random.choice(("嗯", "嗯", "好的", "不用"))] if is_offered else []
        for _ in range(self._random.randint(2, 6)):
            turns.append(self._entry())
            turns += [self._correction() for _ in range(self._random.randint(0, 3))]
            # Only one, and an entry after it: with no draft open, what was saved is offered to be changed or taken back,
            # and a yes to that would do it.
            turns.append(self._random.choice(self._random.choice((_AFTERWARDS, _AFTERWARDS, _NO_AMOUNT))))
        return turns

    def _entry(self) -> str:
        rows = self._random.choice((1, 1, 2, 3, 5, 10))
        return "，".join(f"{thing}{next(self._numbers)}块" for thing in self._random.sample(_THINGS, rows))

    def _correction(self) -> str:
        return f"第{self._random.choice('一二三')}笔改成{next(self._numbers)}块"

    def _check_offer(self, heard: _Heard, offered: DraftBatch | None) -> None:
        """Check that the first question is about the draft that the kill left open."""
        if offered is not None and heard.said:
            expected = f"上次有{offered.pending_count}笔还没处理完，要继续吗？"
            assert heard.said[0] == expected, f"{heard.said[0]} instead of {expected}"
            self.tally.offers += 1

    def _check_ledger(self, heard: _Heard, written: Mapping[str, Rows]) -> None:
        """Check the rows on the disk.

        Reported batches are written, each batch is complete and written once, and a batch that was written without a report had
        just been confirmed.
        """
        for batch_id, rows in {**self._known, **heard.saved}.items():
            assert written.get(batch_id) == rows, (
                f"batch {batch_id}: told {rows}, kept {written.get(batch_id)}"
            )
        untold = written.keys() - self._known.keys() - heard.saved.keys()
        assert len(untold) <= 1, "two batches were written without a report"
        for batch_id in untold:
            assert written[batch_id] == _confirmed(heard.cards[-1]), "a batch in part"
        amounts = [amount for rows in written.values() for amount in rows]
        assert len(amounts) == len(set(amounts)), "a row is there twice"
        self.tally.untold += len(untold)
        is_decided = bool(heard.cards[-1]) and "pending" not in (status for _, status in heard.cards[-1])
        self.tally.unwritten += is_decided and _confirmed(heard.cards[-1]) not in written.values()

    def _check_journal(self, heard: _Heard, written: Mapping[str, Rows]) -> None:
        """Check that the journal holds the draft as it was shown in this turn, or at the end of the one before."""
        may_be = set(heard.cards)
        if heard.ended or _confirmed(heard.cards[-1]) in written.values():
            may_be.add(())
        kept = _card(_journal(self._database))
        assert kept in may_be, f"the journal holds {kept}, shown was {heard.cards}"


def _batches(database: Path) -> dict[str, Rows]:
    """The batches on the disk, after making sure that the database is sound."""
    if not database.exists():
        return {}
    found: dict[str, list[str]] = defaultdict(list)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for batch_id, fen in connection.execute("SELECT batch_id, amount_fen FROM entries ORDER BY seq"):
            found[batch_id].append(str(fen // 100) if fen % 100 == 0 else f"{fen / 100:g}")
    return {batch_id: tuple(rows) for batch_id, rows in found.items()}


def _journal(database: Path) -> DraftBatch | None:
    if not database.exists():
        return None
    with closing(sqlite3.connect(database)) as connection:
        for version, body in connection.execute("SELECT version, body FROM drafts"):
            draft = decode_draft(version, body)
            assert draft is not None, "the kept draft cannot be read"
            return draft
    return None


def _card(draft: DraftBatch | None) -> Card:
    if draft is None:
        return ()
    return tuple(
        (None if item.result.amount is None else str(item.result.amount), item.status.value)
        for item in draft.items
    )


def _confirmed(card: Card) -> Rows:
    return tuple(amount or "" for amount, status in card if status == "confirmed")
