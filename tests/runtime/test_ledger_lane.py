"""Ledger effects are performed in order, each answered, none lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.fakes import MemoryLedger
from tests.support.ledger_files import open_ledger, rows_in
from tests.support.ledger_rows import TODAY, a_row, batch_of
from tests.support.now import NOW
from tests.support.questions import question
from tests.support.recurring import monthly, rent
from tests.support.waiting import Reader, turns
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.money import Money
from voiced.domain.question import LedgerAnswer, LedgerQuestion, Measure, Period
from voiced.domain.transaction import FieldChange, ParseResult, Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.errors import LedgerAway, LedgerFailure, NotInLedger
from voiced.runtime.inbox import Inbox
from voiced.runtime.ledger_lane import LedgerEffect, LedgerLane
from voiced.runtime.tasks import Tasks

BATCH_ID = "0b1f6f8e-8f6a-4d7c-9d57-4a1f3f9f2f10"
(LUNCH,) = batch_of(BATCH_ID, a_row("60", description="吃饭"))
DRAFT = DraftBatch.of(
    [ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", TODAY)], batch_id=BATCH_ID, created_at=NOW
)
QUESTION = question(Measure.TOTAL, Period("今天", TODAY, TODAY))
KNOWN = ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY)
KNOWN_WITH_LUNCH = ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY, ev.BatchRead(BATCH_ID, (LUNCH,)))

SAVE = fx.Save(7, BATCH_ID, (LUNCH,))
ASK = fx.AskLedgerFor(8, QUESTION)
UNDO = fx.UndoBatch(9, BATCH_ID)
AMEND = fx.AmendRow(10, LUNCH.id, FieldChange(amount=Money(5000)))


class Lane:
    """A running ledger lane whose events are read here instead of by a dialogue."""

    def __init__(self, ledger: MemoryLedger, tasks: Tasks) -> None:
        inbox = Inbox()
        self._lane = LedgerLane(inbox, ledger)
        self.reader = Reader(inbox)
        tasks.start(self._lane.run())
        tasks.start(self.reader.read())

    def add(self, *effects: LedgerEffect) -> None:
        for effect in effects:
            self._lane.add(effect)

    def look_up(self) -> None:
        self._lane.look_up()

    async def perform(self, *effects: LedgerEffect) -> list[ev.Event]:
        """The events of these effects, once all are performed."""
        self.add(*effects)
        return await self.reader.all_posted()


@asynccontextmanager
async def running_lane(ledger: MemoryLedger) -> AsyncGenerator[Lane]:
    async with Tasks() as tasks:
        yield Lane(ledger, tasks)


async def test_effects_are_performed_in_the_order_they_were_given() -> None:
    ledger = MemoryLedger()
    async with running_lane(ledger) as lane:
        events = await lane.perform(fx.KeepDraft(DRAFT), SAVE, fx.DropDraft(), ASK)
    looked_up = {"vocabulary", "memory"}
    assert [kind for kind in ledger.log if kind not in looked_up] == ["keep", "save", "drop", "answer"]
    assert looked_up <= set(ledger.log)
    assert [event for event in events if not isinstance(event, ev.LedgerKnown)] == [
        ev.Saved(7, (LUNCH,)),
        ev.Answered(8, LedgerAnswer(QUESTION, Money(6000), 1, (LUNCH,))),
    ]


@pytest.mark.looptime
async def test_the_next_effect_waits_for_the_one_before() -> None:
    ledger = MemoryLedger()
    ledger.seconds = {"keep": 1.0}
    async with running_lane(ledger) as lane:
        lane.add(fx.KeepDraft(DRAFT), SAVE)
        await asyncio.sleep(0.9)
        assert ledger.log == ["keep"]
        await asyncio.sleep(0.2)
        assert ledger.log[:2] == ["keep", "save"]


async def test_a_draft_is_kept_and_dropped_without_a_word() -> None:
    ledger = MemoryLedger()
    async with running_lane(ledger) as lane:
        assert await lane.perform(fx.KeepDraft(DRAFT)) == []
        assert ledger.kept == DRAFT
        assert await lane.perform(fx.DropDraft()) == []
        assert ledger.kept is None


async def test_rows_taken_back_or_changed_are_told() -> None:
    ledger = MemoryLedger()
    cheaper = replace(LUNCH, amount=Money(5000))
    async with running_lane(ledger) as lane:
        await lane.perform(SAVE)
        assert await lane.perform(AMEND) == [ev.Revised(10, ev.RowsChanged((cheaper,)))]
        assert await lane.perform(UNDO) == [ev.Revised(9, ev.RowsChanged(undone=(cheaper,)))]


async def test_a_habit_is_forgotten_and_the_memory_read_anew() -> None:
    ledger = MemoryLedger()
    async with running_lane(ledger) as lane:
        assert await lane.perform(fx.ForgetHabit("猫砂")) == [KNOWN]
        ledger.failing = {"forget"}
        failed, known = await lane.perform(fx.ForgetHabit("猫砂"))
    assert failed == ev.HabitFailed("forget: the disk is full")
    assert known == KNOWN


async def test_the_rows_saved_last_are_read_anew_with_what_the_ledger_knows() -> None:
    ledger = MemoryLedger()
    async with running_lane(ledger) as lane:
        lane.look_up()
        assert await lane.reader.all_posted() == [KNOWN]
        assert await lane.perform(SAVE) == [ev.Saved(7, (LUNCH,)), KNOWN_WITH_LUNCH]
        ledger.batches.clear()  # another program took them back
        lane.look_up()
        gone = ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY, ev.BatchRead(BATCH_ID, ()))
        assert await lane.reader.all_posted() == [gone]


async def test_recurring_entries_are_kept_noted_and_told() -> None:
    ledger, later = MemoryLedger(), rent(days=monthly(16))
    async with running_lane(ledger) as lane:
        assert await lane.perform(fx.KeepRecurring(11, later)) == [ev.RecurringKept(11)]
        await lane.perform(fx.NoteRecurring("rent", offered=TODAY))
        lane.look_up()
        assert await lane.reader.all_posted() == [KNOWN, ev.RecurringKnown((replace(later, offered=TODAY),))]
        ledger.recurring.entries.clear()
        lane.look_up()
        assert await lane.reader.all_posted() == [KNOWN, ev.RecurringKnown(())]
        lane.look_up()
        assert await lane.reader.all_posted() == [KNOWN]


@pytest.mark.parametrize("failure", [LedgerFailure("the disk is full"), LedgerAway("no route to host")])
async def test_a_ledger_without_its_recurring_entries_offers_none(
    failure: LedgerFailure, caplog: pytest.LogCaptureFixture
) -> None:
    ledger = MemoryLedger()
    ledger.recurring.failure = failure
    async with running_lane(ledger) as lane:
        is_away = isinstance(failure, LedgerAway)
        assert await lane.perform(fx.KeepRecurring(11, rent())) == [
            ev.LedgerFailed(11, str(failure), is_away=is_away)
        ]
        assert await lane.perform(fx.NoteRecurring("rent", offered=TODAY)) == []
        lane.look_up()
        assert await lane.reader.all_posted() == [KNOWN]
    assert "a recurring entry may be offered again" in caplog.text


async def test_the_names_of_the_ledger_are_known_while_its_server_is_away() -> None:
    class RowsAway(MemoryLedger):
        async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
            raise LedgerAway("no route to host")

    async with running_lane(RowsAway()) as lane:
        assert await lane.perform(SAVE) == [ev.Saved(7, (LUNCH,)), KNOWN]


@pytest.mark.parametrize(
    ("kind", "effect", "failed"),
    [
        # What the row was refused for may have changed: who confirms again finds it.
        ("save", SAVE, [ev.SaveFailed(7, "save: the disk is full"), KNOWN]),
        ("answer", ASK, [ev.LedgerFailed(8, "answer: the disk is full")]),
        ("undo", UNDO, [ev.LedgerFailed(9, "undo: the disk is full")]),
        ("amend", AMEND, [ev.LedgerFailed(10, "amend: the disk is full")]),
    ],
)
async def test_a_failure_is_the_answer_and_the_lane_goes_on(
    kind: str, effect: LedgerEffect, failed: list[ev.Event]
) -> None:
    ledger = MemoryLedger()
    ledger.failing = {kind}
    async with running_lane(ledger) as lane:
        assert await lane.perform(effect) == failed
        ledger.failing = set()
        assert await lane.perform(SAVE) == [ev.Saved(7, (LUNCH,)), KNOWN_WITH_LUNCH]


async def test_a_ledger_that_is_away_is_told_as_such() -> None:
    class Away(MemoryLedger):
        async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
            raise LedgerAway("no route to host")

    async with running_lane(Away()) as lane:
        assert await lane.perform(ASK) == [ev.LedgerFailed(8, "no route to host", is_away=True)]


@pytest.mark.parametrize("effect", [UNDO, AMEND])
async def test_a_row_that_left_the_ledger_is_told_as_missing(
    effect: fx.UndoBatch | fx.AmendRow,
) -> None:
    class Empty(MemoryLedger):
        async def undo_batch(self, batch_id: str) -> ev.RowsChanged:
            raise NotInLedger(f"no batch {batch_id}")

        async def amend(
            self, transaction_id: str, change: FieldChange, *, is_once: bool = False
        ) -> Transaction:
            raise NotInLedger(f"no row {transaction_id}")

    async with running_lane(Empty()) as lane:
        assert await lane.perform(effect) == [ev.Revised(effect.number, ev.RowsChanged())]


@pytest.mark.looptime
async def test_a_draft_is_dropped_before_a_slow_look_up_is_done() -> None:
    """Who stops does not wait for that, and is not to be offered the draft again."""
    ledger = MemoryLedger(kept=DRAFT)
    ledger.seconds = {"vocabulary": 12.0}
    async with running_lane(ledger) as lane:
        lane.look_up()
        lane.add(fx.DropDraft())
        await asyncio.sleep(0.1)
        assert ledger.kept is None


@pytest.mark.looptime
@pytest.mark.parametrize(("kind", "effect"), [("undo", UNDO), ("amend", AMEND), ("answer", ASK)])
async def test_a_draft_is_dropped_before_a_slow_server_is_done(kind: str, effect: LedgerEffect) -> None:
    ledger = MemoryLedger(kept=DRAFT)
    ledger.seconds = {kind: 12.0}
    async with running_lane(ledger) as lane:
        lane.add(SAVE, effect)
        await asyncio.sleep(0.1)
        lane.add(fx.KeepDraft(DRAFT), fx.DropDraft())
        await asyncio.sleep(0.1)
        assert ledger.kept is None
        done = [each for each in ledger.log if each not in {"vocabulary", "memory"}]
        assert done == ["save", kind, "keep", "drop"]


@pytest.mark.parametrize("effect", [fx.KeepDraft(DRAFT), fx.DropDraft()])
async def test_a_draft_that_cannot_be_journalled_stops_nobody(effect: LedgerEffect) -> None:
    ledger = MemoryLedger()
    ledger.failing = {"keep", "drop"}
    async with running_lane(ledger) as lane:
        assert await lane.perform(effect, SAVE) == [ev.Saved(7, (LUNCH,)), KNOWN_WITH_LUNCH]


async def test_a_new_entry_may_stay_unknown_but_a_written_row_is_told() -> None:
    ledger = MemoryLedger()
    ledger.failing = {"memory"}
    async with running_lane(ledger) as lane:
        assert await lane.perform(SAVE) == [ev.Saved(7, (LUNCH,))]


@pytest.mark.looptime
async def test_a_written_row_is_told_before_the_summary_is_read() -> None:
    ledger = MemoryLedger()
    ledger.seconds = {"vocabulary": 5.0, "memory": 5.0}
    async with running_lane(ledger) as lane:
        lane.add(SAVE)
        await asyncio.sleep(0.1)
        assert lane.reader.posted() == [ev.Saved(7, (LUNCH,))]
        assert await lane.reader.all_posted() == [KNOWN_WITH_LUNCH]


async def test_a_mistake_of_the_program_is_not_kept_quiet() -> None:
    ledger = MemoryLedger()
    with pytest.raises(KeyError):
        async with running_lane(ledger) as lane:
            await lane.perform(UNDO)


async def test_a_save_that_was_begun_is_written_whole_although_everything_ends(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger:
        lane = LedgerLane(Inbox(), ledger)
        async with Tasks() as tasks:
            tasks.start(lane.run())
            lane.add(SAVE)
            await turns()
    assert await rows_in(tmp_path / "ledger.db") == [LUNCH]
