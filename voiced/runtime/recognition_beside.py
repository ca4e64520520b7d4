"""Recognises sound from elsewhere, such as that of voice satellites, beside the daemon's own microphone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from voiced.dialogue.unclear import SHORT_COMMANDS, as_text
from voiced.errors import Overloaded, RecognizerFailure
from voiced.hearing.frame import AudioFrame
from voiced.hearing.segmenter import Endpointing, utterances_in
from voiced.ports.sound import ListeningFor, Recognizer, VoiceActivity
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.running_utterance import AUDIBLE_SPEECH, SHORT_SPEECH

MOST_WAITING = 4
"""Sounds that are recognised or wait at once."""
FRAMES_A_CALL = 50
"""The frames of one call; a call for the microphone waits no longer than one of these, or than the last words of a sound."""
_LONGEST_COMMAND = 200
"""In frames: a longer utterance is expected to hold entries, also while a draft is open."""


class RecognitionBeside:
    """Recognises one sound after the other, second by second, so that the microphone is never blocked for long."""

    def __init__(
        self,
        recognizer: RecognizerThread,
        open_detector: Callable[[], VoiceActivity],
        endpointing: Endpointing,
        preroll_frames: int,
    ) -> None:
        """Prepare.

        Args:
            recognizer: that of the microphone.
            open_detector: makes a detector of voice activity; the microphone's own remembers its sound.
            endpointing: where utterances begin and end.
            preroll_frames: the frames before its beginning that belong to an utterance.
        """
        self._recognizer = recognizer
        self._open_detector = open_detector
        self._endpointing = endpointing
        self._preroll_frames = preroll_frames
        self._detector: VoiceActivity | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def text_of(self, frames: Sequence[AudioFrame], expected: ListeningFor) -> str:
        """The words in a sound; empty for noise. Speech that gave no words is told as such (`as_text`).

        Args:
            frames: the sound.
            expected: the kind of words that the recogniser should expect.

        Raises:
            Overloaded: too many sounds wait.
            RecognizerFailure: the engine failed, or did not answer in time.
        """
        if self._waiting >= MOST_WAITING:
            raise Overloaded("too many sounds wait for the recogniser")
        self._waiting += 1
        try:
            async with self._turn:
                utterances = await self._utterances(frames)
                texts = [await self._recognised(utterance, expected) for utterance in utterances]
                if utterances and not any(texts):
                    return await self._without_words(utterances[-1], expected)
        finally:
            self._waiting -= 1
        return "，".join(text for text in texts if text)

    async def _utterances(self, frames: Sequence[AudioFrame]) -> list[Sequence[AudioFrame]]:
        """Cut the sound on another thread: the detector takes a tenth of a second for thirty seconds of sound."""
        detector = self._opened_detector()

        def cut() -> list[Sequence[AudioFrame]]:
            return list(utterances_in(frames, detector.is_speech, self._endpointing, self._preroll_frames))

        return await asyncio.to_thread(cut)

    async def _without_words(self, frames: Sequence[AudioFrame], expected: ListeningFor) -> str:
        """Whether it was speech, though the recogniser took it for a noise; about a draft it is weighed once more."""
        from voiced.hearing.speech_guard import holds_voice  # noqa: PLC0415 - numpy, once speech gave no words

        detector = self._opened_detector()

        def speech_in() -> int:
            return sum(map(detector.is_speech, frames)) if holds_voice(frames) else 0

        speech = await asyncio.to_thread(speech_in)
        if speech < AUDIBLE_SPEECH:
            return ""
        if speech > SHORT_SPEECH or expected is not ListeningFor.COMMANDS:
            return as_text("")
        return as_text(await self._recognizer.call_beside(lambda recognizer: _closest(recognizer, frames)))

    def _opened_detector(self) -> VoiceActivity:
        if self._detector is None:
            self._detector = self._open_detector()
        self._detector.reset()
        return self._detector

    async def _recognised(self, frames: Sequence[AudioFrame], expected: ListeningFor) -> str:
        if len(frames) > _LONGEST_COMMAND:
            expected = ListeningFor.ENTRIES
        owner = await self._recognizer.call_beside(lambda recognizer: _begun(recognizer, expected))
        for start in range(0, len(frames), FRAMES_A_CALL):
            piece = frames[start : start + FRAMES_A_CALL]
            await self._recognizer.call_beside(
                lambda recognizer, piece=piece: _take(recognizer, owner, piece)
            )
        return await self._recognizer.call_beside(lambda recognizer: _same(recognizer, owner).finish())


def _closest(recognizer: Recognizer, frames: Sequence[AudioFrame]) -> str:
    recognizer.start(ListeningFor.COMMANDS)
    for frame in frames:
        recognizer.accept(frame)
    return recognizer.closest(SHORT_COMMANDS)


def _begun(recognizer: Recognizer, expected: ListeningFor) -> Recognizer:
    recognizer.start(expected)
    return recognizer


def _take(recognizer: Recognizer, begun: Recognizer, frames: Sequence[AudioFrame]) -> None:
    for frame in frames:
        _same(recognizer, begun).accept(frame)


def _same(recognizer: Recognizer, begun: Recognizer) -> Recognizer:
    """The recogniser, unless another one has been loaded since the utterance began."""
    if recognizer is not begun:
        raise RecognizerFailure("the recogniser was loaded anew in the middle of a sound")
    return recognizer
