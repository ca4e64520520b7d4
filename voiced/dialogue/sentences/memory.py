"""The sentences about what was learnt, and about its change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from voiced.dialogue.sentences.days_and_amounts import day_words
from voiced.dialogue.sentences.phrases import NAMED_AT_MOST
from voiced.domain.habits import Habit, HabitField
from voiced.domain.transaction import TYPE_NAMES, FieldChange

NOTHING_LEARNT = "还没有学到什么。"
UNCHANGED = "那就照旧。"


def learnt(habits: Sequence[Habit]) -> str:
    """Names the habits used last, and says how many there are."""
    if not habits:
        return NOTHING_LEARNT
    named = "，".join(map(_told, habits[:NAMED_AT_MOST]))
    more = "" if len(habits) <= NAMED_AT_MOST else f"，一共{len(habits)}条，都在账本页上"
    return f"记住的有：{named}{more}。"


def forget_offer(habits: Sequence[Habit]) -> str:
    """Asks whether to forget the habits of a thing."""
    return f"要忘掉{'、'.join(map(_told, habits))}吗？"


def which_to_forget(words: Sequence[str]) -> str:
    """Several habits are like the thing."""
    return f"记住的有{'、'.join(words[:NAMED_AT_MOST])}，请说忘掉哪一个。"


def nothing_of(thing: str) -> str:
    """No habit is about the thing."""
    return f"没有学过{thing}怎么记。"


def teach_offer(habit: Habit) -> str:
    """Asks whether a habit holds from now on."""
    return f"以后{_told(habit, '都')}，要这样记住吗？"


def suggestion(words: str, changes: Sequence[FieldChange]) -> str:
    """Asks whether a thing has the habits of one that is called almost so, or which of two."""
    return (
        f"{words}，{'，还是'.join(map(_changed, changes))}？"
        if len(changes) > 1
        else f"{words}，是不是也{_changed(changes[0])}？"
    )


def _changed(change: FieldChange) -> str:
    category = f"记{change.category}" if change.category else ""
    account = f"用{change.account}" if change.account else ""
    return "，".join(filter(None, (category, account)))


def taught(habit: Habit) -> str:
    """A habit holds from now on."""
    return f"以后{_told(habit, '都')}。"


def reason(habit: Habit, today: date) -> str:
    """A habit gave the value, with the day of the row that taught it last."""
    return f"因为{day_words(habit.last_used.date(), today) or '今天'}{_told(habit)}，这笔是按上次记的。"


def not_learnt(value: str) -> str:
    """No habit gave the value."""
    return f"{value}不是学来的，是按说法里的词归的。"


def _told(habit: Habit, always: str = "") -> str:
    """A habit in words: 狗粮记在宠物."""
    match habit.field:
        case HabitField.CATEGORY:
            return f"{habit.words}{always}记在{habit.value}"
        case HabitField.ACCOUNT:
            return f"{habit.words}{always}用{habit.value}"
        case HabitField.TYPE:
            return f"{habit.words}算{TYPE_NAMES[habit.type]}"
        case HabitField.ENTRY | HabitField.SAID:
            return f"{habit.words}是一笔账"
