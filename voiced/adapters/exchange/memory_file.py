"""What was learnt as a file: one JSON object with a version, which is read as a whole or refused."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.habits import FILLED_IN, Habit, HabitField
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import WrongInput

_VERSION = 1
_WHAT_TO_DO = "write it anew with `voiced memory export`"


class _MemoryFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file. An earlier field stays readable under its version alone."""

    voiced_memory: int
    habits: tuple[Habit, ...]


def written(habits: Sequence[Habit]) -> str:
    """Habits as the text of a file, without the values that they had before."""
    alone = tuple(replace(habit, before="", changed=None) for habit in habits)
    text = msgspec.json.encode(_MemoryFile(_VERSION, alone))
    return msgspec.json.format(text, indent=2).decode() + "\n"


def read(text: bytes, vocabulary: Vocabulary) -> tuple[Habit, ...]:
    """The habits of a file, for a ledger with these names.

    Raises:
        WrongInput: the file is cut or otherwise none of ours, of another version, or names what the ledger lacks.
    """
    try:
        version = msgspec.json.decode(text, type=_Version).voiced_memory
        if version != _VERSION:
            raise WrongInput(
                f"is of version {version}, and this voiced reads version {_VERSION}; {_WHAT_TO_DO}"
            )
        habits = msgspec.json.decode(text, type=_MemoryFile).habits
    except (msgspec.DecodeError, RecursionError) as error:
        raise WrongInput(f"is no memory of voiced, or is cut: {error}; {_WHAT_TO_DO}") from error
    for habit in habits:
        if why := why_broken(habit):
            raise WrongInput(f"{why}; {_WHAT_TO_DO}")
        if why := why_lacking(habit, vocabulary):
            raise WrongInput(why)
    return habits


class _Version(Struct, frozen=True):
    """The version alone, before the rest is read."""

    voiced_memory: int


def why_broken(habit: Habit) -> str | None:
    """The reason why no ledger can take a habit over, or None if one can."""
    if not habit.words or habit.count < 1 or habit.field is HabitField.SAID:
        return "has a habit without words, count or field"
    if habit.last_used.tzinfo is None:
        return f"has the time {habit.last_used.isoformat()} without a zone"
    if habit.field not in FILLED_IN and habit.value != habit.type:
        return f"has the type {habit.value} for {habit.words}, which is {habit.type}"
    return None


def why_lacking(habit: Habit, vocabulary: Vocabulary) -> str | None:
    """The reason why a ledger with these names cannot take a habit over, or None if it can."""
    if habit.field not in FILLED_IN:
        return None
    is_category = habit.field is HabitField.CATEGORY
    known = vocabulary.categories_of(habit.type) if is_category else vocabulary.accounts
    if habit.value in [one.name for one in known]:
        return None
    kind = "categories" if is_category else "accounts"
    return f"names the {habit.field} {habit.value}, which the ledger lacks; add it with `voiced {kind} add {habit.value}`"
