"""From frames to words: voice activity, segmentation with pre-roll, streaming recognition."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from voiced.dialogue.events import Event, Heard, NotHeard, PartialHeard, SpeechDetected
from voiced.dialogue.phase import Phase
from voiced.errors import RecognizerFailure
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame, seconds
from voiced.hearing.segmenter import (
    WAITING,
    Began,
    Endpointing,
    Finished,
    NothingBegan,
    Segmentation,
    advance,
)
from voiced.ports import ListeningFor, VoiceActivity
from voiced.runtime.recognizer_thread import RecognizerThread

log = logging.getLogger(__name__)

BLOCK_FRAMES = 10
"""Frames handed to the recogniser at once: 200 ms, the step in which Vosk decodes anyway."""

_EXPECTED = {
    Phase.IDLE: ListeningFor.ENTRIES,
    Phase.LISTENING: ListeningFor.ENTRIES,
    Phase.CONFIRMING: ListeningFor.COMMANDS,
}


@dataclass(frozen=True, slots=True)
class Patience:
    """How utterances are cut, by phase, and how many frames before their beginning are heard with them."""

    endpointing: Mapping[Phase, Endpointing]
    preroll_frames: int


@dataclass(slots=True)
class _Utterance:
    """The running utterance: cut as it was begun, whatever the phase becomes meanwhile."""

    endpointing: Endpointing
    block: list[AudioFrame]
    partial: str = ""


class Ears:
    """Hears frames in order and posts what they mean. One utterance at a time."""

    def __init__(
        self,
        voice_activity: VoiceActivity,
        recognizer: RecognizerThread,
        patience: Patience,
        post: Callable[[Event], None],
    ) -> None:
        self._voice_activity = voice_activity
        self._recognizer = recognizer
        self._patience = patience
        self._post = post
        self._phase = Phase.IDLE
        self._segmentation: Segmentation = WAITING
        self._recent: deque[AudioFrame] = deque()
        self._utterance: _Utterance | None = None

    def enter(self, phase: Phase) -> None:
        """The dialogue is in another phase; a running utterance is heard to its end, unless the session ended."""
        self._phase = phase
        if phase is Phase.IDLE:
            self._forget()

    async def hear(self, frame: AudioFrame) -> None:
        """Take in the next frame. In IDLE nothing is heard."""
        if self._phase is Phase.IDLE:
            return
        is_speech = self._voice_activity.is_speech(frame)
        if self._utterance is None:
            await self._hear_outside(frame, is_speech=is_speech)
        else:
            await self._hear_inside(self._utterance, frame, is_speech=is_speech)

    async def finish_utterance(self) -> None:
        """No more frames come: a running utterance ends here."""
        if self._utterance is not None:
            await self._deliver(self._utterance)

    async def _hear_outside(self, frame: AudioFrame, *, is_speech: bool) -> None:
        settings = self._patience.endpointing[self._phase]
        self._segmentation, boundary = advance(self._segmentation, settings, is_speech=is_speech)
        self._recent.append(frame)
        match boundary:
            case Began(ago):
                log.debug("speech began at %.2f s", seconds(frame.end - ago * FRAME_SAMPLES))
                await self._begin(settings)
            case NothingBegan():
                log.debug("nothing was said for %.0f s", seconds(settings.max_wait * FRAME_SAMPLES))
            case _:
                self._trim_recent()

    async def _hear_inside(self, utterance: _Utterance, frame: AudioFrame, *, is_speech: bool) -> None:
        settings = utterance.endpointing
        self._segmentation, boundary = advance(self._segmentation, settings, is_speech=is_speech)
        utterance.block.append(frame)
        match boundary:
            case Finished(ending, silence):
                end_of_speech = seconds(frame.end - silence * FRAME_SAMPLES)
                log.debug("utterance %s, speech ended at %.2f s", ending.value, end_of_speech)
                await self._deliver(utterance)
            case _ if len(utterance.block) >= BLOCK_FRAMES:
                await self._tell_partial(utterance)
            case _:
                pass

    async def _begin(self, settings: Endpointing) -> None:
        self._utterance = _Utterance(settings, list(self._recent))
        self._recent.clear()
        self._post(SpeechDetected())
        await self._recognizer.start(_EXPECTED[self._phase])

    async def _tell_partial(self, utterance: _Utterance) -> None:
        partial = await self._hand_over(utterance)
        if partial and partial != utterance.partial and self._is_running(utterance):
            utterance.partial = partial
            self._post(PartialHeard(partial))

    async def _deliver(self, utterance: _Utterance) -> None:
        try:
            await self._hand_over(utterance)
            heard: Event = Heard((await self._recognizer.finish()).strip())
        except RecognizerFailure as failure:
            log.warning("an utterance was lost: %s", failure)
            heard = NotHeard(str(failure))
        if self._is_running(utterance):
            self._utterance, self._segmentation = None, WAITING
            self._post(heard)

    async def _hand_over(self, utterance: _Utterance) -> str:
        block, utterance.block = utterance.block, []
        return await self._recognizer.accept(block)

    def _is_running(self, utterance: _Utterance) -> bool:
        # A session may end while the recogniser works; what was said in it is no word of the next one.
        return self._utterance is utterance

    def _trim_recent(self) -> None:
        # A beginning reaches back over the frames that were counted towards it, and the pre-roll before them.
        longest = self._patience.preroll_frames + self._segmentation.since_speech
        while len(self._recent) > longest:
            self._recent.popleft()

    def _forget(self) -> None:
        self._utterance, self._segmentation = None, WAITING
        self._recent.clear()
        self._voice_activity.reset()
