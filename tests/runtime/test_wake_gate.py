"""The gate before the recogniser: only speech with the wake phrase is recognised, and a spotter that fails hides nothing."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

import pytest

from voiced.errors import NoModelYet, RecognizerFailure
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, AudioFrame
from voiced.runtime.wake_gate import Spotter, WakeGate

FRAMES = [AudioFrame(number * FRAME_SAMPLES, bytes(FRAME_BYTES)) for number in range(10)]


class Scripted:
    """Hears the phrase in the call of this number."""

    def __init__(self, at: int, failure: Exception | None = None) -> None:
        self._at = at
        self._failure = failure
        self.calls = 0

    def restart(self) -> None:
        self.calls = 0

    def hears(self, frames: Sequence[AudioFrame]) -> bool:
        self.calls += 1
        if self._failure is not None:
            raise self._failure
        return self.calls == self._at


@asynccontextmanager
async def gate_of(load: Callable[[], Spotter], deadline_seconds: float = 15.0) -> AsyncGenerator[WakeGate]:
    gate = WakeGate(load, deadline_seconds)
    try:
        yield gate
    finally:
        gate.close()


async def test_it_opens_at_the_phrase_and_is_closed_again_for_the_next_utterance() -> None:
    async with gate_of(lambda: Scripted(2)) as gate:
        for _ in range(2):
            await gate.begins()
            assert [await gate.lets_in(FRAMES) for _ in range(2)] == [False, True]


async def test_a_spotter_that_fails_lets_all_speech_in(caplog: pytest.LogCaptureFixture) -> None:
    async with gate_of(lambda: Scripted(9, RecognizerFailure("no memory"))) as gate:
        await gate.begins()
        assert await gate.lets_in(FRAMES)
        await gate.begins()
        assert await gate.lets_in(FRAMES)
    assert caplog.text.count("looked for in all speech") == 1


async def test_a_spotter_that_cannot_be_loaded_lets_all_speech_in() -> None:
    def load() -> Spotter:
        raise NoModelYet("cut")

    async with gate_of(load) as gate:
        await gate.begins()
        assert await gate.lets_in(FRAMES)


async def test_a_spotter_that_hangs_is_abandoned(caplog: pytest.LogCaptureFixture) -> None:
    free = threading.Event()

    class Hanging(Scripted):
        def hears(self, frames: Sequence[AudioFrame]) -> bool:
            return free.wait(30)

    async with gate_of(lambda: Hanging(1), 0.05) as gate:
        await gate.begins()
        assert await gate.lets_in(FRAMES)
    free.set()
    assert "it hangs" in caplog.text
