"""Habits of a household: the category or the account that its corrections gave to the same words.

A lesson is a confirmed row whose category or account was corrected, or was given by a habit. One lesson makes a habit, and
another one replaces it at once. A row that was corrected for 「这次」 is no lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.thing_words import habit_words
from voiced.domain.transaction import (
    NO_CHANGE,
    Doubt,
    DoubtReason,
    EntryField,
    FieldChange,
    ParseResult,
    Transaction,
    TransactionType,
    Understood,
)
from voiced.domain.vocabulary import Vocabulary


class HabitField(StrEnum):
    """The subject of a lesson: a field that a habit fills in, or a question that it answers.

    TYPE: whether the words are an expense, an income or a transfer. ENTRY: whether they are an entry at all. SAID fills in
    nothing: it keeps the words of a row, so that a later change of the row can teach.
    """

    CATEGORY = EntryField.CATEGORY.value
    ACCOUNT = EntryField.ACCOUNT.value
    TYPE = EntryField.TYPE.value
    ENTRY = "entry"
    SAID = "said"


FILLED_IN = HabitField.CATEGORY, HabitField.ACCOUNT
"""The fields of which a habit of one type says nothing about an entry of another."""


HabitKey = tuple[str, TransactionType | None, HabitField]
"""What a habit is about: the words, the type of the entries, and the field. An answer to a question is about all types."""


class Habit(Struct, frozen=True, omit_defaults=True):
    """The value that entries of these words get.

    Attributes:
        words: those that were said of the entry, in the form of `habit_words`.
        type: of the entries.
        value: a category or an account of the ledger; the type where the habit answers a question.
        count: the lessons of this value so far.
        last_used: when the last of them was confirmed.
        before: the value that the lessons had before this one; empty if they never had another.
        changed: when the first lesson of the present value after that one was confirmed.
    """

    words: str
    type: TransactionType
    field: HabitField
    value: str
    count: int
    last_used: datetime
    before: str = ""
    changed: datetime | None = None

    @property
    def key(self) -> HabitKey:
        """What it is about."""
        return key_of(self.words, self.type, self.field)


class Lesson(Struct, frozen=True):
    """A confirmed row's lesson about the words of its entry: the value that the row has in this field."""

    transaction_id: str
    words: str
    field: HabitField


class TaughtRow(Struct, frozen=True):
    """A lesson with the present values of its row, which may have been changed since it was confirmed.

    Attributes:
        times: how many lessons it stands for, since a habit that was taken over counts as often as it was taught.
    """

    words: str
    type: TransactionType
    field: HabitField
    value: str
    confirmed_at: datetime
    times: int = 1

    @property
    def key(self) -> HabitKey:
        """What its habit is about."""
        return key_of(self.words, self.type, self.field)


def habits_of(taught: Iterable[TaughtRow]) -> tuple[Habit, ...]:
    """The habits that the lessons make, the one used last first.

    Args:
        taught: the lessons, in the order of confirming.
    """
    lessons: dict[HabitKey, list[TaughtRow]] = {}
    for row in taught:
        lessons.setdefault(row.key, []).append(row)
    return tuple(sorted(map(_habit_of, lessons.values()), key=lambda habit: habit.last_used, reverse=True))


def newer(habits: Sequence[Habit], known: Iterable[Habit]) -> tuple[Habit, ...]:
    """Those of the habits that are not among the known ones, and for which no known habit was used later."""
    last = {habit.key: habit for habit in known}

    def is_newer(habit: Habit) -> bool:
        same = last.get(habit.key)
        return same is None or (same.value != habit.value and same.last_used < habit.last_used)

    return tuple(filter(is_newer, habits))


def without_same(habits: Iterable[Habit], stated: Habit) -> tuple[Habit, ...]:
    """The habits but for the one that the stated one takes the place of."""
    return tuple(habit for habit in habits if habit.key != stated.key)


def key_of(words: str, of_type: TransactionType, field: HabitField) -> HabitKey:
    """What a habit or a lesson of this type is about."""
    return words, of_type if field in FILLED_IN else None, field


def _habit_of(rows: Sequence[TaughtRow]) -> Habit:
    """The habit of lessons about the same words and field, of which there is at least one: the value of the last one."""
    last = rows[-1]
    times = sum(row.times for row in rows if row.value == last.value)
    habit = Habit(last.words, last.type, last.field, last.value, times, last.confirmed_at)
    for earlier, later in reversed(tuple(pairwise(rows))):
        if earlier.value != last.value:
            return replace(habit, before=earlier.value, changed=later.confirmed_at)
    return habit


