"""The conversations of several sources over one ledger, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import NoReturn

import pytest
from msgspec.structs import replace

from tests.support.conversing import ASKING, OFFLINE, world
from tests.support.fakes import MemoryLedger, RecordingWatcher, Reply, ScriptedInterpreter
from tests.support.now import TODAY, VirtualClock
from voiced.dialogue.values.policy import Policy
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.errors import ConversationFailure, LedgerFailure, Overloaded
from voiced.ports.conversation import Interpreter, Watcher
from voiced.runtime import conversations
from voiced.runtime.conversation import Conversation, running_conversation
from voiced.runtime.conversations import Conversations
from voiced.runtime.tasks import Tasks
from voiced.turn_times import TurnTrace

pytestmark = pytest.mark.looptime

LUNCH = ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", TODAY, "吃饭")
PATIENCE_SECONDS = 5.0


@asynccontextmanager
async def a_household(
    ledger: MemoryLedger,
    interpreter: Interpreter | None = None,
    policy: Policy = OFFLINE,
    record: Callable[[TurnTrace], None] | None = None,
) -> AsyncGenerator[Conversations]:
    """The room and its conversations by post; after 60 s without words one ends."""
    around = world(ledger, RecordingWatcher(), clock=VirtualClock(), interpreter=interpreter)

    def opened(source: str, watcher: Watcher) -> AbstractAsyncContextManager[Conversation]:
        return running_conversation(policy, replace(around, source=source, watcher=watcher))

    async with running_conversation(policy, around) as room, Tasks() as tasks:
        yield Conversations(room, opened, tasks, PATIENCE_SECONDS, record)


def now() -> float:
    return asyncio.get_running_loop().time()


async def test_each_turn_is_in_the_trace_with_its_source_and_the_time_of_its_answer() -> None:
    interpreter = ScriptedInterpreter(Reply((LUNCH,), seconds=2.5), Reply((LUNCH,), seconds=1.0))
    traces: list[TurnTrace] = []
    async with a_household(MemoryLedger(), interpreter, ASKING, traces.append) as household:
        await household.say("wyoming/192.168.1.20/厨房", "吃饭花了60")
        await household.say("say/phone/", "吃饭花了60")
    async with a_household(MemoryLedger(), interpreter, ASKING, traces.append) as household:
        await household.say("wyoming/192.168.1.20/01KAVX4T3M8Z5Q7R2N6P9C0D1E", "退出")
    assert [(trace.source, trace.decision) for trace in traces] == [
        ("wyoming/192.168.1.20/厨房", pytest.approx(2.5, abs=0.01)),
        ("say/phone/", pytest.approx(1.0, abs=0.01)),
        ("wyoming/192.168.1.20/对话", pytest.approx(0.0, abs=0.01)),
    ]


async def test_an_answer_waits_for_the_model_and_no_longer_than_its_deadline() -> None:
    interpreter = ScriptedInterpreter(Reply((LUNCH,), seconds=2.9), Reply((LUNCH,), seconds=60.0))
    async with a_household(MemoryLedger(), interpreter, ASKING) as household:
        begun = now()
        reply = await household.say("phone", "吃饭花了60")
        assert (now() - begun, reply.is_complete) == (pytest.approx(2.9, abs=0.01), True)
        assert reply.said == ("记录支出60元，餐饮，确认吗？",)

        begun = now()
        reply = await household.say("other", "吃饭花了70")
        assert (now() - begun, reply.is_complete) == (pytest.approx(3.0, abs=0.01), True)
        assert reply.said[-1] == "记录支出70元，餐饮，确认吗？"


async def test_an_answer_that_takes_too_long_is_given_with_the_next_one() -> None:
    ledger = MemoryLedger()
    async with a_household(ledger) as household:
        await household.say("phone", "吃饭花了60")
        ledger.seconds = {"save": 20.0}
        begun = now()
        reply = await household.say("phone", "确认")
        assert now() - begun == pytest.approx(PATIENCE_SECONDS, abs=0.01)
        assert (reply.said, reply.is_complete) == ((), False)

        await asyncio.sleep(20.0)
        reply = await household.say("phone", "打车20")
        assert reply.said == ("记好了，还有吗？", "记录支出20元，交通，确认吗？")
        assert len(ledger.batches) == 1


async def test_a_session_that_ended_tells_its_last_sentence_with_the_next_answer() -> None:
    async with a_household(MemoryLedger()) as household:
        await household.say("phone", "吃饭花了60")
        await asyncio.sleep(61.0)
        left_behind, answer = (await household.say("phone", "确认")).said
        assert "1笔" in left_behind
        assert "没有" in answer
        reply = await household.say("phone", "恢复")
        assert reply.draft is not None
        assert reply.draft.items[0].result.amount == Money(6000)


async def test_a_save_of_one_source_reaches_the_others_and_their_drafts_stay() -> None:
    ledger = MemoryLedger()
    async with a_household(ledger) as household:
        await household.say("phone", "吃饭花了60")
        await household.say("tablet", "打车20")
        reads = ledger.log.count("memory")
        await household.say("phone", "确认")
        reply = await household.say("tablet", "念一遍")
        assert reply.draft is not None
        assert [item.result.amount for item in reply.draft.items] == [Money(2000)]
        # The room, the phone and the tablet each read the ledger's memory anew.
        assert ledger.log.count("memory") - reads >= 3


async def test_the_silent_longest_makes_place_and_a_busy_one_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conversations, "MOST_AT_ONCE", 1)
    ledger = MemoryLedger()
    async with a_household(ledger) as household, Tasks() as tasks:
        await household.say("phone", "吃饭花了60")
        await household.say("tablet", "打车20")
        assert set(ledger.drafts.by_source) == {"phone", "tablet"}
        ledger.seconds = {"save": 1.0}

        async def save() -> None:
            await household.say("tablet", "确认")

        saving = tasks.start(save())
        await asyncio.sleep(0.5)
        with pytest.raises(Overloaded):
            await household.say("phone", "继续")
        await saving
        assert "1笔" in (await household.say("phone", "你好")).said[0]


async def test_more_requests_of_a_source_than_may_wait_are_refused() -> None:
    ledger = MemoryLedger()
    async with a_household(ledger) as household:
        await household.say("phone", "吃饭花了60")
        ledger.seconds = {"save": 1.0}
        requests = [household.say("phone", "确认") for _ in range(conversations.MOST_WAITING + 1)]
        answers = await asyncio.gather(*requests, return_exceptions=True)
        assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [Overloaded]
        assert len(ledger.batches) == 1


async def test_words_that_come_while_their_source_leaves_begin_a_new_conversation() -> None:
    ledger = MemoryLedger()
    async with a_household(ledger) as household, Tasks() as tasks:
        await household.say("phone", "吃饭花了60")
        tasks.start(household.leave("phone"))
        await asyncio.sleep(0)
        assert (await household.say("phone", "打车20")).said == ("记录支出20元，交通，确认吗？",)

        await household.leave("phone")
        assert (await household.say("phone", "奶茶15")).said == ("记录支出15元，饮品，确认吗？",)
        assert len(ledger.batches) == 0


class _BrokenLedger(MemoryLedger):
    async def answer(self, question: object) -> NoReturn:
        raise ZeroDivisionError


async def test_a_mistake_in_one_conversation_costs_no_draft_and_the_others_go_on() -> None:
    ledger = _BrokenLedger()
    async with a_household(ledger) as household:
        await household.say("tablet", "打车20")
        await household.say("phone", "吃饭花了60")
        with pytest.raises(ConversationFailure):
            await household.say("phone", "这个月花了多少")
        assert "1笔" in (await household.say("phone", "你好")).said[0]
        assert (await household.say("tablet", "确认")).said == ("记好了，还有吗？",)


async def test_a_ledger_that_cannot_be_read_is_told_and_the_next_words_try_again() -> None:
    ledger = MemoryLedger()
    async with a_household(ledger) as household:
        ledger.failing = {"vocabulary"}
        with pytest.raises(LedgerFailure):
            await household.say("phone", "吃饭花了60")
        ledger.failing = set()
        assert (await household.say("phone", "吃饭花了60")).said == ("记录支出60元，餐饮，确认吗？",)
