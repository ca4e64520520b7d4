"""The recogniser off the event loop: one thread owns it, from loading to closing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from voiced.errors import RecognizerFailure
from voiced.hearing.frame import AudioFrame
from voiced.ports import ListeningFor, Recognizer

T = TypeVar("T")


class RecognizerThread:
    """A recogniser that answers to `await`. Calls are carried out in order.

    A failure in the middle of an utterance is told at its end, by `finish`; the next utterance begins afresh.
    """

    def __init__(self, load: Callable[[], Recognizer]) -> None:
        """`load` makes the recogniser, on the thread that will own it."""
        self._load = load
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recognizer")
        self._recognizer: Recognizer | None = None
        self._failure: RecognizerFailure | None = None

    async def load(self) -> None:
        """Load the model, once.

        Raises:
            ModelMissing: the model or the engine is not installed.
        """
        await self._call(self._loaded)

    async def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance."""
        await self._call(lambda: self._start(listening_for))

    async def accept(self, frames: Sequence[AudioFrame]) -> str:
        """Hear frames; what has been understood so far."""
        return await self._call(lambda: self._accept(frames))

    async def finish(self) -> str:
        """The final text of the utterance.

        Raises:
            RecognizerFailure: the engine failed.
        """
        return await self._call(self._finish)

    async def close(self) -> None:
        """Release the model and end the thread."""
        if self._recognizer is not None:
            await self._call(self._recognizer.close)
        self._thread.shutdown(wait=False)

    def _start(self, listening_for: ListeningFor) -> None:
        self._failure = None
        try:
            self._loaded().start(listening_for)
        except RecognizerFailure as failure:
            self._failure = failure

    def _accept(self, frames: Sequence[AudioFrame]) -> str:
        if self._failure is not None:
            return ""
        try:
            recognizer = self._loaded()
            for frame in frames:
                recognizer.accept(frame)
            return recognizer.partial()
        except RecognizerFailure as failure:
            self._failure = failure
            return ""

    def _finish(self) -> str:
        if self._failure is not None:
            raise self._failure
        return self._loaded().finish()

    def _loaded(self) -> Recognizer:
        if self._recognizer is None:
            self._recognizer = self._load()
        return self._recognizer

    async def _call(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
