"""Reads the messages of a Wyoming client within bounds.

A message is a line of JSON, then JSON data and sound of the lengths that the line names. The protocol's own library reads any
length (docs/decisions/0066).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from voiced.errors import RequestWrong

LONGEST_LINE_BYTES: Final = 65_536
"""Also the limit of the data behind the line."""
LONGEST_SOUND_BYTES: Final = 1_048_576
"""Thirty seconds of sound in one message."""
REST_SECONDS = 10.0
"""The time in which the rest of a message has to follow its line."""

T = TypeVar("T")


class _Line(Struct, frozen=True):
    """The line of a message."""

    type: Annotated[str, Meta(max_length=100)]
    data: dict[str, object] | None = None
    data_length: Annotated[int, Meta(ge=0, le=LONGEST_LINE_BYTES)] | None = None
    payload_length: Annotated[int, Meta(ge=0, le=LONGEST_SOUND_BYTES)] | None = None


class WyomingMessage(Struct, frozen=True):
    """A message of a client.

    Attributes:
        type: such as `transcript`.
        sound: the bytes behind the data.
    """

    type: str
    data: Mapping[str, object]
    sound: bytes = b""

    def read_as(self, form: type[T]) -> T:
        """The data in this form.

        Raises:
            RequestWrong: it has another one.
        """
        try:
            return msgspec.convert(self.data, form)
        except msgspec.ValidationError as error:
            raise RequestWrong(f"{self.type}: {error}") from error


_line = msgspec.json.Decoder(_Line)
_more = msgspec.json.Decoder(dict[str, object])


async def read_message(reader: asyncio.StreamReader, idle_seconds: float) -> WyomingMessage | None:
    """The next message; None if the client hung up.

    Args:
        reader: opened with `LONGEST_LINE_BYTES` as its limit.
        idle_seconds: how long the client may be silent before the message.

    Raises:
        RequestWrong: it is no message of the protocol, or too long.
        TimeoutError: it does not come in time.
        OSError: the connection is lost.
    """
    async with asyncio.timeout(idle_seconds):
        line = await _line_from(reader)
    if line is None:
        return None
    async with asyncio.timeout(REST_SECONDS):
        try:
            data = await reader.readexactly(line.data_length or 0)
            sound = await reader.readexactly(line.payload_length or 0)
        except asyncio.IncompleteReadError:
            return None
    return WyomingMessage(line.type, {**(line.data or {}), **(_decoded(_more, data) if data else {})}, sound)


async def _line_from(reader: asyncio.StreamReader) -> _Line | None:
    try:
        text = await reader.readline()
    except ValueError as error:
        raise RequestWrong(f"a line is longer than {LONGEST_LINE_BYTES} bytes") from error
    return _decoded(_line, text) if text.endswith(b"\n") else None


def _decoded(decoder: msgspec.json.Decoder[T], text: bytes) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RequestWrong(f"this is no message of the Wyoming protocol: {error}") from error
