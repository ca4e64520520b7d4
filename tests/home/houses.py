"""A conversation that is linked with a real broker, and a client that sees what Home Assistant would see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiomqtt
from msgspec.structs import replace

from tests.support.conversing import say, wake
from tests.support.mosquitto_rig import PASSWORD, USER, MosquittoRig
from tests.support.now import MorningClock
from voiced.adapters.absent import SilentPlayer
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_daemon import also_watched
from voiced.app.build_home import open_home
from voiced.config import MqttSettings, Settings, VoiceSettings
from voiced.home.entities import Node, Topic
from voiced.home.presence import Presence
from voiced.ports.ledger import ROOM
from voiced.runtime.conversation import Conversation
from voiced.runtime.tasks import Tasks
from voiced.runtime.watchers import Watchers

NODE = Node("kitchen")


def settings_for(broker: MosquittoRig) -> MqttSettings:
    return MqttSettings(host="127.0.0.1", port=broker.port, node=NODE.name)


@dataclass
class Microphone:
    """Notes down how it was switched."""

    is_on: bool = True

    def switch_on(self) -> None:
        self.is_on = True

    def switch_off(self) -> None:
        self.is_on = False


@dataclass
class LinkedHouse:
    conversation: Conversation
    presence: Presence
    microphone: Microphone

    async def says(self, *texts: str) -> None:
        await say(self.conversation, *texts)

    async def wake(self) -> None:
        await wake(self.conversation)

    async def written(self) -> list[str]:
        return [str(row.amount) async for row in self.conversation.world.ledger.rows()]


@asynccontextmanager
async def a_linked_house(folder: Path, mqtt: MqttSettings) -> AsyncGenerator[LinkedHouse]:
    settings = Settings(voice=VoiceSettings(engine="none"), mqtt=mqtt)
    presence, microphone = Presence(), Microphone()
    around = Surroundings(folder / "ledger.db", MorningClock(), Watchers(), player=SilentPlayer())
    around = also_watched(around, presence.of)
    around = replace(around, watcher=Watchers(*around.everywhere(ROOM)))
    async with (
        open_conversation(settings, around) as conversation,
        open_home(mqtt, presence, conversation, around, microphone) as feeders,
        Tasks() as tasks,
    ):
        for feeder in feeders:
            tasks.start(_run(feeder))
        yield LinkedHouse(conversation, presence, microphone)


async def _run(feeder: Callable[[], Awaitable[None]]) -> None:
    await feeder()


@dataclass
class Onlooker:
    """A client that subscribes everything: what the broker keeps, and each message in order."""

    client: aiomqtt.Client
    kept: dict[str, str] = field(default_factory=dict[str, str])
    seen: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def listen(self) -> None:
        async for message in self.client.messages:
            topic, payload = str(message.topic), message.payload.decode()
            self.seen.append((topic, payload))
            self.kept[topic] = payload
            async with self._changed:
                self._changed.notify_all()

    async def until(self, topic: Topic, payload: str) -> None:
        """Return when the payload under a topic is this one."""
        await self.until_that(lambda: self.of(topic) == payload)

    async def until_value(self, topic: Topic, value: str) -> None:
        """Return when a sum is this one."""
        await self.until_that(lambda: f'"value":"{value}"' in (self.of(topic) or ""))

    async def until_told(self, topic: Topic) -> str:
        """The payload under a topic, which may be still to come."""
        await self.until_that(lambda: self.of(topic) is not None)
        return self.of(topic) or ""

    async def until_that(self, holds: Callable[[], bool]) -> None:
        """Return when a condition on what was told holds."""
        async with asyncio.timeout(30), self._changed:
            await self._changed.wait_for(holds)

    async def asks(self, topic: Topic, payload: str, *, retain: bool = False) -> None:
        await self.client.publish(NODE.topic(topic), payload, retain=retain)

    def of(self, topic: Topic) -> str | None:
        return self.kept.get(NODE.topic(topic))


@asynccontextmanager
async def an_onlooker(broker: MosquittoRig) -> AsyncGenerator[Onlooker]:
    user, password = (USER, PASSWORD) if broker.asks_password else (None, None)
    client = aiomqtt.Client("127.0.0.1", broker.port, username=user, password=password)
    async with client, Tasks() as tasks:
        await client.subscribe("#")
        onlooker = Onlooker(client)
        tasks.start(onlooker.listen())
        yield onlooker
