"""Serves Wyoming clients: their connections, and limits for each of them."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any, Protocol

from wyoming.asr import Transcript
from wyoming.error import Error
from wyoming.event import Event, async_write_event
from wyoming.handle import NotHandled
from wyoming.info import Describe
from wyoming.ping import Ping, Pong

from voiced.adapters.wyoming.allow_list import AllowList
from voiced.adapters.wyoming.messages import LONGEST_LINE_BYTES, WyomingMessage, read_message
from voiced.adapters.wyoming.talking import BUSY
from voiced.errors import RequestWrong, VoicedError

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 32
_MOST_TURNED_AWAY = 1024
"""Connections beyond the limit that get a sentence at once; further ones are cut off."""
_TURN_AWAY_SECONDS = 5.0
"""How long a client beyond the limit may take for its message, and then to hang up."""
IDLE_SECONDS = 900.0
"""How long a connection without a message is kept."""
_QUIET_SECONDS = 60.0
"""How long a line about refused clients is not repeated."""
_MOST_REFUSALS = 10
"""Different lines about refused clients in that time, such as those for ten addresses."""
_WRITE_SECONDS = 10.0
"""How long a client may take to read an answer."""


class Visit(Protocol):
    """The services for one connection."""

    def answers(self, message: WyomingMessage) -> AsyncGenerator[Event]:
        """The answers to a message, in order; nothing for a message that is not known.

        Raises:
            RequestWrong: the message is wrong.
            Failure: it cannot be answered now.
        """
        ...

    async def leave(self) -> None:
        """The client is gone."""
        ...


Meet = Callable[[str], Visit]
"""Begins the visit of a client at this address."""
StartTask = Callable[[Coroutine[Any, Any, None]], object]


@asynccontextmanager
async def serving(
    listening: socket.socket, allowed: AllowList, info: Event, meet: Meet, start: StartTask
) -> AsyncGenerator[None]:
    """Serve until the block is left.

    Args:
        listening: a socket that listens.
        allowed: who may connect.
        info: the description of the services.
        meet: begins the visit of a client.
        start: runs each connection in a task, and ends those that are left.
    """
    connections = _Connections(start, allowed, info, meet)
    server = await asyncio.start_server(connections.begin, sock=listening, limit=LONGEST_LINE_BYTES)
    try:
        yield
    finally:
        server.close()


class Refusals:
    """Tells the operator of refused clients, each once a minute: a stranger that connects in a loop must not fill the log."""

    def __init__(self) -> None:
        self._quiet_until = 0.0
        self._told: set[str] = set()
        self._untold = 0

    def tell(self, refusal: str) -> None:
        """Tell of a refusal, and how many were not told of since the last one that was."""
        now = asyncio.get_running_loop().time()
        if now >= self._quiet_until:
            self._told.clear()
            self._quiet_until = now + _QUIET_SECONDS
        if refusal in self._told or len(self._told) >= _MOST_REFUSALS:
            self._untold += 1
            return
        log.warning("%s%s", refusal, f"; so were {self._untold} before" if self._untold else "")
        self._told.add(refusal)
        self._untold = 0


class _Connections:
    def __init__(self, start: StartTask, allowed: AllowList, info: Event, meet: Meet) -> None:
        self._start = start
        self._allowed = allowed
        self._info = info
        self._meet = meet
        self._refusals = Refusals()
        self._open = 0
        self._turned_away = 0

    def begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a client that has connected, unless it must not connect."""
        host: str = writer.get_extra_info("peername", ("",))[0]
        if not self._allowed.allows(host):
            self._refusals.tell(f"wyoming.allow: a client at {host} is not allowed and was refused")
            writer.transport.abort()
        elif self._open >= MOST_CONNECTIONS:
            self._refusals.tell(f"a Wyoming client was refused, since {self._open} are connected")
            if self._turned_away >= _MOST_TURNED_AWAY:
                writer.transport.abort()
            else:
                self._turned_away += 1
                self._start(self._turn_away(reader, writer))
        else:
            self._open += 1
            self._start(self._serve(reader, writer, self._meet(host)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, visit: Visit) -> None:
        try:
            async for answer in self._answers(reader, visit):
                await _write(answer, writer)
        except RequestWrong as wrong:
            log.info("a Wyoming client sent a wrong message: %s", wrong)
            with suppress(OSError):
                await _write(Error(str(wrong), "request").event(), writer)
        except VoicedError as failure:
            log.warning("a Wyoming client got no answer: %s", failure)
            with suppress(OSError):
                await _write(Error(str(failure), "failure").event(), writer)
        except OSError as error:  # TimeoutError too
            log.debug("a Wyoming client is gone: %s", error or type(error).__name__)
            writer.transport.abort()
        except Exception:
            # A mistake here must not end the daemon, which may be in the middle of a draft of the room.
            log.exception("a Wyoming client could not be served")
        finally:
            self._open -= 1
            try:
                await visit.leave()
            finally:
                writer.close()

    async def _turn_away(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the first message of a client beyond the limit with the sentence for too many, and close in order."""
        try:
            async with asyncio.timeout(_TURN_AWAY_SECONDS):
                message = await read_message(reader, _TURN_AWAY_SECONDS)
                if message is not None:
                    await async_write_event(self._refused(message), writer)
                    writer.write_eof()
                    # A close before the rest is read would reset the connection, and the client lose the answer.
                    while await reader.read(LONGEST_LINE_BYTES):
                        pass
        except (RequestWrong, OSError) as error:
            log.debug("a Wyoming client beyond the limit is gone: %s", error or type(error).__name__)
        finally:
            self._turned_away -= 1
            writer.close()

    def _refused(self, message: WyomingMessage) -> Event:
        if Describe.is_type(message.type):
            return self._info
        if Transcript.is_type(message.type):
            return NotHandled(BUSY).event()
        return Error(BUSY, "busy").event()

    async def _answers(self, reader: asyncio.StreamReader, visit: Visit) -> AsyncIterator[Event]:
        while (message := await read_message(reader, IDLE_SECONDS)) is not None:
            if Describe.is_type(message.type):
                yield self._info
            elif Ping.is_type(message.type):
                text = message.data.get("text")
                yield Pong(text if isinstance(text, str) else None).event()
            else:
                async with aclosing(visit.answers(message)) as answers:
                    async for answer in answers:
                        yield answer


async def _write(answer: Event, writer: asyncio.StreamWriter) -> None:
    async with asyncio.timeout(_WRITE_SECONDS):
        await async_write_event(answer, writer)
