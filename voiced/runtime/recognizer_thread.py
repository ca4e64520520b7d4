"""The recogniser off the event loop: one thread owns it, from loading to closing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from voiced.hearing.frame import AudioFrame
from voiced.ports import ListeningFor, Recognizer

T = TypeVar("T")


class RecognizerThread:
    """A recogniser that answers to `await`. Calls are carried out in order."""

    def __init__(self, load: Callable[[], Recognizer]) -> None:
        """`load` makes the recogniser, on the thread that will own it."""
        self._load = load
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recognizer")
        self._recognizer: Recognizer | None = None

    async def load(self) -> None:
        """Load the model, once.

        Raises:
            ModelMissing: the model or the engine is not installed.
        """
        await self._call(self._loaded)

    async def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance."""
        await self._call(lambda: self._loaded().start(listening_for))

    async def accept(self, frames: Sequence[AudioFrame]) -> str:
        """Hear frames; what has been understood so far."""

        def hear() -> str:
            recognizer = self._loaded()
            for frame in frames:
                recognizer.accept(frame)
            return recognizer.partial()

        return await self._call(hear)

    async def finish(self) -> str:
        """The final text of the utterance.

        Raises:
            RecognizerFailure: the engine failed.
        """
        return await self._call(lambda: self._loaded().finish())

    async def close(self) -> None:
        """Release the model and end the thread."""
        if self._recognizer is not None:
            await self._call(self._recognizer.close)
        self._thread.shutdown(wait=False)

    def _loaded(self) -> Recognizer:
        if self._recognizer is None:
            self._recognizer = self._load()
        return self._recognizer

    async def _call(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
