"""Who has the floor: the speaker or we. Turn taking in one place, so that nobody is talked over and we hear no echo."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager

from voiced.hearing.frame import AudioFrame
from voiced.hearing.gate import OPEN


class Floor:
    """Half-duplex turn taking, counted in samples of the microphone.

    While we are audible, and for a tail after it, frames are kept out. While the speaker talks, our next sentence
    waits, within bounds.
    """

    def __init__(self, position: Callable[[], int], tail_samples: int) -> None:
        """Take turns.

        Args:
            position: samples that the microphone has captured so far.
            tail_samples: how long a room still carries our voice.
        """
        self._position = position
        self._tail_samples = tail_samples
        self._gate = OPEN
        self._free = asyncio.Event()
        self._free.set()

    @contextmanager
    def ours(self) -> Generator[None]:
        """We are audible within the block."""
        self._gate = self._gate.close(self._position())
        try:
            yield
        finally:
            self._gate = self._gate.open(self._position() + self._tail_samples)

    def keeps_out(self, frame: AudioFrame) -> bool:
        """Whether a frame holds our own voice. Frames are asked about in order."""
        self._gate = self._gate.past(frame.start)
        return self._gate.keeps_out(frame)

    def speaker_begins(self) -> None:
        """The speaker says something."""
        self._free.clear()

    def speaker_ends(self) -> None:
        """The speaker is done, and what was said has been told."""
        self._free.set()

    async def free(self, within_seconds: float) -> None:
        """Return when the speaker is silent, or when that was waited for long enough."""
        try:
            async with asyncio.timeout(within_seconds):
                await self._free.wait()
        except TimeoutError:
            return
