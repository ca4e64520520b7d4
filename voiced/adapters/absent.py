"""The parts of a conversation that is configured without them: no model, no microphone, no recogniser, no voice, no loudspeaker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence

from voiced.dialogue.values import requests as rq
from voiced.domain.question_value import QuestionValue
from voiced.errors import InterpreterFailure
from voiced.hearing.frame import SAMPLE_RATE, AudioFrame
from voiced.ports.sound import ListeningFor, Pcm

_NO_MODEL = "no language model is configured (set llm.base_url)"


class NoInterpreter:
    """Refuses each question. The dialogue knows that no model is configured, and asks no question."""

    async def prepare(self) -> None:
        """Do nothing."""

    async def parse(self, request: rq.ParseRequest) -> rq.Entries:
        """Raise an `InterpreterFailure`."""
        raise InterpreterFailure(_NO_MODEL)

    async def correct(self, request: rq.CorrectionRequest) -> rq.Interpretation:
        """Raise an `InterpreterFailure`."""
        raise InterpreterFailure(_NO_MODEL)

    async def read_question(self, request: rq.QuestionRequest) -> QuestionValue | None:
        """Raise an `InterpreterFailure`."""
        raise InterpreterFailure(_NO_MODEL)

    async def close(self) -> None:
        """Do nothing."""


class NoMicrophone:
    """Gives no frame, ever. It counts as opening, so that the watchdog expects no frames."""

    position = 0
    has_frames = False
    is_opening = True
    dropped = 0

    def captured_at(self, sample: int) -> float:
        """The beginning of the clock: no sample was captured."""
        return 0.0

    async def open(self) -> None:
        """Do nothing."""

    async def frames(self) -> AsyncGenerator[AudioFrame]:
        """Wait until cancelled."""
        await asyncio.Event().wait()
        yield AudioFrame(0, b"")  # never reached; it makes a generator of this function

    def hurry(self) -> None:
        """Do nothing."""

    def relax(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class NoMicrophoneSwitch:
    """Stays off."""

    is_on = False

    def switch_on(self) -> None:
        """Do nothing."""

    def switch_off(self) -> None:
        """Do nothing."""


class NoRecognizer:
    """Gives an empty text for every utterance."""

    @property
    def streams(self) -> bool:
        """Always False."""
        return False

    def expect(self, words: Sequence[str]) -> None:
        """Do nothing."""

    def start(self, listening_for: ListeningFor) -> None:
        """Do nothing."""

    def accept(self, frame: AudioFrame) -> None:
        """Do nothing."""

    def partial(self) -> str:
        """An empty text."""
        return ""

    def beside(self) -> NoRecognizer:
        """Itself."""
        return self

    def attempt(self) -> str:
        """An empty text."""
        return ""

    def finish(self) -> str:
        """An empty text."""
        return ""

    def closest(self, words: Sequence[str]) -> str:
        """An empty text."""
        return ""

    def close(self) -> None:
        """Do nothing."""


class SilentVoice:
    """Gives an empty sound for every sentence."""

    async def check(self) -> None:
        """Do nothing."""

    async def synthesize(self, text: str) -> Pcm:
        """An empty sound."""
        return Pcm(b"", SAMPLE_RATE)

    async def close(self) -> None:
        """Do nothing."""


class SilentPlayer:
    """Drops the sound at once."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Only report the beginning."""
        audible()

    def stop(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""
