"""What was said up to a pause in dictation, where it is so sure that it need not be heard once more.

A recogniser that does not stream guesses in a pause. When speech goes on, the guess was right for what it heard; only
the words at its end may mean something else with those that follow (一百 … 二十, 三十 … 斤苹果).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from voiced.language.amounts import AmountMention, find_amounts
from voiced.language.text import SEPARATORS, normalise

LONG_FRAMES = 250
"""5 s: Whisper's work at less is nearly the same, so a guess at it is one too many where the next one follows soon."""
LEAST_PAUSE = 25
"""Frames, 0.5 s: who pauses less is often in the middle of something."""
_AFTER_AMOUNT = SEPARATORS + "了吧啊呢"


class Passage(Struct, frozen=True):
    """How much of an utterance stands, and what was guessed at it in vain.

    Attributes:
        kept: words that need not be heard again.
        begins: the frame of the utterance from which on it is still to be heard.
        for_nothing: guesses that were thrown away.
        for_little: guesses at less than `LONG_FRAMES` that were kept.
    """

    kept: str = ""
    begins: int = 0
    for_nothing: int = 0
    for_little: int = 0

    def gone_on(self, guess: str, follows: int, pause: int) -> Passage:
        """Speech goes on after a guess.

        Args:
            guess: all words so far, those kept included.
            follows: the frame from which on nothing of the guess is said.
            pause: frames of silence behind the guess.
        """
        if pause < LEAST_PAUSE or _closing_amount(_bare(guess)) is None:
            return replace(self, for_nothing=self.for_nothing + 1)
        is_little = follows - self.begins < LONG_FRAMES
        return replace(self, kept=guess, begins=follows, for_little=self.for_little + is_little)

    def stands_before(self, following: str) -> bool:
        """Whether the amount that ends the kept words is still the same with the words that follow."""
        if not self.kept or not following:
            return True
        bare = _bare(self.kept)
        return _closing_amount(bare) in find_amounts(bare + normalise(following))

    def heard_again(self) -> Passage:
        """Nothing of it stands: it is to be heard from its first frame."""
        return replace(self, kept="", begins=0)

    def in_vain(self, frames: int) -> int:
        """Guesses that speak against another one after so many frames of the utterance.

        What is long is worth one whatever was kept before it.
        """
        is_long = frames - self.begins >= LONG_FRAMES
        return self.for_nothing if is_long else self.for_nothing + self.for_little

    def with_words(self, following: str) -> str:
        """All words: those kept, and those that follow them."""
        return "，".join(words for words in (self.kept, following) if words)


def _bare(text: str) -> str:
    return normalise(text).rstrip(_AFTER_AMOUNT)


def _closing_amount(text: str) -> AmountMention | None:
    """The amount at the end of a text that says before it what it is for."""
    mentions = find_amounts(text)
    if not mentions:
        return None
    last = mentions[-1]
    return last if last.start > 0 and last.end == len(text) and last.amount is not None else None
