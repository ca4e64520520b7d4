"""A voice in a child process that can be killed: the daemon's half. `child_protocol` is the child's half."""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
import wave
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

from msgspec import Struct

from voiced.adapters.machine import child_process
from voiced.adapters.voice.child_protocol import SentenceRequest, VoiceRequest
from voiced.adapters.voice.sentence_limit import SentenceLimit
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports.sound import Pcm

log = logging.getLogger(__name__)


class ChildEngine(Struct, frozen=True):
    """An engine in a child process.

    Attributes:
        module: the module that the child process runs.
        sample_rate: the rate for an empty sentence; other sounds state theirs.
        remedy: how to repair the engine, for messages.
        start_seconds: the time for loading, beyond the deadline of the sentence that waits for it.
    """

    module: str
    sample_rate: int
    remedy: str
    start_seconds: float = 0.0


class _ChildGone(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """The child process ended, or its answer is unreadable."""


class _Refused(Exception):  # noqa: N818 - see _ChildGone
    """The child process refused a request."""


class ChildVoice:
    """Makes one sentence at a time. The child process is started with the first one, and again whenever it has ended."""

    def __init__(self, engine: ChildEngine, request: VoiceRequest, deadline_seconds: float) -> None:
        """Prepare; nothing is started yet.

        Args:
            engine: the engine.
            request: the voice and its settings.
            deadline_seconds: for one sentence; it grows up to four times after sentences that exceeded it.
        """
        self._engine = engine
        self._request = request
        self._limit = SentenceLimit(deadline_seconds)
        self._one_at_a_time = asyncio.Lock()
        self._child: Process | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    async def check(self) -> None:
        """Start the child process, which checks that the voice is installed and reads Mandarin.

        Raises:
            ModelMissing: the engine or the voice is not installed, or does not read Mandarin.
            VoiceFailure: it did not start in time.
        """
        try:
            async with self._turn() as deadline:
                await self._living_child(deadline)
        except (_ChildGone, _Refused) as error:
            raise ModelMissing(f"{error}; {self._engine.remedy}") from error

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound.

        Raises:
            VoiceFailure: no sound in time, or the engine cannot speak; the next call begins afresh.
        """
        if not text.strip():
            return Pcm(b"", self._engine.sample_rate)
        try:
            async with self._turn() as deadline:
                return await self._speak_or_begin_afresh(text, deadline)
        except (_ChildGone, _Refused) as error:
            raise VoiceFailure(f"{error}; {self._engine.remedy}") from error

    async def close(self) -> None:
        """End the child process and remove its files."""
        async with self._one_at_a_time:
            await self._end_child()

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[asyncio.Timeout]:
        """Hold the voice for one sentence, within the deadline. Every error ends the child process."""
        async with self._one_at_a_time:
            try:
                async with self._limit.held() as deadline:
                    yield deadline
            except BaseException:
                # Also after a cancellation: the late answer would be taken for the next sentence's.
                await self._end_child()
                raise

    async def _speak_or_begin_afresh(self, text: str, deadline: asyncio.Timeout) -> Pcm:
        try:
            return await self._speak(text, deadline)
        except _ChildGone:
            log.info("the speech process had ended; starting another")
            await self._end_child()
            return await self._speak(text, deadline)

    async def _speak(self, text: str, deadline: asyncio.Timeout) -> Pcm:
        child, folder = await self._living_child(deadline)
        path = folder / f"{uuid4()}.wav"
        try:
            await _ask(child, SentenceRequest(text=text, path=str(path)))
            return _sound(path)
        finally:
            path.unlink(missing_ok=True)

    async def _living_child(self, deadline: asyncio.Timeout) -> tuple[Process, Path]:
        """The child process, and the folder for its sound files."""
        # Systems delete temporary folders that were unused for days.
        if self._lost_folder():
            await self._end_child()
        if self._child is None or self._folder is None:
            by = deadline.when()
            if by is not None:
                deadline.reschedule(by + self._engine.start_seconds)
            self._folder = _folder_for_speech()
            self._child = await child_process.start_module(self._engine.module)
            await _ask(self._child, self._request)
        return self._child, Path(self._folder.name)

    def _lost_folder(self) -> bool:
        return self._folder is not None and not Path(self._folder.name).is_dir()

    async def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child_process.end(child)
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.cleanup()


def _folder_for_speech() -> tempfile.TemporaryDirectory[str]:
    """A folder for sound files.

    Raises:
        VoiceFailure: the disk has no room for it.
    """
    try:
        return tempfile.TemporaryDirectory(prefix="voiced-speech-", ignore_cleanup_errors=True)
    except OSError as error:
        raise VoiceFailure(
            f"no folder for speech can be made: {error.strerror}; make room on the disk"
        ) from error


async def _ask(child: Process, request: VoiceRequest | SentenceRequest) -> None:
    """Send a request and wait until it is done."""
    assert child.stdin is not None  # noqa: S101 - both are pipes
    assert child.stdout is not None  # noqa: S101 - both are pipes
    try:
        child.stdin.write(json.dumps(request).encode() + b"\n")
        await child.stdin.drain()
        line = await child.stdout.readline()
    except ConnectionError as error:
        raise _ChildGone("the speech process ended") from error
    try:
        answer: dict[str, object] = json.loads(line)
    except ValueError as error:
        raise _ChildGone("the speech process ended") from error
    if "error" in answer:
        raise _Refused(str(answer["error"]))


def _sound(path: Path) -> Pcm:
    try:
        with wave.open(str(path)) as wav:
            return Pcm(wav.readframes(wav.getnframes()), wav.getframerate())
    except (OSError, EOFError, wave.Error) as error:
        raise _Refused(f"the speech engine wrote no sound ({error})") from error
