"""Two readings of one utterance: what was understood freely, and what a grammar of known phrases made of it.

A grammar takes the place of the recogniser's language model: whatever is said becomes one of its phrases, with full
confidence. So its reading never counts by itself. It may only spell what was understood freely, and sounds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from voiced.language.batch_commands import batch_command
from voiced.language.lexicon import WORDS
from voiced.language.pinyin import closeness
from voiced.language.text import normalise
from voiced.language.wording import read_words

UNKNOWN = "[unk]"
"""What a grammar hears in words that are in none of its phrases."""

_LEAST_CLOSENESS = 85.0
"""Of 100: all syllables nearly the same, or one of three and more of a pair that recognisers confuse."""


@cache
def command_phrases() -> tuple[str, ...]:
    """The closed vocabulary's words that are a command by themselves: 确认, 取消, 没问题."""
    words = dict.fromkeys(word for _, words in WORDS for word in words.split())
    return tuple(word for word in words if batch_command(read_words(normalise(word))))


def better_reading(free: str, restricted: str) -> str:
    """The reading to go on with: the free one, unless the grammar's sounds the same and is the command of the two.

    Both must have as many syllables, each pair alike: 去取消 is not 取消, and no 不 is ever lost. A free reading that
    is a command stays as it is.
    """
    said, phrase = normalise(free), normalise(restricted.replace(UNKNOWN, ""))
    if UNKNOWN in restricted or len(said) != len(phrase) or batch_command(read_words(said)):
        return free
    pairs = [closeness(one, other) for one, other in zip(said, phrase, strict=True)]
    alike = all(pairs) and sum(pairs) >= _LEAST_CLOSENESS * len(pairs)
    return phrase if alike else free


def grammar_of(phrases: Iterable[str], knows: Callable[[str], bool]) -> tuple[str, ...]:
    """The phrases as words of a recogniser, parted by spaces; those that hold a word it does not know are left out.

    Args:
        phrases: as they are written; a space parts words in any case.
        knows: whether the recogniser's vocabulary holds a word.
    """
    spelled = (_spelled(phrase, knows) for phrase in phrases)
    return tuple(dict.fromkeys(" ".join(words) for words in spelled if words))


def _spelled(phrase: str, knows: Callable[[str], bool]) -> tuple[str, ...]:
    """The phrase in the fewest words that are known; empty where there are none."""
    words: tuple[str, ...] = ()
    for part in phrase.split():
        found = _parted(part, knows)
        if not found:
            return ()
        words += found
    return words


def _parted(part: str, knows: Callable[[str], bool]) -> tuple[str, ...]:
    fewest: list[tuple[str, ...] | None] = [()]
    for end in range(1, len(part) + 1):
        ways = [
            (*before, part[start:end])
            for start in range(end)
            if (before := fewest[start]) is not None and knows(part[start:end])
        ]
        fewest.append(min(ways, key=len, default=None))
    return fewest[-1] or ()
