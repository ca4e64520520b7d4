"""The link to the broker: it tells the house each change, obeys its commands, and connects again whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from voiced.dialogue.values import events as ev
from voiced.domain.doubling import Doubling
from voiced.errors import BrokerAway, LedgerFailure
from voiced.home.entities import COMMANDS, OFF, ON, PRESS, Node, Topic
from voiced.home.home_state import Sums, saved_event, told
from voiced.home.presence import Presence
from voiced.ports.broker import Broker, BrokerConnection, HouseMessage
from voiced.ports.conversation import Clock
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 1.0, 60.0
"""The pauses between two attempts to connect. A connection that lasted longer than the longest pause was a good one."""
RIPE_SECONDS = 2.0
"""How long a draft rests after its read-back before a plain press may confirm it. A finger that was on its way when the draft
changed has landed by then."""
SUMS_SECONDS = 600.0
"""The sums are read anew after this time, since another program may have written; also after each save, and at midnight."""
_GOODBYE_SECONDS = 0.5
_CONFIRM = "确认"


class TalkingRoom(Protocol):
    """The conversation of the room, as the house reaches it."""

    def post(self, event: ev.Event) -> None:
        """Tell the dialogue of an event."""
        ...

    @property
    def is_settled(self) -> bool:
        """Whether the daemon has finished answering."""
        ...

    async def settled(self) -> None:
        """Return when the daemon has finished answering."""
        ...


class MicrophoneSwitch(Protocol):
    """The microphone, as the house reaches it."""

    @property
    def is_on(self) -> bool:
        """Whether it is switched on; that of a machine that hears no speech stays off."""
        ...

    def switch_on(self) -> None:
        """Listen again."""
        ...

    def switch_off(self) -> None:
        """Hear nothing until it is switched on."""
        ...


class HomeLink:
    """Links a conversation with the house. The conversation never waits for it."""

    def __init__(
        self,
        node: Node,
        broker: Broker,
        presence: Presence,
        room: TalkingRoom,
        read_sums: Callable[[], Awaitable[Sums]],
        microphone: MicrophoneSwitch,
        clock: Clock,
    ) -> None:
        """Prepare.

        Args:
            node: the name of this daemon in the house.
            broker: where the messages go.
            presence: the state to tell.
            room: gets the commands.
            read_sums: reads the ledger; may raise `LedgerFailure`.
            microphone: is switched on and off.
            clock: the time.
        """
        self._node = node
        self._broker = broker
        self._presence = presence
        self._room = room
        self._read_sums = read_sums
        self._microphone = microphone
        self._clock = clock
        self._told_reasons: set[str] = set()

    async def keep_connected(self) -> None:
        """Hold a connection until cancelled. The pauses between two attempts grow."""
        pause = Doubling(FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS)
        while True:
            began = self._clock.monotonic()
            try:
                await self._stay()
            except* (
                BrokerAway
            ) as away:  # once or twice: both directions of a connection may notice that it is lost
                self._tell_away(str(away.exceptions[0]))
            except* Exception as errors:
                # A mistake here must not end the daemon.
                log.exception("the link to the house failed")
                self._tell_away(type(errors.exceptions[0]).__name__)
            if self._clock.monotonic() - began > LONGEST_WAIT_SECONDS:
                pause = pause.after_success()
            await self._clock.sleep(pause.seconds)
            pause = pause.after_failure()

    async def keep_sums(self) -> None:
        """Read the ledger's sums whenever they may have changed, until cancelled."""
        news = self._presence.ledger_news
        while True:
            news.clear()
            with suppress(LedgerFailure):
                self._presence.change(sums=await self._read_sums())
            with suppress(TimeoutError):
                async with asyncio.timeout(_until_read_anew(self._clock.now())):
                    await news.wait()

    async def watch_ripening(self) -> None:
        """Note each time that the open draft was read back and has rested, until cancelled."""
        reports = self._presence.reports
        while True:
            reports.clear()
            await self._room.settled()
            await self._clock.sleep(RIPE_SECONDS)
            if not reports.is_set() and self._room.is_settled:
                self._presence.ripen()
            await reports.wait()

    async def _stay(self) -> None:
        """Connect, tell everything, then each change; obey what is asked."""
        topics = [self._node.topic(end) for end in COMMANDS]
        async with self._broker.connection(self._node.will, topics) as connection:
            log.info("the house is told over MQTT as %s", self._node.name)
            self._told_reasons.clear()
            # What was saved while the broker was away is no news any more.
            self._presence.saved.clear()
            try:
                async with Tasks() as tasks:
                    tasks.start(self._obey(connection))
                    await self._tell_all(connection)
            finally:
                with suppress(BrokerAway, TimeoutError):
                    async with asyncio.timeout(_GOODBYE_SECONDS):
                        await connection.publish(self._node.will)

    async def _tell_all(self, connection: BrokerConnection) -> None:
        known: dict[str, str] = {}
        for message in self._node.discovery():
            await connection.publish(message)
        await self._tell_changes(connection, known)
        await connection.publish(self._node.birth)
        while True:
            await self._presence.news.wait()
            await self._tell_changes(connection, known)
            while self._presence.saved:
                payload = saved_event(self._node, self._presence.saved.popleft())
                await connection.publish(HouseMessage(self._node.topic(Topic.SAVED), payload))

    async def _tell_changes(self, connection: BrokerConnection, known: dict[str, str]) -> None:
        """Publish what differs from the payloads that the broker has, and remember it."""
        self._presence.news.clear()
        for topic, payload in told(self._node, self._presence.state).items():
            if known.get(topic) != payload:
                await connection.publish(HouseMessage(topic, payload, is_retained=True))
                known[topic] = payload

    async def _obey(self, connection: BrokerConnection) -> None:
        async for message in connection.received():
            self._do(message)

    def _do(self, message: HouseMessage) -> None:
        """Obey a command. A press that the broker kept is an old one; only the switch of the microphone is kept on purpose."""
        state = self._presence.state
        match self._node.end_of(message.topic):
            case Topic.MICROPHONE_SET if message.payload == ON:
                self._microphone.switch_on()
                self._presence.change(hears=self._microphone.is_on)
            case Topic.MICROPHONE_SET if message.payload == OFF:
                self._microphone.switch_off()
                self._presence.change(hears=False)
            case _ if message.is_retained:
                log.info("a press that the broker had kept is ignored; publish presses without retain")
            case Topic.WAKE if message.payload == PRESS:
                self._room.post(ev.Pressed(ev.Button.WAKE))
            case Topic.CONFIRM if self._may_confirm(message.payload):
                self._room.post(ev.Heard(_CONFIRM))
            case Topic.CANCEL if message.payload == PRESS:
                self._room.post(ev.CancelPressed(state.revision))
            case end:
                log.info("a message under %s is ignored: it is not expected, or not now", end)

    def _may_confirm(self, payload: str) -> bool:
        """Whether a press confirms the draft that its sender knows.

        It names the draft's revision, or the draft has rested since it was read back. The press then counts as the word
        「确认」, so that doubts and objections hold as they do for the voice.
        """
        state = self._presence.state
        is_meant = payload == str(state.revision) or (payload == PRESS and state.is_ripe)
        return is_meant and self._presence.awaits_confirm and self._room.is_settled

    def _tell_away(self, reason: str) -> None:
        """Tell each reason once until the next connection: a lost one may be followed by a refusal that explains it."""
        if reason not in self._told_reasons:
            log.warning("%s; the daemon tries again until it is there", reason)
        self._told_reasons.add(reason)


def _until_read_anew(now: datetime) -> float:
    """The seconds until the sums have to be read without another reason: at midnight at the latest."""
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return min(SUMS_SECONDS, (midnight - now).total_seconds() + 1)
