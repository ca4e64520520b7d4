"""Cuts a single spoken prompt out of the microphone's frames, and judges its sound."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import Enum

from voiced.hearing import segmenter
from voiced.hearing.frame import AudioFrame, level_of

_PREROLL = segmenter.frames(0.3)
_CUT = segmenter.Endpointing.of_seconds(start_speech=0.08, end_silence=0.6, max_utterance=8.0, max_wait=20.0)
_KEPT_SILENCE = segmenter.frames(0.2)
_FAINT_DBFS = -42.0
_CHANGED_DB = 4.0


class TakeFault(Enum):
    """A fault of a take that can be told without understanding it."""

    CUT_OFF = "太响了，离话筒远一点"
    FAINT = "太轻了，离话筒近一点"


class TakeCutter:
    """Takes frames in order, and gives the frames of the first thing that is said, without the silence around it."""

    def __init__(self) -> None:
        self._segmentation: segmenter.Segmentation = segmenter.WAITING
        self._frames: deque[AudioFrame] = deque()

    def hear(self, frame: AudioFrame, *, is_speech: bool) -> Sequence[AudioFrame] | None:
        """Take a frame; returns the take once it is over, and an empty one if nothing was said for long."""
        self._frames.append(frame)
        self._segmentation, boundary = segmenter.advance(self._segmentation, _CUT, is_speech=is_speech)
        match boundary:
            case segmenter.Finished(silence=silence):
                return list(self._frames)[: len(self._frames) - max(0, silence - _KEPT_SILENCE)]
            case segmenter.NothingBegan():
                return ()
            case segmenter.Began(ago):
                self._keep(_PREROLL + ago)
            case None:
                if not self._segmentation.in_utterance:
                    self._keep(_PREROLL + self._segmentation.since_speech)
        return None

    def _keep(self, count: int) -> None:
        while len(self._frames) > count:
            self._frames.popleft()


def fault_of(take: Sequence[AudioFrame]) -> TakeFault | None:
    """The fault of a take, if it has one."""
    level = level_of(take)
    if level.is_clipped:
        return TakeFault.CUT_OFF
    return TakeFault.FAINT if level.loudest_dbfs < _FAINT_DBFS else None


def level_change(first: Sequence[AudioFrame], last: Sequence[AudioFrame]) -> float:
    """By how many dB the same words are louder at the end than at the beginning; 0 for a change that is not heard."""
    change = level_of(last).loudest_dbfs - level_of(first).loudest_dbfs
    return change if abs(change) >= _CHANGED_DB else 0.0
