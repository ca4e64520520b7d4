"""A running conversation: real dialogue, real lanes, real SQLite where a file matters."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest

from tests.support.conversing import ASKING, OFFLINE, say, wake, world
from tests.support.fakes import (
    FakePlayer,
    FakeVoice,
    MemoryDrafts,
    MemoryLedger,
    RecordingWatcher,
    Reply,
    ScriptedInterpreter,
)
from tests.support.ledger_files import open_ledger, rows_in
from tests.support.now import NOW, TODAY, VirtualClock
from tests.support.waiting import turns
from voiced.adapters.machine.clocks import SampleClock
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.errors import InterpreterFailure, LedgerFailure
from voiced.ports.conversation import Report
from voiced.ports.ledger import Ledger
from voiced.runtime.conversation import World, running_conversation

LUNCH = ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", TODAY, "吃饭")


async def written(path: Path) -> list[str]:
    """The rows in a ledger file."""
    return [f"{row.type} {row.amount} {row.category}" for row in await rows_in(path)]


async def test_an_entry_is_read_back_and_written_once_confirmed(tmp_path: Path) -> None:
    watcher = RecordingWatcher()
    async with (
        open_ledger(tmp_path / "ledger.db") as ledger,
        running_conversation(OFFLINE, world(ledger, watcher)) as conversation,
    ):
        await wake(conversation)
        await say(conversation, "吃饭花了60")
        assert conversation.phase is Phase.CONFIRMING
        await say(conversation, "确认", "退出")
        assert conversation.phase is Phase.IDLE
    assert await written(tmp_path / "ledger.db") == ["EXPENSE 60 餐饮"]
    assert [report for report in watcher.reports if report.startswith(("state", "saved", "draft"))] == [
        "state LISTENING",
        "state CONFIRMING",
        "draft 1 60p",
        "draft 2 60c",
        "saved 00000000-0000-0000-0000-000000000004 1",
        "state LISTENING",
        "draft 3 -",
        "state IDLE",
    ]


@pytest.mark.looptime
async def test_what_the_ledger_knows_is_told_at_once_and_after_each_save(tmp_path: Path) -> None:
    said: list[tuple[str, ...]] = []
    async with (
        open_ledger(tmp_path / "ledger.db") as ledger,
        running_conversation(OFFLINE, world(ledger, RecordingWatcher())) as conversation,
    ):
        conversation.watch_ledger(lambda known: said.append(known.memory.said))
        assert said == [()]
        await wake(conversation)
        await say(conversation, "吃饭花了60", "确认")
    assert said[-1] == ("吃饭",)


async def test_settled_means_that_the_last_word_was_spoken() -> None:
    player = FakePlayer()
    around = world(
        MemoryLedger(), RecordingWatcher(), clock=VirtualClock(), voice=FakeVoice(seconds=0.3), player=player
    )
    async with running_conversation(OFFLINE, around) as conversation:
        await wake(conversation)
        await say(conversation, "吃饭花了60")
        assert player.heard == ["记录支出六十元，餐饮，确认吗？"]
        assert not player.is_playing


@pytest.mark.looptime
async def test_a_session_without_a_word_ends_a_while_after_our_own_voice() -> None:
    watcher, player = RecordingWatcher(), FakePlayer()
    around = world(MemoryLedger(), watcher, clock=VirtualClock(), voice=FakeVoice(), player=player)
    async with running_conversation(OFFLINE, around) as conversation:
        await wake(conversation)
        await say(conversation, "吃饭花了60")
        await asyncio.sleep(59.9)
        assert conversation.phase is Phase.CONFIRMING
        await asyncio.sleep(0.2)
        assert conversation.phase is Phase.IDLE


async def test_time_in_a_replay_is_what_was_heard() -> None:
    clock = SampleClock(NOW)
    async with running_conversation(
        OFFLINE, world(MemoryLedger(), RecordingWatcher(), clock=clock)
    ) as conversation:
        await wake(conversation)
        await clock.advance(59.98)
        await conversation.settled()
        assert conversation.phase is Phase.LISTENING
        await clock.advance(0.02)
        await conversation.settled()
        assert conversation.phase is Phase.IDLE


@pytest.mark.looptime
async def test_a_model_that_is_late_is_not_waited_for_and_changes_nothing_afterwards() -> None:
    wrong = ParseResult(Money(9999), TransactionType.INCOME, "工资", TODAY)
    interpreter = ScriptedInterpreter(Reply((wrong,), seconds=3.5))
    watcher = RecordingWatcher()
    around = world(MemoryLedger(), watcher, clock=VirtualClock(), interpreter=interpreter)
    async with running_conversation(ASKING, around) as conversation:
        await wake(conversation)
        before = asyncio.get_running_loop().time()
        await say(conversation, "吃饭花了60")
        assert asyncio.get_running_loop().time() - before == pytest.approx(3.0, abs=0.01)
        assert interpreter.cancelled == ["吃饭花了60"]
        assert "draft 1 60p" in watcher.reports
        watcher.reports.clear()
        await asyncio.sleep(5.0)
        assert watcher.reports == []


@pytest.mark.looptime
async def test_cancelling_stops_the_request_to_the_model() -> None:
    interpreter = ScriptedInterpreter(Reply((LUNCH,), seconds=2.0))
    around = world(MemoryLedger(), RecordingWatcher(), clock=VirtualClock(), interpreter=interpreter)
    async with running_conversation(ASKING, around) as conversation:
        await wake(conversation)
        conversation.post(ev.Heard("吃饭花了60"))
        await asyncio.sleep(1.0)
        await say(conversation, "取消")
        assert interpreter.cancelled == ["吃饭花了60"]
        assert conversation.phase is Phase.LISTENING


@pytest.mark.looptime
@pytest.mark.scenario("1-01")
async def test_a_save_that_ends_after_the_session_is_written_but_not_reported() -> None:
    ledger, watcher = MemoryLedger(), RecordingWatcher()
    ledger.seconds = {"save": 2.0}
    async with running_conversation(OFFLINE, world(ledger, watcher, clock=VirtualClock())) as conversation:
        await wake(conversation)
        await say(conversation, "吃饭花了60")
        conversation.post(ev.Heard("确认"))
        await asyncio.sleep(1.0)
        await say(conversation, "退出")
        await asyncio.sleep(5.0)
    assert len(ledger.batches) == 1
    assert watcher.reports[-1] == "state IDLE"
    assert not any(report.startswith("saved") for report in watcher.reports)


async def test_an_orderly_stop_drops_the_draft(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger:
        async with running_conversation(OFFLINE, world(ledger, RecordingWatcher())) as conversation:
            await wake(conversation)
            await say(conversation, "吃饭花了60")
            assert await ledger.drafts.kept() is not None
            await conversation.stop()
            assert conversation.phase is Phase.IDLE
        assert await ledger.drafts.kept() is None


@pytest.mark.looptime
async def test_an_orderly_stop_waits_for_a_save() -> None:
    ledger = MemoryLedger()
    ledger.seconds = {"save": 2.0}
    async with running_conversation(
        OFFLINE, world(ledger, RecordingWatcher(), clock=VirtualClock())
    ) as conversation:
        await wake(conversation)
        await say(conversation, "吃饭花了60")
        conversation.post(ev.Heard("确认"))
        await asyncio.sleep(1.0)
        await conversation.stop()
        assert len(ledger.batches) == 1


@pytest.mark.looptime
async def test_an_orderly_stop_falls_silent_at_once() -> None:
    player = FakePlayer()
    around = world(MemoryLedger(), RecordingWatcher(), clock=VirtualClock(), voice=FakeVoice(), player=player)
    async with running_conversation(OFFLINE, around) as conversation:
        await wake(conversation)
        conversation.post(ev.Heard("吃饭花了60"))
        await asyncio.sleep(1.0)
        before = asyncio.get_running_loop().time()
        await conversation.stop()
        assert asyncio.get_running_loop().time() - before == pytest.approx(0.0, abs=0.01)
    assert [sentence[-1] for sentence in player.heard] == ["…"]


async def leave_a_draft(ledger: Ledger) -> None:
    """Leave a conversation with an open draft without a stop, as a crash would."""
    async with running_conversation(OFFLINE, world(ledger, RecordingWatcher())) as conversation:
        await wake(conversation)
        await say(conversation, "吃饭花了60")


async def test_a_draft_that_was_left_behind_is_offered_again(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger:
        await leave_a_draft(ledger)
        watcher = RecordingWatcher()
        async with running_conversation(OFFLINE, world(ledger, watcher)) as conversation:
            await wake(conversation)
            assert "speaking 上次有1笔还没处理完，要继续吗？" in watcher.reports
            await say(conversation, "好", "确认")
    assert await written(tmp_path / "ledger.db") == ["EXPENSE 60 餐饮"]


async def test_an_unanswered_offer_is_made_again_after_an_orderly_stop(
    tmp_path: Path,
) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger:
        await leave_a_draft(ledger)
        # The answer to the offer is misheard, then comes a stop.
        async with running_conversation(OFFLINE, world(ledger, RecordingWatcher())) as conversation:
            await wake(conversation)
            await say(conversation, "今儿个真高兴")
            await conversation.stop()
        watcher = RecordingWatcher()
        async with running_conversation(OFFLINE, world(ledger, watcher)) as conversation:
            await wake(conversation)
            assert "speaking 上次有1笔还没处理完，要继续吗？" in watcher.reports
            await say(conversation, "好", "确认")
    assert await written(tmp_path / "ledger.db") == ["EXPENSE 60 餐饮"]


async def test_nothing_goes_on_once_the_block_is_left() -> None:
    interpreter = ScriptedInterpreter(Reply((LUNCH,), seconds=3600.0))
    around = world(MemoryLedger(), RecordingWatcher(), interpreter=interpreter)
    async with running_conversation(ASKING, around) as conversation:
        await wake(conversation)
        conversation.post(ev.Heard("吃饭花了60"))
        await turns()
        assert len(asyncio.all_tasks()) > 1
    assert asyncio.all_tasks() == {asyncio.current_task()}


class BrokenWatcher(RecordingWatcher):
    """A card with a mistake in it."""

    def tell(self, report: Report) -> None:
        if isinstance(report, fx.ShowDraft):
            raise ZeroDivisionError


def broken_ledger() -> MemoryLedger:
    """A ledger with a mistake in it."""

    async def fail(_: str) -> None:
        raise ZeroDivisionError

    ledger = MemoryLedger()
    ledger.drafts = MemoryDrafts(fail, None)
    return ledger


class BrokenVoice(FakeVoice):
    """A voice with a mistake in it."""

    async def synthesize(self, text: str) -> NoReturn:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "around",
    [
        world(MemoryLedger(), BrokenWatcher()),
        world(broken_ledger(), RecordingWatcher()),
        world(MemoryLedger(), RecordingWatcher(), voice=BrokenVoice()),
    ],
    ids=["watcher", "ledger", "voice"],
)
async def test_a_mistake_of_the_program_ends_the_conversation_loudly(around: World) -> None:
    async def converse() -> None:
        async with running_conversation(OFFLINE, around) as conversation:
            await wake(conversation)
            await say(conversation, "吃饭花了60")
            await asyncio.Event().wait()

    with pytest.raises(ZeroDivisionError):
        await converse()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_failure_of_the_world_does_not_end_it() -> None:
    ledger, watcher = MemoryLedger(), RecordingWatcher()
    ledger.failing = {"keep", "save"}
    interpreter = ScriptedInterpreter(Reply(InterpreterFailure("refused")))
    around = world(ledger, watcher, interpreter=interpreter)
    async with running_conversation(ASKING, around) as conversation:
        await wake(conversation)
        await say(conversation, "吃饭花了60", "确认")
        assert conversation.phase is Phase.CONFIRMING
        assert "error save: the disk is full" in watcher.reports
        ledger.failing.clear()
        await say(conversation, "确认")
    assert len(ledger.batches) == 1


async def test_a_ledger_that_cannot_be_read_is_told_before_anything_begins() -> None:
    ledger, watcher = MemoryLedger(), RecordingWatcher()
    ledger.failing = {"vocabulary"}
    with pytest.raises(LedgerFailure, match="vocabulary"):
        async with running_conversation(OFFLINE, world(ledger, watcher)):
            pytest.fail("it began")
    assert watcher.reports == []


async def test_whoever_watches_the_phase_is_told_each_change() -> None:
    async with running_conversation(OFFLINE, world(MemoryLedger(), RecordingWatcher())) as conversation:
        seen = list[Phase]()
        conversation.watch_phase(seen.append)
        await wake(conversation)
        await say(conversation, "吃饭花了60", "退出")
        assert seen == [Phase.LISTENING, Phase.CONFIRMING, Phase.IDLE]
