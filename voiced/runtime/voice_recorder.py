"""Records a person's voice: shows one prompt after the other, and cuts each out of the microphone.

The recogniser checks a take while the next prompt is said, so that the person waits for nothing.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress

from msgspec import Struct

from voiced.hearing.frame import AudioFrame
from voiced.hearing.take import TakeCutter, TakeFault, fault_of, level_change
from voiced.ports.sound import Microphone, Takes, VoiceActivity
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.take_checks import RecognisedTake, TakeChecks
from voiced.runtime.tasks import Tasks
from voiced.speaking.prompts import FIRST_AND_LAST, is_understood

_MOST_TRIES = 3
_SILENCES_TO_STOP = 3
_MOST_UNCHECKED = 8
"""So many takes may wait for the recogniser before the person has to; an interrupted session loses them."""
_SHORT_CHARACTERS = 2
"""A recogniser that expects sentences often writes nothing for a word of this length."""


class PromptShown(Struct, frozen=True):
    """The person is asked to say a prompt; `done` of `total` prompts were said, of which the recogniser may still refuse some."""

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
    """A prompt has to be said again: its sound has a fault, or the recogniser understood something else.

    It need not be the prompt that was shown last.

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
        self._checks = TakeChecks(recognizer)
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
            async with aclosing(self._microphone.frames()) as frames, Tasks() as tasks:
                tasks.start(self._checks.run())
                with suppress(_PersonLeft):
                    await self._ask_all(frames, waiting, len(prompts))
                await self._judge(waiting, most_unchecked=0)
        recorded = self._takes.recorded
        return [prompt for prompt in prompts if prompt not in recorded]

    async def _ask_all(self, frames: AsyncGenerator[AudioFrame], waiting: deque[str], total: int) -> None:
        if FIRST_AND_LAST in self._takes.recorded:
            await self._compare(frames, total - len(waiting), total)
        while waiting:
            prompt = waiting.popleft()
            self._tell(PromptShown(prompt, total - len(waiting) - 1, total))
            await self._ask(frames, prompt, waiting)
            await self._judge(waiting, most_unchecked=_MOST_UNCHECKED if waiting else 0)
        await self._compare(frames, total, total)

    async def _ask(self, frames: AsyncGenerator[AudioFrame], prompt: str, waiting: deque[str]) -> None:
        """Record one prompt. A faulty sound is asked again at once; any other is checked while the next one is said."""
        take = await self._take(frames)
        self._tries[prompt] += 1
        fault = fault_of(take)
        if fault is None:
            self._checks.add(prompt, take)
            return
        self._tell(TakeRefused(prompt, fault, "", self._is_last_try(prompt)))
        if not self._is_last_try(prompt):
            waiting.appendleft(prompt)

    async def _judge(self, waiting: deque[str], most_unchecked: int) -> None:
        """Keep the takes that were understood meanwhile; those that were not are asked next."""
        again: list[str] = []
        for take in await self._checks.recognised(most_unchecked):
            if not self._is_kept(take) and not self._is_last_try(take.prompt):
                again.append(take.prompt)
        waiting.extendleft(reversed(again))

    def _is_kept(self, take: RecognisedTake) -> bool:
        is_last_try = self._is_last_try(take.prompt)
        is_checked = is_understood(take.prompt, take.heard)
        has_no_opinion = not take.heard and len(take.prompt) <= _SHORT_CHARACTERS
        if is_checked or (has_no_opinion and is_last_try):
            self._takes.keep(take.prompt, take.frames)
            self._tell(TakeKept(take.prompt, is_checked))
            return True
        self._tell(TakeRefused(take.prompt, None, take.heard, is_last_try))
        return False

    def _is_last_try(self, prompt: str) -> bool:
        return self._tries[prompt] >= _MOST_TRIES

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
