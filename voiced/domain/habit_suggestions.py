"""What a new entry is asked about: habits of words that are like its own ones."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from voiced.domain.habit_index import HabitIndex
from voiced.domain.habits import fitting
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
        return _few([_moved(entry, understood.words, index, vocabulary)])
    like = [fitting(entry, index.of(words), vocabulary) for words in index.like(understood.words)]
    return _few(like)


def _moved(entry: ParseResult, words: str, index: HabitIndex, vocabulary: Vocabulary) -> FieldChange:
    """What a change of like words suggests for the values that habits gave to the entry."""
    given = entry.from_habits.names
    moved = (index.moved(habit) for habit in index.of(words) if habit.field in given)
    # Only what a habit gave may change, so that an account that was said stays although it is taken off here.
    return fitting(replace(entry, account=None), [habit for habit in moved if habit], vocabulary)


def _few(changes: Iterable[FieldChange]) -> tuple[FieldChange, ...]:
    """The different changes, if none of them is empty and they are few enough."""
    different = tuple(dict.fromkeys(changes))
    return () if NO_CHANGE in different or len(different) > _MOST else different
