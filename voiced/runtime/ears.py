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
        self._block: list[AudioFrame] = []
        self._partial = ""

    def enter(self, phase: Phase) -> None:
        """The dialogue is in another phase; a running utterance is heard to its end as it was begun."""
        self._phase = phase

    async def hear(self, frame: AudioFrame) -> None:
        """Take in the next frame. In IDLE nothing is heard."""
        if self._phase is Phase.IDLE:
            self._forget()
            return
        is_speech = self._voice_activity.is_speech(frame)
        settings = self._patience.endpointing[self._phase]
        self._segmentation, boundary = advance(self._segmentation, settings, is_speech=is_speech)
        self._recent.append(frame)
        match boundary:
            case Began(ago):
                await self._begin(ago)
            case Finished():
                self._block.append(frame)
                await self._finish(frame, boundary)
            case NothingBegan():
                log.debug("nothing was said for %.0f s", seconds(settings.max_wait * FRAME_SAMPLES))
            case None if self._segmentation.in_utterance:
                await self._go_on(frame)
            case None:
                pass
        self._trim_recent(settings)

    async def finish_utterance(self) -> None:
        """No more frames come: a running utterance ends here."""
        if self._segmentation.in_utterance:
            self._segmentation = WAITING
            await self._deliver()

    async def _begin(self, ago: int) -> None:
        self._post(SpeechDetected())
        wanted = ago + self._patience.preroll_frames
        self._block = list(self._recent)[-wanted:]
        self._partial = ""
        await self._recognizer.start(_EXPECTED[self._phase])

    async def _go_on(self, frame: AudioFrame) -> None:
        self._block.append(frame)
        if len(self._block) >= BLOCK_FRAMES:
            partial = await self._hand_over()
            if partial and partial != self._partial:
                self._partial = partial
                self._post(PartialHeard(partial))

    async def _finish(self, frame: AudioFrame, finished: Finished) -> None:
        end_of_speech = frame.end - finished.silence * FRAME_SAMPLES
        log.debug("utterance %s, speech ended at %.2f s", finished.ending.value, seconds(end_of_speech))
        await self._deliver()

    async def _deliver(self) -> None:
        try:
            await self._hand_over()
            text = await self._recognizer.finish()
        except RecognizerFailure as failure:
            log.warning("an utterance was lost: %s", failure)
            self._post(NotHeard(str(failure)))
            return
        finally:
            self._recent.clear()
        self._post(Heard(text.strip()))

    async def _hand_over(self) -> str:
        block, self._block = self._block, []
        return await self._recognizer.accept(block)

    def _trim_recent(self, settings: Endpointing) -> None:
        # A beginning reaches back over the frames that were counted towards it, and the pre-roll before them.
        longest = self._patience.preroll_frames + max(self._segmentation.since_speech, settings.start_speech)
        while len(self._recent) > longest:
            self._recent.popleft()

    def _forget(self) -> None:
        if self._recent or self._segmentation != WAITING:
            self._recent.clear()
            self._block = []
            self._segmentation = WAITING
            self._voice_activity.reset()
