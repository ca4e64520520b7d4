"""The link in virtual time, with a broker that follows a script."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest

from tests.support.drafts import TWO, draft
from tests.support.ledger_rows import a_row
from tests.support.now import NOW, VirtualClock
from tests.support.waiting import turns
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.domain.money import ZERO
from voiced.errors import BrokerAway, LedgerFailure
from voiced.home.entities import PRESS, Node, Topic
from voiced.home.home_state import Sums
from voiced.home.link import FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, RIPE_SECONDS, SUMS_SECONDS, HomeLink
from voiced.home.presence import Presence
from voiced.ports.broker import HouseMessage
from voiced.runtime.tasks import Tasks

pytestmark = pytest.mark.looptime
NODE = Node("kitchen")
OPEN = draft(TWO)
READ_BACK = (
    fx.ChangeState(Phase.CONFIRMING),
    fx.ShowDraft(OPEN.batch, 7),
    fx.Speak(1, "识别到2笔交易"),
)


class Broker:
    """Takes every message; a connection fails as often as the script says, and ends when it is told to."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.attempts: list[float] = []
        self.published: list[HouseMessage] = []
        self.asked: asyncio.Queue[HouseMessage | Exception] = asyncio.Queue()
        self.is_lost = False

    @asynccontextmanager
    async def connection(self, will: HouseMessage | None, topics: Sequence[str]) -> AsyncGenerator[Broker]:
        self.attempts.append(asyncio.get_running_loop().time())
        if len(self.attempts) <= self.failures:
            raise BrokerAway("mqtt://house:1883: refused")
        yield self

    async def publish(self, message: HouseMessage) -> None:
        if self.is_lost:
            raise BrokerAway("mqtt://house:1883: lost")
        self.published.append(message)

    async def received(self) -> AsyncIterator[HouseMessage]:
        while True:
            try:
                asked = await self.asked.get()
            except asyncio.CancelledError:
                if self.is_lost:
                    raise BrokerAway("mqtt://house:1883: lost") from None
                raise
            if isinstance(asked, Exception):
                raise asked
            yield asked

    def last(self, topic: Topic) -> str | None:
        found = [message.payload for message in self.published if message.topic == NODE.topic(topic)]
        return found[-1] if found else None


class Room:
    """A conversation that notes down what it is told."""

    def __init__(self) -> None:
        self.posted: list[ev.Event] = []
        self.is_settled = True
        self._settled = asyncio.Event()
        self._settled.set()

    def post(self, event: ev.Event) -> None:
        self.posted.append(event)

    def speaks(self) -> None:
        self.is_settled = False
        self._settled.clear()

    def falls_silent(self) -> None:
        self.is_settled = True
        self._settled.set()

    async def settled(self) -> None:
        await self._settled.wait()


class House:
    """The link, its broker and its room."""

    def __init__(self, failures: int = 0) -> None:
        self.broker, self.room, self.presence = Broker(failures), Room(), Presence()
        self.reads = 0
        self.ledger_is_away = False

    async def read_sums(self) -> Sums:
        self.reads += 1
        if self.ledger_is_away:
            raise LedgerFailure("away")
        return Sums(NOW, ZERO, ZERO, None, None)

    is_on = True

    def switch_on(self) -> None: ...

    def switch_off(self) -> None: ...

    def happens(self, *reports: fx.ReportedEffect) -> None:
        for report in reports:
            self.presence.tell(report)

    async def asks(self, topic: Topic, payload: str) -> list[ev.Event]:
        """What a press leads to."""
        self.room.posted.clear()
        self.broker.asked.put_nowait(HouseMessage(NODE.topic(topic), payload))
        await turns()
        return self.room.posted


@asynccontextmanager
async def linked(failures: int = 0) -> AsyncGenerator[House]:
    house = House(failures)
    link = HomeLink(NODE, house.broker, house.presence, house.room, house.read_sums, house, VirtualClock())
    async with Tasks() as tasks:
        for feeder in (link.keep_connected, link.keep_sums, link.watch_ripening):
            tasks.start(feeder())
        await turns()
        yield house


async def test_a_plain_press_confirms_only_what_has_rested_since_it_was_read_back() -> None:
    async with linked() as house:
        house.room.speaks()
        house.happens(*READ_BACK)
        await asyncio.sleep(10 * RIPE_SECONDS)
        assert await house.asks(Topic.CONFIRM, PRESS) == [], "it is still being read"
        house.room.falls_silent()
        await asyncio.sleep(RIPE_SECONDS - 0.1)
        assert await house.asks(Topic.CONFIRM, PRESS) == []
        assert house.broker.last(Topic.CONFIRM_READY) == "offline"
        await asyncio.sleep(0.2)
        assert house.broker.last(Topic.CONFIRM_READY) == "online"
        assert await house.asks(Topic.CONFIRM, PRESS) == [ev.Heard("确认")]


async def test_whatever_happens_to_the_draft_makes_it_rest_again() -> None:
    async with linked() as house:
        for report in (fx.ShowDraft(OPEN.batch, 8), fx.TellFinalText("改成25", None), fx.Speak(2, "已修改")):
            house.happens(*READ_BACK)
            await asyncio.sleep(RIPE_SECONDS + 1)
            house.happens(report)
            assert await house.asks(Topic.CONFIRM, PRESS) == []
            assert house.broker.last(Topic.CONFIRM_READY) == "offline"


