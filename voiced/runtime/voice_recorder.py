"""Records a person's voice: shows one prompt after the other, cuts each out of the microphone, and checks it by the recogniser."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress

from msgspec import Struct

from voiced.hearing.frame import AudioFrame
from voiced.hearing.take import TakeCutter, TakeFault, fault_of, level_change
from voiced.ports.sound import ListeningFor, Microphone, Takes, VoiceActivity
from voiced.runtime.recognizer import RecognizerThread
from voiced.speaking.prompts import FIRST_AND_LAST, is_understood

_MOST_TRIES = 3
_SILENCES_TO_STOP = 3
_SHORT_CHARACTERS = 2
"""A recogniser that expects sentences often writes nothing for a word of this length."""


class PromptShown(Struct, frozen=True):
    """The person is asked to say a prompt; `done` of `total` prompts are recorded."""

    prompt: str
    done: int
    total: int


class TakeKept(Struct, frozen=True):
    """The prompt is recorded.

    Attributes:
        is_checked: whether the recogniser understood it; it has no opinion about some short words.
    """

    prompt: str
    is_checked: bool = True


class TakeRefused(Struct, frozen=True):
    """The prompt has to be said again: its sound has a fault, or the recogniser understood something else.

    Attributes:
        heard: the recognised words; empty beside a fault.
        is_last_try: whether the prompt is left out for this session.
    """

    prompt: str
    fault: TakeFault | None
    heard: str
    is_last_try: bool


class LevelChanged(Struct, frozen=True):
    """The same words are louder (or, below zero, softer) than in the first recording."""

    decibels: float


class NothingSaid(Struct, frozen=True):
    """Nothing was said for a while; the session ends after several such times."""


RecordingReport = PromptShown | TakeKept | TakeRefused | LevelChanged | NothingSaid


class _PersonLeft(Exception):  # noqa: N818 - an end of the session, and no error
    pass


class VoiceRecorder:
    """One session of recording. What an earlier session recorded is not asked again."""

    def __init__(
        self,
        microphone: Microphone,
        voice_activity: VoiceActivity,
        recognizer: RecognizerThread,
        takes: Takes,
        tell: Callable[[RecordingReport], None],
    ) -> None:
        """Prepare.

        Args:
            microphone: where the person speaks.
            voice_activity: tells speech from other sound.
            recognizer: checks each take; its model is loaded.
            takes: keeps the recordings.
            tell: shows the reports to the person.
        """
        self._microphone = microphone
        self._voice_activity = voice_activity
        self._recognizer = recognizer
        self._takes = takes
        self._tell = tell
        self._tries: Counter[str] = Counter()

    async def record(self, prompts: Sequence[str]) -> Sequence[str]:
        """Ask for every prompt that is not recorded; returns those that are still missing at the end.

        The first words are said again at the end, and at the beginning of a later session: their level tells whether the
        distance to the microphone changed.

        Raises:
            MicrophoneFailure: the microphone cannot be opened, or delivers no sound.
            RecognizerFailure: the recogniser failed.
            AudioWrong: a recording cannot be written.
        """
        waiting = deque(prompt for prompt in prompts if prompt not in self._takes.recorded)
        if waiting:
            async with aclosing(self._microphone.frames()) as frames:
                with suppress(_PersonLeft):
                    await self._ask_all(frames, waiting, len(prompts))
        recorded = self._takes.recorded
        return [prompt for prompt in prompts if prompt not in recorded]

    async def _ask_all(self, frames: AsyncGenerator[AudioFrame], waiting: deque[str], total: int) -> None:
        if FIRST_AND_LAST in self._takes.recorded:
            await self._compare(frames, total - len(waiting), total)
        while waiting:
            prompt = waiting.popleft()
            self._tell(PromptShown(prompt, total - len(waiting) - 1, total))
            if not await self._is_recorded(frames, prompt) and self._tries[prompt] < _MOST_TRIES:
                waiting.appendleft(prompt)
        await self._compare(frames, total, total)

    async def _is_recorded(self, frames: AsyncGenerator[AudioFrame], prompt: str) -> bool:
        take = await self._take(frames)
        self._tries[prompt] += 1
        fault = fault_of(take)
        heard = await self._understood(take) if fault is None else ""
        is_last_try = self._tries[prompt] >= _MOST_TRIES
        is_checked = fault is None and is_understood(prompt, heard)
        has_no_opinion = fault is None and not heard and len(prompt) <= _SHORT_CHARACTERS
        if is_checked or (has_no_opinion and is_last_try):
            self._takes.keep(prompt, take)
            self._tell(TakeKept(prompt, is_checked))
            return True
        self._tell(TakeRefused(prompt, fault, heard, is_last_try))
        return False

    async def _compare(self, frames: AsyncGenerator[AudioFrame], done: int, total: int) -> None:
        first = self._takes.take_of(FIRST_AND_LAST)
        if not first:
            return
        self._tell(PromptShown(FIRST_AND_LAST, done, total))
        if change := level_change(first, await self._take(frames)):
            self._tell(LevelChanged(change))

    async def _take(self, frames: AsyncGenerator[AudioFrame]) -> Sequence[AudioFrame]:
        """What is said from now on; sound from before the prompt was shown is dropped."""
        for _ in range(_SILENCES_TO_STOP):
            shown_at, cutter = self._microphone.position, TakeCutter()
            self._voice_activity.reset()
            async for frame in frames:
                if frame.start < shown_at:
                    continue
                take = cutter.hear(frame, is_speech=self._voice_activity.is_speech(frame))
                if take:
                    return take
                if take is not None:
                    self._tell(NothingSaid())
                    break
        raise _PersonLeft

    async def _understood(self, take: Sequence[AudioFrame]) -> str:
        await self._recognizer.start(ListeningFor.ENTRIES)
        await self._recognizer.accept(take)
        return await self._recognizer.finish()
