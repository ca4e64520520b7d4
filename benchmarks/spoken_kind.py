"""One take of a kind of spoken conversation, and the person who says its turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from voiced.adapters.voice.time_stretch import stretched
from voiced.hearing.frame import SAMPLE_RATE

PLAIN, TWO = "确认", "两笔"
_FREE = ("嗯对就这样",)
_SAY_AGAIN, _HOW_MANY = "请再说一次", "还是两笔"
_SLOWER = 1.08

Sound = bytes


@dataclass
class Conversation:
    """One take of a kind, and what came of it.

    Attributes:
        ways: other sounds in the same take: `PLAIN` and `TWO`.
        repeats: turns that were said again or in other words, and questions that were answered.
    """

    kind: str
    take: str
    expected: tuple[str, ...]
    words: tuple[str, ...]
    sounds: tuple[Sound, ...] = field(repr=False)
    ways: Mapping[str, Sound] = field(repr=False)
    heard: list[str] = field(default_factory=list[str])
    said: list[str] = field(default_factory=list[str])
    rows: tuple[str, ...] = ()
    silences: int = 0
    repeats: int = 0

    def person(self) -> Person:
        """The person who says its turns."""
        return Person(self)

    @property
    def wrong_rows(self) -> int:
        """Rows that were not meant."""
        return sum((Counter(self.rows) - Counter(self.expected)).values())

    @property
    def is_right(self) -> bool:
        """Whether the ledger holds what was meant."""
        return Counter(self.rows) == Counter(self.expected)


class Person:
    """Says the turns of a conversation, and does what people do where the daemon does not understand.

    Asked to say it again, the person says the turn again, slower; then a free assent in the plainest word, 「确认」; any other turn once more.
    Asked whether it is one row or two, the person says 「两笔」.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._answers_before = 0

    def turns(self) -> Iterator[Sound]:
        """The sounds; each is asked for when the daemon has answered the one before."""
        for words, sound in zip(self._conversation.words, self._conversation.sounds, strict=True):
            yield from self._said(sound)
            repeats = iter(
                (in_time(sound, _SLOWER), self._conversation.ways[PLAIN] if words in _FREE else sound)
            )
            while _SAY_AGAIN in self._answer and (again := next(repeats, None)):
                self._conversation.repeats += 1
                yield from self._said(again)
            if _HOW_MANY in self._answer:
                self._conversation.repeats += 1
                yield from self._said(self._conversation.ways[TWO])

    def _said(self, sound: Sound) -> Iterator[Sound]:
        self._answers_before = len(self._conversation.said)
        yield sound
        if len(self._conversation.said) == self._answers_before:
            self._conversation.silences += 1

    @property
    def _answer(self) -> str:
        """What the daemon said last, if it said anything."""
        return "".join(self._conversation.said[self._answers_before :])


def in_time(sound: Sound, factor: float) -> Sound:
    """A sound with so many times its length, at the same pitch."""
    return pcm_of(stretched(samples_of(sound), SAMPLE_RATE, factor))


def samples_of(sound: Sound) -> npt.NDArray[np.float32]:
    """The samples of a sound."""
    return np.frombuffer(sound, dtype="<i2").astype(np.float32)


def pcm_of(samples: npt.NDArray[np.float32]) -> Sound:
    """A sound of samples; what is too loud is cut."""
    return np.rint(samples).clip(-32_768, 32_767).astype("<i2").tobytes()