def with_habits(
    entry: ParseResult,
    habits: Sequence[Habit],
    vocabulary: Vocabulary,
    *,
    said: str = "",
    is_once: bool = False,
    is_type_asked: bool = False,
) -> ParseResult:
    """A new entry as it was understood, with the category and the account that habits give to its words.

    An account that was said stays. An entry that was understood before stays as it is. A transfer gets neither. Of two types
    between which the words leave the choice, a habit takes the one that the speaker chose before.

    Args:
        entry: the new entry.
        habits: of the household.
        vocabulary: of the ledger.
        said: the words of the entry; empty for its description.
        is_once: whether they are of this time alone (这次), so that the entry teaches nothing.
        is_type_asked: whether the entry is a reading of words that leave the type open.
    """
    words = habit_words(said or entry.description)
    if entry.understood is not None or not words:
        return entry
    understood = Understood(
        words, entry.type, entry.category, entry.account, is_once=is_once, is_type_asked=is_type_asked
    )
    known = [habit for habit in habits if habit.words == words]
    if entry.doubt is not None:
        is_type_asked = entry.doubt.reason is DoubtReason.TYPE
        readings = (
            tuple(
                with_habits(row, known, vocabulary, said=said, is_once=is_once, is_type_asked=is_type_asked)
                for row in reading
            )
            for reading in entry.doubt.readings
        )
        entry = replace(entry, doubt=Doubt(entry.doubt.reason, tuple(readings)))
        if is_type_asked and (chosen := _chosen_before(entry, known)) is not None:
            return chosen
    given = fitting(entry, known, vocabulary)
    if given.is_empty:
        return replace(entry, understood=understood)
    changed = replace(entry, doubt=None).amended(given)
    return replace(changed, doubt=entry.doubt, understood=replace(understood, by_habit=given))


def _chosen_before(entry: ParseResult, known: Iterable[Habit]) -> ParseResult | None:
    """The reading of the type that the speaker chose for these words before; None if there is no such choice or reading."""
    types = (habit.type for habit in known if habit.field is HabitField.TYPE)
    chosen = next(types, None)
    if entry.doubt is None or chosen is None:
        return None
    return entry.doubt.row_with(FieldChange(type=chosen))


def offered(entry: ParseResult, habits: Iterable[Habit]) -> tuple[ParseResult, bool]:
    """An entry of which the words leave open whether the money moved, and whether the speaker said before that it did."""
    understood = entry.understood
    if understood is None:
        return entry, False
    is_known = any(habit.field is HabitField.ENTRY and habit.words == understood.words for habit in habits)
    return replace(entry, understood=replace(understood, is_offered=True)), is_known


def fitting(entry: ParseResult, habits: Iterable[Habit], vocabulary: Vocabulary) -> FieldChange:
    """What these habits, at most one of a field, would change of the entry."""
    values = {
        habit.field: habit.value
        for habit in habits
        if habit.type is entry.type and _fits(habit, entry, vocabulary)
    }
    return FieldChange(category=values.get(HabitField.CATEGORY), account=values.get(HabitField.ACCOUNT))


def _fits(habit: Habit, entry: ParseResult, vocabulary: Vocabulary) -> bool:
    """Whether the ledger still has the habit's value, and the entry neither has it already nor states another account."""
    match habit.field:
        case _ if entry.type is TransactionType.TRANSFER:
            return False
        case HabitField.CATEGORY:
            names = (category.name for category in vocabulary.categories_of(entry.type))
            return habit.value != entry.category and habit.value in names
        case HabitField.TYPE | HabitField.ENTRY | HabitField.SAID:
            return False
        case HabitField.ACCOUNT:
            names = (account.name for account in vocabulary.accounts)
            return entry.account is None and habit.value in names


def without_habits(entry: ParseResult) -> ParseResult:
    """The entry with the values that it would have without habits; values that were corrected since stay."""
    understood = entry.understood
    if understood is None or entry.from_habits.is_empty:
        return entry
    fields = entry.from_habits.names
    return replace(
        entry,
        category=understood.category if EntryField.CATEGORY in fields else entry.category,
        account=understood.account if EntryField.ACCOUNT in fields else entry.account,
        understood=replace(understood, by_habit=NO_CHANGE),
    )


def lessons_of(entry: ParseResult, transaction_id: str) -> tuple[Lesson, ...]:
    """The lessons of a confirmed entry: its words, and its fields that were corrected, or that a habit gave and that stayed.

    An answer to the question whether it is an entry, or of which type, teaches, too. An entry of this time alone teaches
    nothing. The category and the account of one whose type was corrected teach nothing, since the type decides its categories.
    An account that was said and then corrected was misheard; it is no habit.
    """
    understood = entry.understood
    if understood is None or understood.is_once:
        return ()
    fields = [HabitField.SAID]
    if understood.is_offered:
        fields.append(HabitField.ENTRY)
    if understood.is_type_asked:
        fields.append(HabitField.TYPE)
    if understood.type is entry.type and entry.type is not TransactionType.TRANSFER:
        taught = [HabitField.CATEGORY, *([HabitField.ACCOUNT] if understood.account is None else [])]
        fields += [
            field
            for field in taught
            if field in understood.by_habit.names or getattr(entry, field) != getattr(understood, field)
        ]
    return tuple(Lesson(transaction_id, understood.words, field) for field in fields)


def of_this_time(entry: ParseResult) -> ParseResult:
    """The entry as one that teaches nothing."""
    understood = entry.understood
    return entry if understood is None else replace(entry, understood=replace(understood, is_once=True))


def habits_behind(row: Transaction, habits: Sequence[Habit]) -> tuple[Habit, ...]:
    """The habits that a saved row follows, the one used last first: it has their values, and their words.

    A row keeps only its description, so where no habit has these very words, those count that hold them.
    """
    thing = habit_words(row.description)
    given = (habit for habit in habits if habit.field in FILLED_IN)
    alike = [habit for habit in given if (habit.type, habit.value) == (row.type, getattr(row, habit.field))]
    same = tuple(habit for habit in alike if habit.words == thing)
    return same or tuple(habit for habit in alike if thing and thing in habit.words)
