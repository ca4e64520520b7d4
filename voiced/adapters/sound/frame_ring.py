"""Sound on its way from the microphone to the ears, in order. A slow reader loses the oldest frames."""

from __future__ import annotations

import asyncio
from collections import deque

from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_BYTES, FRAME_SAMPLES, AudioFrame, samples

CAPACITY_FRAMES = 500
"""10 s of sound, 320 kB: longer than recognising an utterance takes, and recent enough to be an answer."""


class FrameRing:
    """Cuts sound into numbered frames and keeps the newest ones. A gap in the numbers means lost sound."""

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
        """Frames that were dropped since the beginning, because no reader took them in time."""
        return self._dropped

    def __bool__(self) -> bool:
        """Whether a frame can be taken at once."""
        return bool(self._frames)

    def put(self, pcm: bytes) -> None:
        """Append sound that follows the sound before it without a gap: any number of whole samples."""
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
        """Note that so much sound was lost here, at least one frame. An unfinished frame is dropped."""
        self._rest.clear()
        self._next_start += max(1, round(samples(seconds) / FRAME_SAMPLES)) * FRAME_SAMPLES

    async def filled(self) -> None:
        """Return as soon as a frame can be taken."""
        while not self._frames:
            self._filled.clear()
            await self._filled.wait()

    def take(self) -> AudioFrame:
        """Take the oldest frame. The ring must hold one."""
        return self._frames.popleft()
