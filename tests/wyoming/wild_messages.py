"""Random messages for a Wyoming server: broken lines, wrong data, sound at odd moments, and whole sentences."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from random import Random

_TYPES = (
    *("transcript", "describe", "ping", "transcribe", "audio-start", "audio-chunk", "audio-stop"),
    *("synthesize", "synthesize-start", "select-program", "handled", "error", "run-satellite", "", "voiced"),
)
_WORDS = (
    *(
        "午饭35块",
        "打车20",
        "奶茶15，买菜86",
        "第一笔改成50",
        "取消",
        "打开客厅的灯",
        "这个月花了多少",
        "恢复",
    ),
    *(
        "退出",
        "下一首",
        "刚才那笔改成40",
        "不对",
        "还有一笔咖啡18",
        "把温度调到26度",
        "你好",
        "念一遍",
        "撤销",
    ),
)
"""Sentences that confirm nothing, also not by going on to the next entry: whatever happens, no row may be written."""
_VALUES: tuple[object, ...] = (
    None,
    0,
    -1,
    2**70,
    1.5,
    True,
    "",
    "午饭35块",
    "\x00",
    "a" * 3000,
    [],
    {},
    [[1]],
    {"a": {"b": 1}},
)
_NAMES = ("text", "context", "rate", "width", "channels", "voice", "language", "name", "data", "type")


def wild_message(random: Random) -> bytes:
    """One message, mostly wrong."""
    match random.randrange(8):
        case 0:
            return random.randbytes(random.randrange(1, 400)) + b"\n"
        case 1:
            return b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        case 2:
            return b"[" * random.randrange(1, 5000) + b"\n"
        case 3:
            return _framed(random.choice(_TYPES), {name: random.choice(_VALUES) for name in _some(random)})
        case 4:
            return _lying(random)
        case 5:
            return _framed("audio-chunk", _form(random), random.randbytes(random.randrange(3000)))
        case _:
            context = random.choice((None, {}, {"conversation_id": str(random.randrange(6))}))
            return _framed("transcript", {"text": random.choice(_WORDS), "context": context})


def _some(random: Random) -> list[str]:
    return random.sample(_NAMES, random.randrange(len(_NAMES)))


def _form(random: Random) -> dict[str, object]:
    return {
        "rate": random.choice((0, 1, 8000, 16000, 48000, 2**40)),
        "width": random.choice((0, 1, 2, 4)),
        "channels": random.choice((0, 1, 2, 99)),
    }


def _framed(kind: str, data: object, sound: bytes = b"") -> bytes:
    told = json.dumps(data).encode()
    line = {"type": kind, "data_length": len(told), "payload_length": len(sound)}
    return json.dumps(line).encode() + b"\n" + told + sound


def _lying(random: Random) -> bytes:
    """A message whose lengths are not those of what follows."""
    lengths = (-1, 1, 70_000, 10**9, 2**63, "x", None, 1.5)
    line = {
        "type": random.choice(_TYPES),
        "data": random.choice(_VALUES),
        "data_length": random.choice(lengths),
        "payload_length": random.choice(lengths),
    }
    return json.dumps(line).encode() + b"\n" + random.randbytes(random.randrange(200))


async def throw(port: int, messages: list[bytes]) -> int:
    """Send messages on one connection, read what comes until the server hangs up; returns the bytes that came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    got = 0
    try:
        writer.writelines(messages)
        writer.write_eof()
        while chunk := await reader.read(65_536):
            got += len(chunk)
    except OSError:
        pass  # the server closes the connection of a client that sends nonsense
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    return got
