"""An HTTP server on a real loopback socket that answers, or fails, as a test says.

::

    async with scripted_llm(lambda path, body: json_answer({"transactions": []})) as server:
        client = GatewayClient(server.url)

For code that brings its own event loop, such as the command line, `run_in_thread` serves from a thread.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from decimal import Decimal
from http import HTTPStatus

JsonValue = None | bool | int | Decimal | str | list["JsonValue"] | dict[str, "JsonValue"]
"""JSON as decoded by `loads`: numbers with a fraction are exact."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole HTTP answer. `content_type` None sends no such header."""

    body: bytes
    status: int = 200
    content_type: str | None = "application/json"
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def head(self) -> bytes:
        """Status line and headers."""
        headers = [("Content-Length", str(len(self.body))), *self.headers]
        if self.content_type is not None:
            headers.append(("Content-Type", self.content_type))
        status = f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}"
        lines = [status, *(f"{name}: {value}" for name, value in headers), "", ""]
        return "\r\n".join(lines).encode("latin-1")


@dataclass(frozen=True, slots=True)
class Hang:
    """Never answer; with `after_headers`, send only the headers."""

    after_headers: bool = False


@dataclass(frozen=True, slots=True)
class Later:
    """Answer once the event is set, by code on the server's loop."""

    reply: Reply
    when: asyncio.Event


@dataclass(frozen=True, slots=True)
class Drip:
    """An answer whose body comes in packets of one byte."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Flood:
    """An answer whose body never ends."""

    chunk: bytes = b" " * 16_384


@dataclass(frozen=True, slots=True)
class CutOff:
    """An answer that breaks off after the headers and half of the body."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Raw:
    """These bytes in place of HTTP, and then the end of the connection."""

    data: bytes


Reply = Answer | Hang | Later | Drip | Flood | CutOff | Raw
Answerer = Callable[[str, JsonValue], Reply]


def json_answer(value: object, status: int = 200) -> Answer:
    """A JSON answer. If each digit counts, write an `Answer` of bytes."""
    return Answer(json.dumps(value, ensure_ascii=False).encode(), status)


def html_answer(status: int = 200) -> Answer:
    """The answer of a captive portal or a broken proxy."""
    return Answer(b"<html><body>It works!</body></html>", status, "text/html; charset=utf-8")


def loads(text: bytes) -> JsonValue:
    """JSON with exact numbers."""
    return json.loads(text, parse_float=Decimal)


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """A request as it arrived; header names in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> JsonValue:
        """The body, decoded."""
        return loads(self.raw)


@dataclass(slots=True)
class ScriptedLlm:
    """The running server.

    Attributes:
        requests: the requests that arrived, in order.
        connections: the number of connections that were opened.
        arrived: set when a request was read whole; a test may clear it.
        hung_up: set when the client ended a connection; a test may clear it.
        ended: set when either side ended a connection; a test may clear it.
    """

    answer: Answerer
    url: str = ""
    requests: list[RecordedRequest] = field(default_factory=list[RecordedRequest])
    connections: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection, in order."""
        self.connections += 1
        try:
            stays = True
            while stays:
                start = await reader.readexactly(1)
                if not start.isalpha():  # a TLS greeting, say: no HTTP, so nothing would end its headers
                    writer.write(Answer(b"", 400).head)
                    return
                request = await _read_request(start, reader)
                self.requests.append(request)
                self.arrived.set()
                stays = await _send(self.answer(request.path, request.body), reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hung_up.set()
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            self.ended.set()


@asynccontextmanager
async def scripted_llm(answer: Answerer) -> AsyncGenerator[ScriptedLlm]:
    """The server, on a free port of the loopback interface."""
    llm = ScriptedLlm(answer)
    handlers: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handlers.add(asyncio.ensure_future(llm.serve(reader, writer)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    llm.url = f"http://{host}:{port}"
    try:
        yield llm
    finally:
        server.close()
        for handler in handlers:
            handler.cancel()
        outcomes = await asyncio.gather(*handlers, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):  # a mistake in the test's own answer; a cancel is none
                raise outcome


@contextmanager
def run_in_thread(answer: Answerer) -> Generator[ScriptedLlm]:
    """The server on a thread of its own, for code that runs another event loop or another process."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    served = AsyncExitStack()
    try:
        entering = served.enter_async_context(scripted_llm(answer))
        yield asyncio.run_coroutine_threadsafe(entering, loop).result(timeout=10)
    finally:
        asyncio.run_coroutine_threadsafe(served.aclose(), loop).result(timeout=10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=10)
        loop.close()


async def _read_request(start: bytes, reader: asyncio.StreamReader) -> RecordedRequest:
    head = (start + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip("\r\n").split("\r\n")
    method, path, _ = first.split(" ")
    pairs = (line.split(":", 1) for line in lines)
    headers = {name.lower(): value.strip() for name, value in pairs}
    return RecordedRequest(
        method, path, headers, await reader.readexactly(int(headers.get("content-length", "0")))
    )


async def _send(reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Send the answer; returns whether the connection stays open for another request."""
    match reply:
        case Answer():
            writer.write(reply.head + reply.body)
            await writer.drain()
            return True
        case Later(later, when):
            await _held(when, reader)
            return await _send(later, reader, writer)
        case Hang(after_headers):
            writer.write(Answer(b"{}").head if after_headers else b"")
            await _held(asyncio.Event(), reader)
        case Drip(answer):
            writer.write(answer.head)
            for position in range(len(answer.body)):
                writer.write(answer.body[position : position + 1])
                await writer.drain()
            return True
        case Flood(chunk):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
            while True:
                writer.write(chunk)
                await writer.drain()
        case CutOff(answer):
            writer.write(answer.head + answer.body[: len(answer.body) // 2])
        case Raw(data):
            writer.write(data)
    return False


async def _held(when: asyncio.Event, reader: asyncio.StreamReader) -> None:
    """Wait for the event.

    Raises:
        ConnectionError: the client hung up before.
    """
    gone = asyncio.ensure_future(reader.read(1))
    free = asyncio.ensure_future(when.wait())
    try:
        await asyncio.wait({gone, free}, return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            raise ConnectionResetError("the client hung up") from gone.exception()
    finally:
        gone.cancel()
        free.cancel()
        await asyncio.wait({gone, free})  # a stream has one reader at a time
