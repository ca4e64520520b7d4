"""The habits of a household by their words, so that a sentence finds its own among thousands at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from voiced.domain.habits import Habit
from voiced.domain.thing_words import pairs_of

_LIKE = 0.45
"""The least share of the pairs of characters that like words have in common: 咖啡 and 喝咖啡 have two of three and are like, 吃饭 and
陪客户吃饭 two of five and are not."""
_KNOWN_WITH_A_PAIR = 32
"""So many known words with a pair of characters are compared, habits first, then those used last: a verb stands in hundreds."""


class HabitIndex:
    """The habits by their words, by the sound of these, and by what is like them.

    Args:
        habits: of the household, the one used last first.
        said: the words of saved rows, those said last first.
    """

    def __init__(self, habits: Iterable[Habit], said: Iterable[str]) -> None:
        self._by_words: dict[str, tuple[Habit, ...]] = {}
        self._said = dict.fromkeys(said)
        self._by_sound: Mapping[str, frozenset[str]] | None = None
        self._by_pair: Mapping[str, Sequence[str]] | None = None
        for habit in habits:
            self._by_words[habit.words] = (*self._by_words.get(habit.words, ()), habit)

    def of(self, words: str) -> tuple[Habit, ...]:
        """The habits of these very words."""
        return self._by_words.get(words, ())

    def known(self, words: str, sound_of: Callable[[str], str]) -> str:
        """The words under which habits know these: the same ones, or the only ones that sound like them.

        Words of one character, and words that have saved rows of their own, are what they are.
        """
        if words in self._by_words or len(words) == 1 or words in self._said:
            return words
        if self._by_sound is None:
            grouped: dict[str, frozenset[str]] = {}
            for known in self._by_words:
                sound = sound_of(known)
                grouped[sound] = grouped.get(sound, frozenset()) | {known}
            self._by_sound = grouped
        alike = self._by_sound.get(sound_of(words), frozenset())
        return next(iter(alike)) if len(alike) == 1 else words

    def like(self, words: str) -> tuple[str, ...]:
        """The words of habits or saved rows that have the most in common with these, which have neither; several if equally much."""
        if words in self._by_words or words in self._said:
            return ()
        shares = self._shares(words)
        most = max(shares.values(), default=0.0)
        return tuple(known for known, share in shares.items() if share == most >= _LIKE)

    def moved(self, habit: Habit) -> Habit | None:
        """The habit of like words that had the same value and was changed since this one was used last; the most like one.

        Since both had the same value before, one common pair of characters is enough.
        """
        shares = self._shares(habit.words)
        changed = [
            (share, other)
            for known, share in shares.items()
            for other in self.of(known)
            if (other.field, other.type, other.before) == (habit.field, habit.type, habit.value)
            and other.changed is not None
            and other.changed > habit.last_used
        ]
        return max(changed, key=lambda one: one[0])[1] if changed else None

    def _shares(self, words: str) -> dict[str, float]:
        """The known words that are like these, with the share of pairs of characters that both have."""
        if self._by_pair is None:
            by_pair: dict[str, list[str]] = {}
            for known in dict.fromkeys((*self._by_words, *self._said)):
                for pair in pairs_of(known):
                    by_pair.setdefault(pair, []).append(known)
            self._by_pair = {pair: known[:_KNOWN_WITH_A_PAIR] for pair, known in by_pair.items()}
        own = pairs_of(words)
        common = Counter(known for pair in own for known in self._by_pair.get(pair, ()) if known != words)
        return {known: 2 * count / (len(own) + len(pairs_of(known))) for known, count in common.items()}
