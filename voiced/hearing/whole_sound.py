"""The utterances in a sound that comes from elsewhere, cut by the rules of the microphone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from voiced.hearing.frame import AudioFrame
from voiced.hearing.segmenter import WAITING, Began, Endpointing, Finished, advance


def utterances_in(
    frames: Sequence[AudioFrame],
    is_speech: Callable[[AudioFrame], bool],
    endpointing: Endpointing,
    preroll_frames: int,
) -> Iterator[Sequence[AudioFrame]]:
    """The frames of each utterance, with pre-roll; the last one may end with the sound."""
    state, begin, free = WAITING, None, 0
    for place, frame in enumerate(frames, 1):
        state, boundary = advance(state, endpointing, is_speech=is_speech(frame))
        match boundary:
            case Began(ago):
                begin = max(free, place - ago - preroll_frames)
            case Finished():
                yield frames[begin:place]
                begin, free = None, place
            case _:
                pass
    if begin is not None:
        yield frames[begin:]
