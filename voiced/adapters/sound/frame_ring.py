"""Sound on its way from the microphone to the ears, in order. Who is late loses the oldest, never the newest."""

from __future__ import annotations

import asyncio
from collections import deque

from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_BYTES, FRAME_SAMPLES, AudioFrame, samples

CAPACITY_FRAMES = 500
"""10 s of sound, 320 kB: longer than any recogniser takes for an utterance, short enough to be an answer still."""


class FrameRing:
    """Cuts sound into numbered frames and keeps the newest of them. Lost sound shows as a jump of the numbers."""

    def __init__(self, capacity_frames: int = CAPACITY_FRAMES) -> None:
        """Empty, at sample 0."""
        self._frames: deque[AudioFrame] = deque(maxlen=capacity_frames)
        self._rest = bytearray()
        self._next_start = 0
        self._dropped = 0
        self._filled = asyncio.Event()

    @property
    def position(self) -> int:
        """The sample after the last one put in."""
        return self._next_start + len(self._rest) // BYTES_PER_SAMPLE

    @property
    def dropped(self) -> int:
        """Frames that nobody took in time, since the beginning."""
        return self._dropped

    def __bool__(self) -> bool:
        """Whether a frame can be taken at once."""
        return bool(self._frames)

    def put(self, pcm: bytes) -> None:
        """More sound, end to end with what was put in before: whole samples, any number of them."""
        self._rest += pcm
        whole = len(self._rest) // FRAME_BYTES * FRAME_BYTES
        for at in range(0, whole, FRAME_BYTES):
            self._dropped += len(self._frames) == self._frames.maxlen
            self._frames.append(AudioFrame(self._next_start, bytes(self._rest[at : at + FRAME_BYTES])))
            self._next_start += FRAME_SAMPLES
        del self._rest[:whole]
        if whole:
            self._filled.set()

    def skip(self, seconds: float) -> None:
        """So much sound was lost here, one frame at least. A frame that was begun goes with it."""
        self._rest.clear()
        self._next_start += max(1, round(samples(seconds) / FRAME_SAMPLES)) * FRAME_SAMPLES

    async def filled(self) -> None:
        """Return as soon as there is a frame."""
        while not self._frames:
            self._filled.clear()
            await self._filled.wait()

    def take(self) -> AudioFrame:
        """The oldest frame; there has to be one."""
        return self._frames.popleft()
