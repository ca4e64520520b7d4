"""The words up to a pause in dictation that are certain enough to be recognised only once.

A recogniser without streaming guesses at the words in each pause. When speech goes on, the guess is still right for the
sound before the pause. Only its last words may change their meaning with the next ones (一百 … 二十, 三十 … 斤苹果).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.text.spelling import SEPARATORS, normalise

LONG_FRAMES = 250
"""5 s. Whisper needs nearly the same time for less, so a guess at less is wasted when the next one follows soon."""
LEAST_PAUSE = 25
"""Frames, 0.5 s: a shorter pause is often in the middle of a thought."""
_AFTER_AMOUNT = SEPARATORS + "了吧啊呢"


class Passage(Struct, frozen=True):
    """The part of an utterance that is final, and how many guesses at the rest were discarded.

    Attributes:
        kept: the final words.
        begins: the first frame of the utterance that is not covered by them.
        for_nothing: the number of discarded guesses.
        for_little: the number of kept guesses at less than `LONG_FRAMES`.
    """

    kept: str = ""
    begins: int = 0
    for_nothing: int = 0
    for_little: int = 0

    def gone_on(self, guess: str, follows: int, pause: int) -> Passage:
        """The passage when speech goes on after a guess.

        Args:
            guess: all words so far, the kept ones included.
            follows: the first frame after the words of the guess.
            pause: frames of silence behind the guess.
        """
        if pause < LEAST_PAUSE or _closing_amount(_bare(guess)) is None:
            return replace(self, for_nothing=self.for_nothing + 1)
        is_little = follows - self.begins < LONG_FRAMES
        return replace(self, kept=guess, begins=follows, for_little=self.for_little + is_little)

    def stands_before(self, following: str) -> bool:
        """Whether the following words leave the amount at the end of the kept words as it is."""
        if not self.kept or not following:
            return True
        bare = _bare(self.kept)
        return _closing_amount(bare) in find_amounts(bare + normalise(following))

    def heard_again(self) -> Passage:
        """The passage without kept words: the utterance is recognised from its first frame."""
        return replace(self, kept="", begins=0)

    def in_vain(self, frames: int) -> int:
        """The number of wasted guesses that counts against one more guess after so many frames.

        When much is still to be recognised, a kept guess at little no longer counts.
        """
        is_long = frames - self.begins >= LONG_FRAMES
        return self.for_nothing if is_long else self.for_nothing + self.for_little

    def with_words(self, following: str) -> str:
        """The kept words and the following ones together."""
        return "，".join(words for words in (self.kept, following) if words)


def _bare(text: str) -> str:
    return normalise(text).rstrip(_AFTER_AMOUNT)


def _closing_amount(text: str) -> AmountMention | None:
    """The amount at the end of a text, where words stand before it that may name its purpose."""
    mentions = find_amounts(text)
    if not mentions:
        return None
    last = mentions[-1]
    return last if last.start > 0 and last.end == len(text) and last.amount is not None else None
