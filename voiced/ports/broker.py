"""A broker of MQTT as the daemon needs it: messages go out and come in while a connection lasts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from msgspec import Struct


class HouseMessage(Struct, frozen=True):
    """A message under a topic; a retained one is kept by the broker and given to everybody who subscribes later."""

    topic: str
    payload: str
    is_retained: bool = False


class BrokerConnection(Protocol):
    """An open connection. Every method raises `BrokerAway` when the connection is lost."""

    async def publish(self, message: HouseMessage) -> None:
        """Hand a message to the broker."""
        ...

    def received(self) -> AsyncIterator[HouseMessage]:
        """The messages under the subscribed topics, as they come."""
        ...


class Broker(Protocol):
    """A broker at a configured address."""

    def connection(
        self, will: HouseMessage | None, topics: Sequence[str]
    ) -> AbstractAsyncContextManager[BrokerConnection]:
        """A connection until the block is left.

        Args:
            will: the message that the broker publishes if the connection is lost, if any.
            topics: the topics to subscribe.

        Raises:
            BrokerAway: there is no broker at the address, or it refuses us.
        """
        ...
