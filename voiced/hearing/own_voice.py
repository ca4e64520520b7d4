"""The daemon's own voice in the microphone: the spans in which it is heard, and the recognition of our own sentence.

Frames from these spans are dropped. The spans are counted in samples, so the right frames are dropped even when they are
processed late. An echo canceller lets some of our voice through, which is recognised like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from voiced.hearing.frame import QUIETEST_DBFS, AudioFrame, dbfs
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.spoken import verbalise
from voiced.language.sounds.pinyin import closeness
from voiced.language.text.spelling import normalise

LEAST_CHARACTERS = 8
"""Shorter texts are never taken for an echo: many of our sentences hold 「确认」, which is also the answer to them."""
_LEAST_CLOSENESS = 80.0
_BELOW_SPEAKER_DB = 22.0
"""The soft syllables of a word lie 10 to 20 dB below its loudest frame. The residue of an echo that comes 12 dB softer than it is
played lies 28 to 34 dB below a speaker in the same room (docs/decisions/0056)."""
_NO_WORD = re.compile(r"\W")


class Gate(Struct, frozen=True):
    """Spans of samples to drop, in order.

    Attributes:
        closed: finished spans, as (first sample, sample after the last).
        closed_since: the first sample of the running span, if one is running.
    """

    closed: tuple[tuple[int, int], ...] = ()
    closed_since: int | None = None

    def close(self, at: int) -> Gate:
        """Our voice becomes audible at sample `at`."""
        return self if self.closed_since is not None else replace(self, closed_since=at)

    def open(self, at: int) -> Gate:
        """Our voice and its echo are over at sample `at`."""
        if self.closed_since is None:
            return self
        return Gate((*self.closed, (self.closed_since, at)))

    def keeps_out(self, frame: AudioFrame) -> bool:
        """Whether a part of the frame was captured while the gate was closed."""
        if self.closed_since is not None and frame.end > self.closed_since:
            return True
        return bool(self.closed) and any(
            start < frame.end and frame.start < end for start, end in self.closed
        )

    def past(self, sample: int) -> Gate:
        """The gate without the spans that ended before `sample`, whose frames have all been seen."""
        if not self.closed or self.closed[0][1] > sample:
            return self
        return replace(self, closed=tuple(span for span in self.closed if span[1] > sample))


OPEN = Gate()


class SpeakerLevel(Struct, frozen=True):
    """The loudness of what the speaker said last, by which speech over our voice is told from the residue of our voice.

    Attributes:
        loudest_dbfs: the loudest frame; before the first words every sound may be the speaker.
    """

    loudest_dbfs: float = QUIETEST_DBFS

    def may_be(self, frame: AudioFrame) -> bool:
        """Whether a frame with our voice in it is loud enough to be the speaker."""
        return dbfs(frame) >= self.loudest_dbfs - _BELOW_SPEAKER_DB

    def after(self, frames: Iterable[AudioFrame]) -> SpeakerLevel:
        """The level once words were recognised in these frames."""
        return SpeakerLevel(max(map(dbfs, frames), default=QUIETEST_DBFS))


def is_echo(heard: str, sentence: str) -> bool:
    """Whether the text sounds like a part of our sentence. A text with another amount is an answer to the sentence."""
    echo, ours = _plain(heard), _plain(sentence)
    size = len(echo)
    if size < LEAST_CHARACTERS or not _amounts(heard) <= _amounts(sentence):
        return False
    return any(
        closeness(echo, ours[at : at + size]) >= _LEAST_CLOSENESS
        for at in range(max(1, len(ours) - size + 1))
    )


def _plain(text: str) -> str:
    return _NO_WORD.sub("", verbalise(normalise(text)))


def _amounts(text: str) -> frozenset[str]:
    return frozenset(str(mention.amount) for mention in find_amounts(normalise(text)))
