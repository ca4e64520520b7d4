"""A voice by pyttsx3 and eSpeak NG, in a child process that can be killed.

pyttsx3 is used to make sound and never to play it: its own playing returns before the sound ends, loses
sentences and cannot be stopped. docs/decisions/0008 tells more.
"""

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

from voiced.adapters import child_process
from voiced.adapters.pyttsx3_child import SentenceRequest, VoiceRequest
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports import Pcm

log = logging.getLogger(__name__)

MANDARIN = "sit/cmn-latn-pinyin"
"""The voice that reads characters as Mandarin. eSpeak NG 1.51 reads them as English with `sit/cmn`."""
_REMEDY = "install eSpeak NG with: apt install espeak-ng"
_SAMPLE_RATE = 22_050
"""eSpeak's own; every file tells its rate, and silence has this one."""
_CHILD = "voiced.adapters.pyttsx3_child"


class _ChildGone(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """The child process ended, or its answer makes no sense."""


class _Refused(Exception):  # noqa: N818 - see _ChildGone
    """The child process says that it cannot do what is asked."""


class Pyttsx3Voice:
    """Sentences one at a time; the child process is started at the first one, and again whenever it is gone."""

    def __init__(
        self,
        *,
        voice: str = MANDARIN,
        rate_words_per_minute: int = 180,
        volume: float = 1.0,
        deadline_seconds: float = 5.0,
    ) -> None:
        """Prepare; nothing is started yet.

        Args:
            voice: id of one of eSpeak's voices, as pyttsx3 lists them.
            rate_words_per_minute: how fast it speaks.
            volume: from 0 to 1.
            deadline_seconds: for one sentence, starting the child process included.
        """
        self._request = VoiceRequest(voice=voice, rate=rate_words_per_minute, volume=volume)
        self._deadline_seconds = deadline_seconds
        self._one_at_a_time = asyncio.Lock()
        self._child: Process | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="voiced-speech-", ignore_cleanup_errors=True)

    async def check(self) -> None:
        """Start the child process and set the voice, to know early that it can speak.

        Raises:
            ModelMissing: the engine or the voice is not installed.
            VoiceFailure: it did not start in time.
        """
        try:
            async with self._turn():
                await self._living_child()
        except (_ChildGone, _Refused) as error:
            raise ModelMissing(f"{error}; {_REMEDY}") from error

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound.

        Raises:
            VoiceFailure: no sound in time, or the engine cannot speak; the next call begins afresh.
        """
        if not text.strip():
            return Pcm(b"", _SAMPLE_RATE)
        try:
            async with self._turn():
                return await self._speak_or_begin_afresh(text)
        except (_ChildGone, _Refused) as error:
            raise VoiceFailure(f"{error}; {_REMEDY}") from error

    async def close(self) -> None:
        """End the child process and remove what it left."""
        async with self._one_at_a_time:
            await self._end_child()
            self._folder.cleanup()

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """One sentence at a time and not for longer than the deadline. Whatever goes wrong ends the child process."""
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(self._deadline_seconds):
                    yield
            except TimeoutError as error:
                await self._end_child()
                raise VoiceFailure(f"no speech within {self._deadline_seconds:g} s") from error
            except BaseException:
                # A cancelled sentence included: its answer would be taken for that of the next one.
                await self._end_child()
                raise

    async def _speak_or_begin_afresh(self, text: str) -> Pcm:
        try:
            return await self._speak(text)
        except _ChildGone:
            log.info("the speech process had ended; starting another")
            await self._end_child()
            return await self._speak(text)

    async def _speak(self, text: str) -> Pcm:
        child = await self._living_child()
        path = Path(self._folder.name) / f"{uuid4()}.wav"
        try:
            await _ask(child, SentenceRequest(text=text, path=str(path)))
            return _sound(path)
        finally:
            path.unlink(missing_ok=True)

    async def _living_child(self) -> Process:
        if self._child is None:
            self._child = await child_process.start_module(_CHILD)
            await _ask(self._child, self._request)
        return self._child

    async def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child_process.end(child)


async def _ask(child: Process, request: VoiceRequest | SentenceRequest) -> None:
    """Send a request and wait until it is done."""
    assert child.stdin is not None  # noqa: S101 - both are pipes
    assert child.stdout is not None  # noqa: S101
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