async def test_a_press_that_names_the_draft_confirms_that_one_at_once() -> None:
    async with linked() as house:
        house.happens(*READ_BACK)
        assert await house.asks(Topic.CONFIRM, "6") == []
        assert await house.asks(Topic.CONFIRM, "7") == [ev.Heard("确认")]
        house.room.speaks()
        assert await house.asks(Topic.CONFIRM, "7") == [], "a save or an answer is under way"


async def test_no_press_confirms_while_somebody_speaks_or_without_a_draft() -> None:
    async with linked() as house:
        house.happens(*READ_BACK, fx.TellSpeechDetected())
        await asyncio.sleep(RIPE_SECONDS + 1)
        assert await house.asks(Topic.CONFIRM, PRESS) == await house.asks(Topic.CONFIRM, "7") == []
        house.happens(fx.TellNothingHeard())
        await asyncio.sleep(RIPE_SECONDS + 1)
        assert await house.asks(Topic.CONFIRM, PRESS) == [ev.Heard("确认")]
        house.happens(fx.ChangeState(Phase.IDLE))
        await asyncio.sleep(RIPE_SECONDS + 1)
        assert await house.asks(Topic.CONFIRM, PRESS) == await house.asks(Topic.CONFIRM, "7") == []


async def test_cancel_names_the_draft_that_is_shown() -> None:
    async with linked() as house:
        house.happens(*READ_BACK)
        assert await house.asks(Topic.CANCEL, PRESS) == [ev.CancelPressed(7)]


async def test_nonsense_is_ignored() -> None:
    async with linked() as house:
        house.happens(*READ_BACK)
        await asyncio.sleep(RIPE_SECONDS + 1)
        for topic in (Topic.WAKE, Topic.CONFIRM, Topic.CANCEL, Topic.MICROPHONE_SET, Topic.STATE):
            for payload in ("", "press", "-1", "确认", "\x00", "7 "):
                assert await house.asks(topic, payload) == []


async def test_the_waits_for_a_broker_grow_up_to_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    async with linked(failures=10) as house:
        await asyncio.sleep(600)
        at = house.broker.attempts
        waits = [round(later - earlier) for earlier, later in pairwise(at)]
        assert waits[:8] == [FIRST_WAIT_SECONDS, 2, 4, 8, 16, 32, LONGEST_WAIT_SECONDS, LONGEST_WAIT_SECONDS]
        assert len(caplog.messages) == 1, "one line for the whole absence"
        assert house.broker.last(Topic.STATUS) == "online"


async def test_a_lost_connection_is_made_again_and_a_good_one_is_not_waited_for_long() -> None:
    async with linked() as house:
        await asyncio.sleep(LONGEST_WAIT_SECONDS + 1)
        for error in (BrokerAway("lost"), ValueError("a mistake of ours")):
            lost_at = asyncio.get_running_loop().time()
            house.broker.asked.put_nowait(error)
            await asyncio.sleep(LONGEST_WAIT_SECONDS + 5)
            assert house.broker.attempts[-1] - lost_at == pytest.approx(FIRST_WAIT_SECONDS)


async def test_a_connection_that_is_lost_in_both_directions_is_told_in_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    async with linked() as house:
        house.broker.is_lost = True
        house.happens(*READ_BACK)
        await turns()
        assert caplog.messages == ["mqtt://house:1883: lost; the daemon tries again until it is there"]
        house.broker.is_lost = False


async def test_what_waits_for_a_broker_is_bounded_and_old_saves_are_no_news() -> None:
    async with linked(failures=1) as house:
        for _ in range(1000):
            house.happens(fx.TellSaved("b", (a_row(),)))
        assert len(house.presence.saved) < 100
        await asyncio.sleep(FIRST_WAIT_SECONDS + 1)
        assert house.broker.last(Topic.STATUS) == "online"
        assert house.broker.last(Topic.SAVED) is None
        house.presence.of("say/phone/").tell(fx.TellSaved("b", (a_row(),)))
        await turns()
        assert house.broker.last(Topic.SAVED) == '{"event_type":"saved","rows":1}'


async def test_the_sums_are_read_after_a_save_and_now_and_then() -> None:
    async with linked() as house:
        assert house.reads == 1
        house.happens(fx.TellSaved("b", (a_row(),)))
        await turns()
        assert house.reads == 2
        house.ledger_is_away = True
        house.happens(fx.TellRevised(()))
        await turns()
        assert house.reads == 3
        await asyncio.sleep(SUMS_SECONDS + 1)
        assert house.reads == 4


async def test_the_house_learns_of_a_new_day_at_midnight() -> None:
    async with linked() as house:
        midnight = NOW.replace(hour=23, minute=59, second=59) - NOW
        await asyncio.sleep(midnight.total_seconds() - 100)
        before = house.reads
        await asyncio.sleep(104)
        assert house.reads > before


async def test_another_conversation_is_counted_and_not_shown() -> None:
    async with linked() as house:
        elsewhere = house.presence.of("say/phone/")
        for report in READ_BACK:
            elsewhere.tell(report)
        await turns()
        assert house.broker.last(Topic.STATE) == "idle"
