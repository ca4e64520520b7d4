"""When the sign of life is given, in virtual time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count, pairwise

import pytest

from tests.runtime.test_microphone_feed import GONE, ScriptedMicrophone, Watched
from tests.support.now import VirtualClock
from voiced.errors import LedgerFailure, LedgerMoved
from voiced.runtime.microphone_feed import LONGEST_RETRY_SECONDS, MicrophoneFeed
from voiced.runtime.watchdog import Watchdog

pytestmark = pytest.mark.looptime

PATIENCE = 60.0


class Manager:
    """Notes when a sign of life came."""

    def __init__(self, watchdog_seconds: float | None = PATIENCE) -> None:
        self.watchdog_seconds = watchdog_seconds
        self.at: list[float] = []

    def alive(self) -> None:
        self.at.append(asyncio.get_running_loop().time())

    def would_kill(self, until: float) -> bool:
        """Whether a pause between two signs was too long."""
        times = [0.0, *self.at, until]
        return any(later - earlier > PATIENCE for earlier, later in pairwise(times))


async def answers() -> None:
    """A ledger that works."""


@asynccontextmanager
async def watching(
    manager: Manager, progress: Callable[[], int], ledger: Callable[[], Awaitable[None]] = answers
) -> AsyncGenerator[None]:
    running = asyncio.ensure_future(Watchdog(manager, progress, ledger, VirtualClock()).run())
    yield
    running.cancel()
    await asyncio.wait([running])


async def test_while_sound_is_heard_and_the_ledger_answers_nobody_is_killed() -> None:
    manager, frames = Manager(), count()
    async with watching(manager, lambda: next(frames)):
        await asyncio.sleep(600)
    assert len(manager.at) >= 29
    assert not manager.would_kill(600)


async def test_without_sound_no_sign_is_given_and_the_log_says_why_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.ERROR)
    manager = Manager()
    async with watching(manager, lambda: 7):
        await asyncio.sleep(200)
    assert manager.at == []
    assert [record.getMessage() for record in caplog.records] == [
        "the sign of life is withheld: for 20 s the daemon neither heard sound nor looked for a microphone"
    ]


async def test_a_ledger_that_fails_or_hangs_gives_no_sign(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    manager, frames = Manager(), count()

    async def fails() -> None:
        raise LedgerFailure("reading the kept draft failed: disk I/O error")

    async def hangs() -> None:
        await asyncio.sleep(1e9)

    for ledger in (fails, hangs):
        async with watching(manager, lambda: next(frames), ledger):
            await asyncio.sleep(100)
    assert manager.at == []
    assert [record.getMessage() for record in caplog.records] == [
        "the sign of life is withheld: reading the kept draft failed: disk I/O error",
        "the sign of life is withheld: the ledger does not answer within 20 s",
    ]


async def test_a_ledger_that_was_taken_away_is_told_once_and_is_no_reason_to_be_killed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Started anew, the daemon would make an empty ledger where the old one is to be put back."""
    caplog.set_level(logging.ERROR)
    manager, frames = Manager(), count()

    async def is_gone() -> None:
        raise LedgerMoved("the ledger was removed; put it back")

    async with watching(manager, lambda: next(frames), is_gone):
        await asyncio.sleep(600)
    assert not manager.would_kill(600)
    assert [record.getMessage() for record in caplog.records] == ["the ledger was removed; put it back"]


async def test_one_bad_look_at_the_ledger_is_no_reason_to_be_killed() -> None:
    manager, frames, looks = Manager(), count(), count()

    async def fails_now_and_then() -> None:
        if next(looks) % 3 == 1:
            raise LedgerFailure("locked")

    async with watching(manager, lambda: next(frames), fails_now_and_then):
        await asyncio.sleep(600)
    assert not manager.would_kill(600)


async def test_without_a_waiting_caller_no_outcome_is_told() -> None:
    manager, frames = Manager(watchdog_seconds=None), count()
    async with watching(manager, lambda: next(frames)):
        await asyncio.sleep(600)
    assert manager.at == []


async def test_a_microphone_that_is_looked_for_is_no_hang() -> None:
    manager = Manager()
    unplugged, watched = ScriptedMicrophone(*[GONE] * 100), Watched()
    feed = MicrophoneFeed(unplugged, watched, watched, VirtualClock())
    looking = asyncio.ensure_future(feed.run())
    async with watching(manager, lambda: feed.progress):
        await asyncio.sleep(40 * LONGEST_RETRY_SECONDS)
    looking.cancel()
    await asyncio.wait([looking])
    assert not manager.would_kill(40 * LONGEST_RETRY_SECONDS)


async def test_a_wait_with_a_limit_is_no_hang() -> None:
    manager, is_waiting = Manager(), [True]
    running = asyncio.ensure_future(
        Watchdog(manager, lambda: 7, answers, VirtualClock(), lambda: is_waiting[0]).run()
    )
    await asyncio.sleep(600)
    assert not manager.would_kill(600)
    is_waiting[0] = False
    await asyncio.sleep(600)
    assert manager.would_kill(1200)
    running.cancel()
    await asyncio.wait([running])
