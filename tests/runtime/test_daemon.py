"""The daemon begins, is woken, and stops in good order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from uuid import UUID

import pytest

from tests.support.drafts import ONE, draft
from tests.support.fakes import FakePlayer, FakeVoice, MemoryLedger, RecordingWatcher, ScriptedInterpreter
from tests.support.now import VirtualClock
from tests.support.waiting import turns
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Phase
from voiced.errors import MicrophoneFailure
from voiced.runtime.conversation import Conversation, World, running_conversation
from voiced.runtime.daemon import AT_ONCE, STOP_SECONDS, Daemon, DaemonEnding

pytestmark = pytest.mark.looptime


@asynccontextmanager
async def conversing(ledger: MemoryLedger, watcher: RecordingWatcher) -> AsyncGenerator[Conversation]:
    world = World(
        clock=VirtualClock(),
        ledger=ledger,
        interpreter=ScriptedInterpreter(),
        voice=FakeVoice(),
        player=FakePlayer(),
        watcher=watcher,
        fresh_id=lambda: str(UUID(int=1)),
    )
    async with running_conversation(Policy(), world) as conversation:
        yield conversation


async def test_it_listens_at_once_where_told_so_and_ends_in_idle() -> None:
    watcher = RecordingWatcher()
    async with conversing(MemoryLedger(), watcher) as conversation:
        daemon = Daemon(conversation)
        running = asyncio.ensure_future(daemon.run(begin=AT_ONCE))
        await turns()
        await turns()
        assert conversation.phase is Phase.LISTENING
        daemon.ask_to_stop()
        await running
    assert "state IDLE" in watcher.reports[-2:]


async def test_it_waits_until_it_is_woken() -> None:
    async with conversing(MemoryLedger(), RecordingWatcher()) as conversation:
        daemon = Daemon(conversation)
        running = asyncio.ensure_future(daemon.run())
        await turns()
        await turns()
        assert conversation.phase is Phase.IDLE
        daemon.wake()
        await turns()
        await turns()
        assert conversation.phase is Phase.LISTENING
        daemon.ask_to_stop()
        await running


async def stopped_while_it_saves(ledger: MemoryLedger) -> float:
    """Ask a daemon to stop while an entry is being saved; returns the seconds until it stopped."""
    async with conversing(ledger, RecordingWatcher()) as conversation:
        daemon = Daemon(conversation)
        running = asyncio.ensure_future(daemon.run(begin=AT_ONCE))
        await turns()
        conversation.post(ev.Heard("午饭35块"))
        conversation.post(ev.Heard("确认"))
        await turns()
        await turns()
        started = asyncio.get_running_loop().time()
        daemon.ask_to_stop()
        await running
        return asyncio.get_running_loop().time() - started


async def test_a_save_in_flight_is_finished_before_it_stops() -> None:
    ledger = MemoryLedger()
    ledger.seconds = {"save": STOP_SECONDS / 2}
    await stopped_while_it_saves(ledger)
    assert len(ledger.batches) == 1


async def test_it_does_not_wait_for_ever_to_stop() -> None:
    ledger = MemoryLedger()
    ledger.seconds = {"save": 60.0}
    assert await stopped_while_it_saves(ledger) == pytest.approx(STOP_SECONDS, abs=0.01)


async def test_a_draft_is_dropped_also_while_the_ledger_hangs() -> None:
    ledger = MemoryLedger()
    ledger.seconds = {"answer": 60.0}
    async with conversing(ledger, RecordingWatcher()) as conversation:
        daemon = Daemon(conversation)
        running = asyncio.ensure_future(daemon.run(begin=AT_ONCE))
        await turns()
        conversation.post(ev.Heard("午饭35块"))
        await conversation.settled()
        assert ledger.kept is not None
        conversation.post(ev.Heard("这个月花了多少"))
        await turns()
        assert ledger.log[-1] == "answer"
        daemon.ask_to_stop()
        await running
        assert ledger.kept is None


async def test_a_feeder_that_fails_ends_it() -> None:
    async def deaf() -> None:
        raise MicrophoneFailure("there is no microphone at all")

    async with conversing(MemoryLedger(), RecordingWatcher()) as conversation:
        with pytest.raises(MicrophoneFailure, match="no microphone"):
            await Daemon(conversation, deaf).run()


async def test_it_makes_way_when_the_session_is_over_and_its_last_word_was_spoken() -> None:
    watcher = RecordingWatcher()
    async with conversing(MemoryLedger(), watcher) as conversation:
        daemon = Daemon(conversation)
        running = asyncio.ensure_future(daemon.run(begin=AT_ONCE))
        await turns()
        daemon.ask_to_make_way()
        conversation.post(ev.Heard("午饭35块"))
        await asyncio.sleep(30)
        assert not running.done()
        conversation.post(ev.Heard("退出"))
        assert await running is DaemonEnding.MADE_WAY
    assert "state IDLE" in watcher.reports[-2:]


async def test_making_way_leaves_the_draft_of_a_crash_to_the_next_daemon() -> None:
    ledger = MemoryLedger(kept=draft(ONE).batch)
    async with conversing(ledger, RecordingWatcher()) as conversation:
        daemon = Daemon(conversation)
        daemon.ask_to_make_way()
        assert await daemon.run() is DaemonEnding.MADE_WAY
    assert ledger.kept is not None


async def test_a_stop_goes_before_making_way() -> None:
    async with conversing(MemoryLedger(), RecordingWatcher()) as conversation:
        daemon = Daemon(conversation)
        daemon.ask_to_make_way()
        daemon.ask_to_stop()
        assert await daemon.run() is DaemonEnding.STOPPED
