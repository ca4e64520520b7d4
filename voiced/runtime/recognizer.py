"""The recogniser on a thread of its own. A thread that hangs is abandoned, and the recogniser is loaded anew."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeVar

from voiced.domain.doubling import Doubling
from voiced.errors import ModelMissing, RecognizerFailure
from voiced.hearing.frame import AudioFrame
from voiced.ports.sound import ListeningFor, Recognizer
from voiced.runtime.native_thread import NativeThread

T = TypeVar("T")

log = logging.getLogger(__name__)

DEADLINE_SECONDS = 15.0
"""For one call. The longest utterance, 30 s, takes Whisper base 2 s on two slow cores, a small computer ten."""
_LONGER = 4
"""The limit grows up to this factor: the call after an abandoned one has to load the model anew."""

CLOSING_SECONDS = 0.5
"""For closing, after the call in progress. The service manager waits two seconds, and the system frees the memory."""


class RecognizerThread:
    """A recogniser with awaitable calls, which run in order.

    `finish` raises a failure that happened in the middle of an utterance; the next utterance begins afresh. A call that
    exceeds its time is such a failure: the thread and its recogniser are abandoned, and the next call loads another one.
    """

    def __init__(self, load: Callable[[], Recognizer], deadline_seconds: float = DEADLINE_SECONDS) -> None:
        """Own a recogniser.

        Args:
            load: makes the recogniser, on the thread that will own it.
            deadline_seconds: for each call except the first loading; it doubles with each call that exceeds it, until an
                utterance was recognised to its end.
        """
        self._load = load
        self._patience = Doubling(deadline_seconds, _LONGER * deadline_seconds)
        self._calls = 0
        self._owner = _Owner(load)
        self._turn = asyncio.Lock()
        self._failure: RecognizerFailure | None = None
        self._words: tuple[str, ...] = ()

    @property
    def streams(self) -> bool:
        """Whether words come during an utterance; False before the model is loaded."""
        return self._owner.streams

    @property
    def calls(self) -> int:
        """The calls that are in progress or wait for their turn. Each fails when it exceeds its time."""
        return self._calls

    async def load(self) -> None:
        """Load the model, once.

        Raises:
            ModelMissing: the model or the engine is not installed.
            RecognizerFailure: the engine's server does not answer.
        """
        owner = self._owner
        await owner.thread.call(owner.load)

    def expect(self, words: Sequence[str]) -> None:
        """Prefer these words of the household from the next utterance on; a recogniser that is loaded anew knows them too."""
        self._words = tuple(words)

    async def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance."""
        self._failure = None
        words = self._words
        try:
            await self._call(lambda recognizer: _start(recognizer, words, listening_for))
        except RecognizerFailure as failure:
            self._failure = failure

    async def accept(self, frames: Sequence[AudioFrame]) -> str:
        """Take frames; returns the words so far."""
        if self._failure is not None:
            return ""
        try:
            return await self._call(lambda recognizer: _accept(recognizer, frames))
        except RecognizerFailure as failure:
            self._failure = failure
            return ""

    async def attempt(self) -> str | None:
        """The text if the utterance ended here; None after a failure, which `finish` raises."""
        if self._failure is not None:
            return None
        try:
            return await self._call(lambda recognizer: recognizer.attempt())
        except RecognizerFailure as failure:
            self._failure = failure
            return None

    async def finish(self) -> str:
        """The final text of the utterance.

        Raises:
            RecognizerFailure: the engine failed, or did not answer in time.
        """
        if self._failure is not None:
            raise self._failure
        text = await self._call(lambda recognizer: recognizer.finish())
        self._patience = self._patience.after_success()
        return text

    async def look_again(self, frames: Sequence[AudioFrame], words: Sequence[str]) -> str:
        """The one of a few words that a sound holds; empty for another sound, and after a failure."""
        try:
            return await self._call(lambda recognizer: _closest(recognizer, frames, words))
        except RecognizerFailure as failure:
            log.warning("a second look at an utterance failed: %s", failure)
            return ""

    async def call_beside(self, work: Callable[[Recognizer], T]) -> T:
        """Call the recogniser for utterances from elsewhere; the calls for the microphone take turns with these.

        Raises:
            RecognizerFailure: the engine failed, or did not answer in time.
        """
        words = self._words
        return await self._call_owner(lambda owner: work(owner.beside(words)))

    async def close(self, within_seconds: float = CLOSING_SECONDS) -> None:
        """Release the model and end the thread, or abandon both when that takes longer.

        A process with a thread still at work must end as `native_thread` says.
        """
        owner = self._owner
        try:
            async with asyncio.timeout(min(self._patience.seconds, within_seconds)):
                await owner.thread.call(owner.close)
        except TimeoutError:
            log.info("the recogniser is still busy; the daemon ends without it")
        owner.thread.end()

    async def _call(self, work: Callable[[Recognizer], T]) -> T:
        return await self._call_owner(lambda owner: work(owner.load()))

    async def _call_owner(self, work: Callable[[_Owner], T]) -> T:
        self._calls += 1
        try:
            # The time of a call begins with its turn: another one's work is no sign of a hanging thread.
            async with self._turn:
                return await self._call_in_time(work)
        finally:
            self._calls -= 1

    async def _call_in_time(self, work: Callable[[_Owner], T]) -> T:
        owner, seconds = self._owner, self._patience.seconds
        try:
            async with asyncio.timeout(seconds):
                return await owner.thread.call(lambda: work(owner))
        except TimeoutError:
            log.error("the recogniser hangs; it is abandoned and loaded anew")  # noqa: TRY400 - no traceback of use
            owner.thread.end()
            self._owner = _Owner(self._load)
            self._patience = self._patience.after_failure()
            raise RecognizerFailure(
                f"the recogniser did not answer within {seconds:g} s; it is loaded anew"
            ) from None
        except ModelMissing as missing:
            raise RecognizerFailure(str(missing)) from missing


