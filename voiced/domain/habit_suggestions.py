"""What a new entry is asked about: habits of words that are like its own ones."""

from __future__ import annotations

from collections.abc import Iterable

from voiced.domain.habit_index import HabitIndex
from voiced.domain.habits import HabitField, fitting
from voiced.domain.transaction import NO_CHANGE, FieldChange, ParseResult
from voiced.domain.vocabulary import Vocabulary

_MOST = 2
"""Between two values a question may ask; more are too many to hear."""


def suggestions(entry: ParseResult, index: HabitIndex, vocabulary: Vocabulary) -> tuple[FieldChange, ...]:
    """What like words suggest for an entry: one change to agree to, two to choose from, or none.

    New words are compared with all others, and their like ones may suggest nothing. Words with a habit are asked about if like words
    had the same habit, and it was changed since. An entry for this time alone is not asked about.
    """
    understood = entry.understood
    if understood is None or understood.is_once:
        return ()
    if not entry.from_habits.is_empty:
        return _known(entry, [_moved(entry, index)])
    like = [fitting(entry, index.of(words), vocabulary) for words in index.like(understood.words)]
    return _known(entry, like)


def _moved(entry: ParseResult, index: HabitIndex) -> FieldChange:
    """What a change of like words suggests for the values that habits gave to the entry."""
    words, given = "" if entry.understood is None else entry.understood.words, entry.from_habits.values
    moved = {
        habit.field: other.value
        for habit in index.of(words)
        if habit.type is entry.type and habit.field in given and (other := index.moved(habit)) is not None
    }
    return FieldChange(category=moved.get(HabitField.CATEGORY), account=moved.get(HabitField.ACCOUNT))


def _known(entry: ParseResult, changes: Iterable[FieldChange]) -> tuple[FieldChange, ...]:
    """The different changes, if none of them is empty and they are few enough."""
    different = tuple(dict.fromkeys(changes))
    return () if NO_CHANGE in different or len(different) > _MOST else different
