"""The habits of a household in SQL: made of lessons, each of which belongs to a confirmed row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from voiced.adapters.ledger.sql_database import Row, SqlTables, Step
from voiced.adapters.ledger.sql_rows import ENTRY, from_entry
from voiced.domain.habits import Habit, HabitField, HabitKey, Lesson, TaughtRow, habits_of, key_of
from voiced.domain.thing_words import habit_words
from voiced.domain.transaction import Transaction, TransactionType

_LESSONS = 5000
"""Years of an ordinary household. A habit that was neither taught nor used in the last ones is gone."""
_TAUGHT = "SELECT words, type, field, value, created_at, times FROM taught ORDER BY seq DESC LIMIT :lessons"
TEACH = """
INSERT INTO lessons (words, field, type, value, taught_at, times)
VALUES (:words, :field, :type, :value, :taught_at, :times)
"""
"""The statement that takes a habit over, with `stated_columns`."""
_STATED = "SELECT words, type, field, value, times, taught_at FROM lessons WHERE transaction_id IS NULL ORDER BY seq"
_OF_ROWS = "SELECT transaction_id, words, field FROM lessons WHERE transaction_id IS NOT NULL ORDER BY seq"
_ROWS = f"""
SELECT said, field, coalesce(lesson_type, type), {ENTRY}
FROM (SELECT seq AS lesson, words AS said, field, type AS lesson_type, transaction_id FROM lessons
      WHERE field <> 'said' ORDER BY seq DESC LIMIT :lessons) AS taught
LEFT JOIN entries ON entries.id = transaction_id
WHERE transaction_id IS NULL OR entries.id IS NOT NULL
ORDER BY lesson DESC
"""  # noqa: S608 - a constant
_SAID = """
SELECT l.words FROM lessons AS l JOIN transactions AS t ON t.id = l.transaction_id
WHERE l.field = 'said' AND t.undone_at IS NULL AND l.seq > (SELECT max(seq) FROM lessons) - :lessons
GROUP BY l.words ORDER BY max(l.seq) DESC
"""
_FORGET = "DELETE FROM lessons WHERE words = :words"
SETTLE_LESSONS = (
    """
UPDATE lessons SET transaction_id = NULL, type = taught.type, value = taught.value, taught_at = taught.created_at
FROM taught WHERE taught.seq = lessons.seq AND lessons.transaction_id = :id
""",
    "DELETE FROM lessons WHERE transaction_id = :id",
)
"""What a row taught keeps its value, and the row teaches nothing from now on."""
_FORGET_ALL = "DELETE FROM lessons"


class SqlHabits(SqlTables):
    """The habits of a ledger, as `voiced memory` and the card list and forget them."""

    async def habits(self) -> tuple[Habit, ...]:
        """All habits, the one used last first."""
        found = await self._database.run("reading the habits", _TAUGHT, {"lessons": _LESSONS})
        return habits_of(
            TaughtRow(
                words, TransactionType(type_), HabitField(field), value, datetime.fromisoformat(at), times
            )
            for words, type_, field, value, at, times in reversed(found)
        )

    async def rows(self) -> dict[HabitKey, Transaction]:
        """The row that taught each habit last; a habit that was stated since lacks a row."""
        found = await self._database.run("reading the rows that taught", _ROWS, {"lessons": _LESSONS})
        last: dict[HabitKey, Row] = {}
        for words, field, type_, *row in found:
            last.setdefault(key_of(words, TransactionType(type_), HabitField(field)), row)
        return {key: from_entry(row) for key, row in last.items() if row[0] is not None}

    async def words_of_rows(self) -> tuple[str, ...]:
        """The words of the latest rows that were said, those said last first."""
        found = await self._database.run("reading the words of rows", _SAID, {"lessons": _LESSONS})
        return tuple(words for (words,) in found)

    async def lessons(self) -> tuple[Lesson, ...]:
        """What the valid rows teach, in the order of teaching."""
        found = await self._database.run("reading the lessons", _OF_ROWS)
        return tuple(Lesson(id_, words, HabitField(field)) for id_, words, field in found)

    async def stated(self) -> tuple[Habit, ...]:
        """What was stated or taken over, so that no row teaches it, in the order of teaching."""
        found = await self._database.run("reading the stated habits", _STATED)
        return tuple(
            Habit(words, TransactionType(type_), HabitField(field), value, times, datetime.fromisoformat(at))
            for words, type_, field, value, times, at in found
        )

    async def teach(self, habits: Sequence[Habit]) -> None:
        """Take habits over that no row taught, all of them or none."""
        steps: list[Step] = [
            (TEACH, stated_columns(habit)) for habit in sorted(habits, key=lambda habit: habit.last_used)
        ]
        if steps:
            await self._database.run_together("teaching habits", steps)

    async def forget(self, words: str) -> tuple[Habit, ...]:
        """Forget all lessons about entries of these words; returns the habits that they made."""
        words = habit_words(words)
        gone = tuple(habit for habit in await self.habits() if habit.words == words)
        await self._database.run("forgetting a habit", _FORGET, {"words": words})
        await self._database.wipe()
        return gone

    async def forget_all(self) -> tuple[Habit, ...]:
        """Forget all lessons; returns the habits that they made."""
        gone = await self.habits()
        await self._database.run("forgetting all habits", _FORGET_ALL)
        await self._database.wipe()
        return gone


def stated_columns(habit: Habit) -> dict[str, str | int]:
    """The lesson of a habit that no row taught, by column."""
    return {
        "words": habit.words,
        "field": habit.field.value,
        "type": habit.type.value,
        "value": habit.value,
        "taught_at": habit.last_used.isoformat(),
        "times": habit.count,
    }


def lessons_to_json(lessons: Sequence[Lesson]) -> str:
    """Lessons in the form of the view `new_batches`."""
    return msgspec.json.encode(lessons).decode()
