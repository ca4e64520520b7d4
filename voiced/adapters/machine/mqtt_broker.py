"""A broker of MQTT, by aiomqtt. A connection that cannot be opened never holds up the end of the daemon."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

import aiomqtt

from voiced.errors import BrokerAway
from voiced.ports.broker import HouseMessage

CONNECT_SECONDS = 5.0
"""The time limit for each step of a connection."""
_KEEPALIVE_SECONDS = 30
"""A broker that vanished is noticed after one and a half times this."""
_NOT_AUTHORISED = (4, 5, 134, 135)
"""A wrong name or password, or no right to connect: the codes of MQTT 3.1.1, and those of MQTT 5."""
_MOST_WAITING = 100
"""Incoming messages that wait to be taken; further ones are dropped."""


@dataclass(frozen=True, slots=True)
class MqttBroker:
    """A broker at an address. Its password never appears in a message of ours.

    Attributes:
        client: the name that the broker knows us by; a second client of that name would end our connection.
        security: for TLS; None for a connection in the clear.
    """

    host: str
    port: int
    client: str
    user: str = ""
    password: str | None = field(default=None, repr=False)
    security: ssl.SSLContext | None = None

    @property
    def where(self) -> str:
        """The address, for messages."""
        return f"mqtt{'s' if self.security else ''}://{self.host}:{self.port}"

    @asynccontextmanager
    async def connection(
        self, will: HouseMessage | None, topics: Sequence[str]
    ) -> AsyncGenerator[MqttConnection]:
        """A connection until the block is left; see `Broker.connection`."""
        client = aiomqtt.Client(
            await self._host(),
            self.port,
            username=self.user or None,
            password=self.password,
            identifier=self.client,
            will=None if will is None else aiomqtt.Will(will.topic, will.payload, retain=will.is_retained),
            keepalive=_KEEPALIVE_SECONDS,
            timeout=CONNECT_SECONDS,
            max_queued_incoming_messages=_MOST_WAITING,
            tls_context=self.security,
        )
        with _telling(self.where):
            async with client:
                if topics:
                    await client.subscribe([(topic, 0) for topic in topics])
                yield MqttConnection(client, self.where)

    async def _host(self) -> str:
        """The number of the host, or its name where the certificate is for the name, after knocking at its port.

        aiomqtt connects on a thread that Python waits for at its end; so it gets an address that somebody answers at.
        """
        with _telling(self.where):
            async with asyncio.timeout(CONNECT_SECONDS):
                _, writer = await asyncio.open_connection(self.host, self.port)
            number: str = writer.get_extra_info("peername")[0]
            writer.close()
            return self.host if self.security else number


class MqttConnection:
    """An open connection; see `BrokerConnection`."""

    def __init__(self, client: aiomqtt.Client, where: str) -> None:
        self._client = client
        self._where = where

    async def publish(self, message: HouseMessage) -> None:
        """Hand a message to the broker, at most once: after a lost connection everything is told anew."""
        with _telling(self._where):
            await self._client.publish(message.topic, message.payload, retain=message.is_retained)
        # In Python 3.11 `asyncio.wait_for`, by which aiomqtt waits, loses a cancellation that comes with the result.
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError

    async def received(self) -> AsyncIterator[HouseMessage]:
        """The messages that come in."""
        with _telling(self._where):
            async for message in self._client.messages:
                payload = message.payload.decode(errors="replace")
                yield HouseMessage(str(message.topic), payload, bool(message.retain))


@contextmanager
def _telling(where: str) -> Generator[None]:
    """Turn the failures of the network and of the protocol into `BrokerAway`."""
    try:
        yield
    except TimeoutError as error:
        raise BrokerAway(f"{where}: no broker answers within {CONNECT_SECONDS:g} s") from error
    except aiomqtt.exceptions.MqttConnectError as error:
        if getattr(error.rc, "value", error.rc) in _NOT_AUTHORISED:
            raise BrokerAway(f"{where}: not authorised; look after mqtt.user and the password") from error
        raise BrokerAway(f"{where}: {error}") from error
    except (OSError, aiomqtt.MqttError) as error:
        raise BrokerAway(f"{where}: {error}") from error
