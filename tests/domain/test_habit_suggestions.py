"""What a new entry is asked about."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from tests.support.now import NOW
from voiced.domain.habit_index import HabitIndex
from voiced.domain.habit_suggestions import suggestions
from voiced.domain.habits import Habit, HabitField, with_habits
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY

STALL = Habit("小李菜摊", TransactionType.EXPENSE, HabitField.CATEGORY, "日用", 1, NOW)
MOVED = replace(STALL, words="小李家菜摊", value="零食", before="日用", changed=NOW + timedelta(days=1))
ENTRY = ParseResult(Money(3600), TransactionType.EXPENSE, "买菜", NOW.date(), "小李菜摊")


def suggested(*habits: Habit, account: str | None = None) -> tuple[FieldChange, ...]:
    entry = with_habits(replace(ENTRY, account=account), habits, DEFAULT_VOCABULARY)
    return suggestions(entry, HabitIndex(habits, ()), DEFAULT_VOCABULARY)


def test_a_habit_that_like_words_left_is_asked_about() -> None:
    assert suggested(STALL, MOVED) == (FieldChange(category="零食"),)
    stall = replace(STALL, field=HabitField.ACCOUNT, value="微信")
    moved = replace(MOVED, field=HabitField.ACCOUNT, value="支付宝", before="微信")
    assert suggested(stall, moved) == (FieldChange(account="支付宝"),)
    assert suggested(STALL, MOVED, stall, moved, account="现金") == (FieldChange(category="零食"),)


def test_a_category_that_the_ledger_lacks_now_is_not_asked_about() -> None:
    assert suggested(STALL, replace(MOVED, value="没有的")) == ()
