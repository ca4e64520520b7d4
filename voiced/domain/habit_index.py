"""The habits of a household by their words, so that a sentence finds its own among thousands at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from voiced.domain.habits import Habit, HabitField
from voiced.domain.transaction import TransactionType

_FEWEST = 3
"""Words of fewer characters stand in many longer ones by chance."""
_END = 2
"""The thing itself is named at the end of its words, which both have."""


class HabitIndex:
    """The habits by their words, by the sound of these, and by what is like them.

    Args:
        habits: of the household, the one used last first.
        said: the words of saved rows.
    """

    def __init__(self, habits: Iterable[Habit], said: Collection[str]) -> None:
        self._by_words: dict[str, tuple[Habit, ...]] = {}
        self._said = said
        self._by_sound: Mapping[str, frozenset[str]] | None = None
        self._by_end: Mapping[str, Sequence[str]] | None = None
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

    def like(self, words: str, of_type: TransactionType) -> Habit | None:
        """The only habit of a category whose words hold these in their order, or stand in them; None for words of saved rows.

        Several such habits that differ suggest nothing.
        """
        if words in self._by_words or words in self._said:
            return None
        if self._by_end is None:
            by_end: dict[str, list[str]] = {}
            for known in self._by_words:
                by_end.setdefault(known[-_END:], []).append(known)
            self._by_end = by_end
        found = [
            habit
            for known in self._by_end.get(words[-_END:], ())
            if _stands_in(known, words) or _stands_in(words, known)
            for habit in self.of(known)
            if habit.field is HabitField.CATEGORY and habit.type is of_type
        ]
        return found[0] if len({habit.value for habit in found}) == 1 else None


def _stands_in(shorter: str, longer: str) -> bool:
    """Whether the characters of one stand in the other in the same order: 小李菜摊 in 小李家菜摊."""
    if not _FEWEST <= len(shorter) < len(longer):
        return False
    rest = iter(longer)
    return all(character in rest for character in shorter)
