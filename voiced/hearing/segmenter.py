"""The beginning and the end of utterances, counted in frames of 20 ms instead of clock time: a replay is exact at any speed.

One stray frame decides nothing. A beginning needs `start_speech` frames of speech more than of silence. An end
needs `end_silence` frames of silence; a frame of speech in it only takes `RECOVERY` frames back, so a key click
does not keep an utterance open, while a word of a fifth of a second does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame, samples

RECOVERY = 4
"""Frames of silence that one frame of speech outweighs: nine frames of speech forget half a second of silence."""


class Ending(Enum):
    """The way in which an utterance ended.

    ENDED: silence followed. TIMED_OUT: it reached the longest length and was cut. INTERRUPTED: our own voice began, or the
    sound ended. BROKEN: a part of its sound is missing.
    """

    ENDED = "ended"
    TIMED_OUT = "timed out"
    INTERRUPTED = "interrupted"
    BROKEN = "broken"


class Endpointing(Struct, frozen=True):
    """The lengths that the segmenter works with, in frames.

    Attributes:
        start_speech: speech that begins an utterance; less than `max_utterance`.
        end_silence: silence that ends an utterance.
        max_utterance: the longest utterance; a longer one is cut (TIMED_OUT).
        max_wait: the wait for a beginning after which `NothingBegan` is reported; the wait then starts anew.
    """

    start_speech: int
    end_silence: int
    max_utterance: int
    max_wait: int

    @classmethod
    def of_seconds(
        cls, *, start_speech: float, end_silence: float, max_utterance: float, max_wait: float
    ) -> Endpointing:
        """The same in seconds, each rounded to whole frames and at least one."""
        return cls(
            start_speech=frames(start_speech),
            end_silence=frames(end_silence),
            max_utterance=frames(max_utterance),
            max_wait=frames(max_wait),
        )

    def with_end_silence(self, end_silence: int) -> Endpointing:
        """The same lengths with another `end_silence`."""
        return self if end_silence == self.end_silence else replace(self, end_silence=end_silence)

    def with_start_speech(self, most: int) -> Endpointing:
        """The same lengths with at most so much `start_speech`."""
        return self if self.start_speech <= most else replace(self, start_speech=most)


class SpokenUtterance(Struct, frozen=True):
    """One stretch of speech, from its first sample to its last.

    Attributes:
        start: the first sample, the pre-roll included.
        end_of_speech: the sample at which the speaker fell silent, before the silence that ended the utterance.
        end: the sample after the last one.
        ending: how it ended.
        text: the recognised words; empty for a noise.
        attempts: how often the recogniser worked on it; more than once where it guessed before the end.
        pcm: little-endian 16-bit mono samples at 16 kHz.
    """

    start: int
    end_of_speech: int
    end: int
    ending: Ending
    text: str
    attempts: int
    pcm: bytes


class Began(Struct, frozen=True):
    """An utterance began `ago` frames before the end of the current frame."""

    ago: int


class Finished(Struct, frozen=True):
    """An utterance ended.

    Attributes:
        ending: ENDED or TIMED_OUT.
        silence: frames of silence at its end. They give the real end of speech.
    """

    ending: Ending
    silence: int


class NothingBegan(Struct, frozen=True):
    """No utterance began within `max_wait`."""


Boundary = Began | Finished | NothingBegan


class Segmentation(Struct, frozen=True):
    """The state of the segmenter.

    Attributes:
        in_utterance: whether an utterance is running.
        frames: frames of the running utterance, or of the wait for one.
        speech: outside an utterance, the surplus of frames with speech over frames of silence.
        since_speech: outside an utterance, frames since that count last left zero.
        silence: inside an utterance, frames of silence that speech has not outweighed.
    """

    in_utterance: bool = False
    frames: int = 0
    speech: int = 0
    since_speech: int = 0
    silence: int = 0


WAITING = Segmentation()


def frames(seconds: float) -> int:
    """Seconds as a whole number of frames, at least one."""
    return max(1, round(samples(seconds) / FRAME_SAMPLES))


def advance(
    state: Segmentation, settings: Endpointing, *, is_speech: bool
) -> tuple[Segmentation, Boundary | None]:
    """The state after one more frame, and the boundary that the frame completes, if any."""
    if state.in_utterance:
        return _advance_inside(state, settings, is_speech=is_speech)
    return _advance_outside(state, settings, is_speech=is_speech)


def resume(state: Segmentation, settings: Endpointing) -> Segmentation:
    """The state when speech goes on after a silence as long as `end_silence`: that silence is not counted any more."""
    return replace(state, silence=0) if state.silence >= settings.end_silence else state


def _advance_outside(
    state: Segmentation, settings: Endpointing, *, is_speech: bool
) -> tuple[Segmentation, Boundary | None]:
    speech = state.speech + 1 if is_speech else max(0, state.speech - 1)
    since = state.since_speech + 1 if speech else 0
    if since >= settings.max_utterance:
        # This is noise around the threshold. A later beginning must not reach back over it.
        speech = since = 0
    if speech >= settings.start_speech:
        return Segmentation(in_utterance=True, frames=since), Began(since)
    if state.frames + 1 >= settings.max_wait and not speech:
        return WAITING, NothingBegan()
    return Segmentation(frames=state.frames + 1, speech=speech, since_speech=since), None


def _advance_inside(
    state: Segmentation, settings: Endpointing, *, is_speech: bool
) -> tuple[Segmentation, Boundary | None]:
    silence = max(0, state.silence - RECOVERY) if is_speech else state.silence + 1
    if silence >= settings.end_silence:
        return WAITING, Finished(Ending.ENDED, silence)
    if state.frames + 1 >= settings.max_utterance:
        return WAITING, Finished(Ending.TIMED_OUT, silence)
    return Segmentation(in_utterance=True, frames=state.frames + 1, silence=silence), None


def utterances_in(
    frames: Sequence[AudioFrame],
    is_speech: Callable[[AudioFrame], bool],
    endpointing: Endpointing,
    preroll_frames: int,
) -> Iterator[Sequence[AudioFrame]]:
    """The utterances in a sound that comes from elsewhere, each with pre-roll; the last one may end with the sound."""
    state, begin, free = WAITING, None, 0
    for place, frame in enumerate(frames, 1):
        state, boundary = advance(state, endpointing, is_speech=is_speech(frame))
        match boundary:
            case Began(ago):
                begin = max(free, place - ago - preroll_frames)
            case Finished():
                yield frames[begin:place]
                begin, free = None, place
            case NothingBegan() | None:
                pass
    if begin is not None:
        yield frames[begin:]
