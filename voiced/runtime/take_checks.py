"""Takes of a voice that wait for the recogniser's word while the person goes on speaking."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from voiced.hearing.frame import AudioFrame
from voiced.ports.sound import ListeningFor
from voiced.runtime.recognizer import RecognizerThread


class RecognisedTake(Struct, frozen=True):
    """The frames of a said prompt, and the words that the recogniser wrote for them."""

    prompt: str
    frames: Sequence[AudioFrame]
    heard: str


class TakeChecks:
    """Recognises takes in the order in which they were said, beside the recording of the next ones.

    A small computer takes seconds for a take that lasts one. A person who waited for each would need an hour for a voice.
    """

    def __init__(self, recognizer: RecognizerThread) -> None:
        """Check by a recogniser, whose model is loaded and which nothing else uses."""
        self._recognizer = recognizer
        self._said: asyncio.Queue[tuple[str, Sequence[AudioFrame]]] = asyncio.Queue()
        self._recognised: deque[RecognisedTake] = deque()
        self._waiting = 0
        self._progress = asyncio.Event()

    def add(self, prompt: str, frames: Sequence[AudioFrame]) -> None:
        """Let a take be recognised after those before it."""
        self._waiting += 1
        self._said.put_nowait((prompt, frames))

    async def run(self) -> None:
        """Recognise takes until it is cancelled.

        Raises:
            RecognizerFailure: the recogniser failed.
        """
        while True:
            prompt, frames = await self._said.get()
            await self._recognizer.start(ListeningFor.ENTRIES)
            await self._recognizer.accept(frames)
            self._recognised.append(RecognisedTake(prompt, frames, await self._recognizer.finish()))
            self._waiting -= 1
            self._progress.set()

    async def recognised(self, most_waiting: int) -> Sequence[RecognisedTake]:
        """The takes that were recognised since the last call; waits until at most so many wait for the recogniser."""
        while self._waiting > most_waiting:
            self._progress.clear()
            await self._progress.wait()
        done = tuple(self._recognised)
        self._recognised.clear()
        return done