class _Owner:
    """A thread and its recogniser. Every method except `streams` is called on the thread."""

    def __init__(self, load: Callable[[], Recognizer]) -> None:
        self.thread = WorkerThread("recognizer")
        self._load = load
        self._recognizer: Recognizer | None = None
        self._beside: Recognizer | None = None

    @property
    def streams(self) -> bool:
        return self._recognizer is not None and self._recognizer.streams

    def load(self) -> Recognizer:
        if self._recognizer is None:
            self._recognizer = self._load()
        return self._recognizer

    def beside(self, words: Sequence[str]) -> Recognizer:
        if self._beside is None:
            self._beside = self.load().beside()
        self._beside.expect(words)
        return self._beside

    def close(self) -> None:
        if self._recognizer is not None:
            self._recognizer.close()


def _start(recognizer: Recognizer, words: Sequence[str], listening_for: ListeningFor) -> None:
    recognizer.expect(words)
    recognizer.start(listening_for)


def _accept(recognizer: Recognizer, frames: Sequence[AudioFrame]) -> str:
    for frame in frames:
        recognizer.accept(frame)
    return recognizer.partial()


def _closest(recognizer: Recognizer, frames: Sequence[AudioFrame], words: Sequence[str]) -> str:
    recognizer.start(ListeningFor.COMMANDS)
    for frame in frames:
        recognizer.accept(frame)
    return recognizer.closest(words)


class WorkerThread(NativeThread):
    """Awaitable calls on one thread, in order. A thread that hangs is simply dropped."""

    async def call(self, work: Callable[[], T]) -> T:
        """Run `work` on the thread; return its result or raise its error."""
        future: Future[T] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = work()
            except BaseException as error:  # noqa: BLE001 - whoever waits for it gets it
                future.set_exception(error)
            else:
                future.set_result(result)

        self.give(job)
        return await asyncio.wrap_future(future)
