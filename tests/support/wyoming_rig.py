"""Real Wyoming servers for tests: wyoming-faster-whisper in a process of its own, and eSpeak behind the library's server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event, async_read_event, async_write_event
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info, TtsProgram, TtsVoice
from wyoming.tts import Synthesize

from tests.support.processes import free_port, listens_within
from voiced.adapters.voice.pyttsx3_child import MANDARIN, SAMPLE_RATE
from voiced.ports.sound import Pcm

START_SECONDS = 50.0
"""The time in which wyoming-faster-whisper loads its model, also on a busy machine; an idle one takes two seconds."""

_WAV_HEADER_BYTES = 44
_NOBODY = Attribution(name="voiced", url="")
HEARS = Info(
    asr=[
        AsrProgram(
            name="ears",
            attribution=_NOBODY,
            installed=True,
            description=None,
            version=None,
            models=[
                AsrModel(
                    name="ears",
                    attribution=_NOBODY,
                    installed=True,
                    description=None,
                    version=None,
                    languages=["zh"],
                )
            ],
        )
    ]
).event()
"""The description that a server for speech recognition gives of itself."""
SPEAKS = Info(
    tts=[
        TtsProgram(
            name="espeak",
            attribution=_NOBODY,
            installed=True,
            description=None,
            version=None,
            voices=[
                TtsVoice(
                    name="zh",
                    attribution=_NOBODY,
                    installed=True,
                    description=None,
                    version=None,
                    languages=["zh"],
                )
            ],
        )
    ]
).event()
"""The same of one for speech synthesis."""

Behaviour = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
"""The handling of a connection, which is closed afterwards."""


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    uri: str
    pid: int


@contextmanager
def faster_whisper(weights: Path, data: Path, *, python: str = sys.executable) -> Generator[Served]:
    """A wyoming-faster-whisper with these weights in an environment, until the block is left."""
    port = free_port()
    uri = f"tcp://127.0.0.1:{port}"
    server = subprocess.Popen(
        [
            *(python, "-m", "wyoming_faster_whisper", "--uri", uri, "--model", str(weights)),
            *("--data-dir", str(data), "--language", "zh", "--beam-size", "1", "--compute-type", "int8"),
            *("--stt-library", "faster-whisper", "--local-files-only", "--cpu-threads", "2"),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        assert listens_within(START_SECONDS, port, server), "wyoming-faster-whisper did not start"
        yield Served(uri, server.pid)
    finally:
        server.terminate()
        server.wait()


@asynccontextmanager
async def wyoming_server(behave: Behaviour) -> AsyncGenerator[str]:
    """The address of a server that behaves so, until the block is left."""
    connections: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        try:
            await behave(reader, writer)
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            writer.close()

    async with await asyncio.start_server(connected, "127.0.0.1", 0) as server:
        yield f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def spoken_by_espeak(text: str) -> Pcm:
    """The text as eSpeak NG speaks it."""
    command = ("espeak-ng", "-v", MANDARIN, "--stdin", "--stdout")
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    wav, _ = await process.communicate(text.encode())
    return Pcm(wav[_WAV_HEADER_BYTES:], SAMPLE_RATE)


async def espeak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Speak by eSpeak, in chunks as wyoming-piper sends them."""
    while (event := await async_read_event(reader)) is not None:
        if Describe.is_type(event.type):
            await async_write_event(SPEAKS, writer)
        elif Synthesize.is_type(event.type):
            sound = await spoken_by_espeak(Synthesize.from_event(event).text)
            form = (sound.sample_rate, 2, 1)
            await async_write_event(AudioStart(*form).event(), writer)
            for at in range(0, len(sound.samples), 2048):
                chunk = AudioChunk(*form, sound.samples[at : at + 2048])
                await async_write_event(chunk.event(), writer)
            await async_write_event(AudioStop().event(), writer)


def answering(*answers: Event | bytes, info: Event = HEARS) -> Behaviour:
    """Answer a request for the description; answer any other request with this event, and hang up."""

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await async_read_event(reader)
        if first is not None and Describe.is_type(first.type):
            await async_write_event(info, writer)
            return
        for answer in answers:
            if isinstance(answer, bytes):
                writer.write(answer)
                await writer.drain()
            else:
                await async_write_event(answer, writer)
        await reader.read()

    return behave


async def hanging(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer only requests for the description."""
    first = await async_read_event(reader)
    if first is not None and Describe.is_type(first.type):
        await async_write_event(HEARS, writer)
        return
    await asyncio.Event().wait()
