"""What a household teaches by its corrections, and what an entry of the same words gets of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tests.support.now import NOW, TODAY
from tests.support.saved_rows import row_of
from voiced.domain.habits import (
    Habit,
    HabitField,
    Lesson,
    TaughtRow,
    habits_behind,
    habits_of,
    lessons_of,
    of_this_time,
    offered,
    with_habits,
    without_habits,
)
from voiced.domain.money import Money
from voiced.domain.thing_words import habit_words, like_words
from voiced.domain.transaction import (
    Doubt,
    DoubtReason,
    EntryField,
    FieldChange,
    ParseResult,
    TransactionType,
)
from voiced.domain.vocabulary import DEFAULT_VOCABULARY

EXPENSE, INCOME, TRANSFER = TransactionType
CATEGORY, ACCOUNT, TYPE, ENTRY, SAID = HabitField
SOAP = ParseResult(Money(3990), EXPENSE, "购物", TODAY, "洗衣液")
DAILY = Habit("洗衣液", EXPENSE, CATEGORY, "日用", 2, NOW)
BY_WECHAT = Habit("洗衣液", EXPENSE, ACCOUNT, "微信", 2, NOW)


def learnt(*values: str) -> str | None:
    """The category that these lessons about the same words teach, one after the other."""
    rows = [
        TaughtRow("洗衣液", EXPENSE, CATEGORY, value, NOW + timedelta(days=day))
        for day, value in enumerate(values)
    ]
    habits = habits_of(rows)
    return habits[0].value if habits else None


@pytest.mark.parametrize(
    ("lessons", "habit"),
    [
        ("", None),
        ("日用", "日用"),
        ("购物 日用", "日用"),
        ("日用 日用 购物", "购物"),
    ],
)
def test_one_lesson_makes_a_habit_and_another_one_replaces_it_at_once(
    lessons: str, habit: str | None
) -> None:
    assert learnt(*lessons.split()) == habit


def test_a_habit_counts_its_lessons_and_knows_the_last_one() -> None:
    rows = [
        TaughtRow("洗衣液", EXPENSE, CATEGORY, value, NOW + timedelta(days=day))
        for day, value in enumerate(("日用", "日用", "购物", "日用"))
    ]
    last = NOW + timedelta(days=3)
    assert habits_of(rows) == (Habit("洗衣液", EXPENSE, CATEGORY, "日用", 3, last, "购物", last),)


def test_lessons_about_other_words_types_and_fields_make_no_habit_together() -> None:
    first = TaughtRow("洗衣液", EXPENSE, CATEGORY, "日用", NOW)
    others = (replace(first, words="洗洁精"), replace(first, type=INCOME), replace(first, field=ACCOUNT))
    assert [habit.count for habit in habits_of((first, *others))] == [1, 1, 1, 1]


def test_the_habit_used_last_comes_first() -> None:
    older = TaughtRow("洗衣液", EXPENSE, CATEGORY, "日用", NOW)
    newer = replace(older, words="猫粮", confirmed_at=NOW + timedelta(days=1))
    assert [habit.words for habit in habits_of((older, older, newer, newer))] == ["猫粮", "洗衣液"]


def test_like_words_have_the_same_letters() -> None:
    assert like_words("KFC 早餐·（大份）") == like_words("kfc早餐大份") == "kfc早餐大份"


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("狗粮", "买了一袋狗粮"),
        ("狗粮", "狗粮两包"),
        ("小李家菜摊", "小李家的菜摊"),
        ("盒马买菜", "盒马买菜，"),
        ("猫砂", "还有猫砂"),
        ("一个", "一个"),
    ],
)
def test_counts_and_small_words_tell_no_habits_apart(said: str, other: str) -> None:
    assert habit_words(said) == habit_words(other)


def test_company_tells_habits_apart() -> None:
    assert len({habit_words(said) for said in ("吃饭", "陪客户吃饭", "带娃吃饭", "和同事吃饭")}) == 4


def test_an_entry_of_this_time_alone_teaches_nothing() -> None:
    once = with_habits(SOAP, (), DEFAULT_VOCABULARY, is_once=True)
    assert lessons(once.amended(FieldChange(category="日用"))) == ()


def test_the_words_of_an_entry_are_kept_so_that_a_change_of_its_row_can_teach() -> None:
    for entry in (SOAP, replace(SOAP, type=TRANSFER)):
        understood = with_habits(entry, (), DEFAULT_VOCABULARY)
        assert lessons_of(understood, "row") == (Lesson("row", "洗衣液", SAID),)
        assert lessons_of(of_this_time(understood), "row") == ()
        assert of_this_time(entry) == entry


def test_an_answer_to_a_question_is_a_lesson_about_its_words() -> None:
    entry, is_known = offered(with_habits(SOAP, (), DEFAULT_VOCABULARY), ())
    assert not is_known
    assert lessons_of(entry, "row") == (Lesson("row", "洗衣液", SAID), Lesson("row", "洗衣液", ENTRY))
    assert offered(entry, (replace(DAILY, field=ENTRY),)) == (entry, True)
    assert offered(SOAP, (replace(DAILY, field=ENTRY),)) == (SOAP, False)


def test_a_choice_of_the_type_counts_for_all_types_and_only_where_it_is_asked() -> None:
    lessons_then = [TaughtRow("车贷", of_type, TYPE, of_type, NOW) for of_type in (EXPENSE, TRANSFER)]
    (habit,) = habits_of(lessons_then)
    assert (habit.type, habit.count) == (TRANSFER, 1)
    loan = replace(SOAP, description="车贷")
    assert with_habits(loan, (habit,), DEFAULT_VOCABULARY).type is EXPENSE
    readings = ((loan,), (replace(loan, type=TRANSFER),))
    asked = replace(loan, doubt=Doubt(DoubtReason.TYPE, readings))
    assert with_habits(asked, (habit,), DEFAULT_VOCABULARY).type is TRANSFER
    other = with_habits(asked, (replace(habit, type=INCOME),), DEFAULT_VOCABULARY)
    assert other.doubt is not None


def test_an_entry_of_the_words_gets_the_values_of_its_habits() -> None:
    entry = with_habits(SOAP, (DAILY, BY_WECHAT), DEFAULT_VOCABULARY)
    assert (entry.category, entry.account) == ("日用", "微信")
    assert entry.from_habits == FieldChange(category="日用", account="微信")
    assert without_habits(entry) == SOAP
    assert without_habits(entry).from_habits.is_empty


@pytest.mark.parametrize(
    "entry",
    [
        replace(SOAP, description="洗洁精"),
        replace(SOAP, description=""),
        replace(SOAP, type=INCOME),
        replace(SOAP, type=TRANSFER),
        replace(SOAP, category="日用"),
    ],
)
def test_another_entry_stays_as_it_is(entry: ParseResult) -> None:
    understood = with_habits(entry, (DAILY,), DEFAULT_VOCABULARY)
    assert understood == entry
    assert understood.from_habits.is_empty
    assert without_habits(understood) is understood


def test_an_account_that_was_said_stays() -> None:
    said = replace(SOAP, account="支付宝")
    assert with_habits(said, (BY_WECHAT,), DEFAULT_VOCABULARY).account == "支付宝"


def test_a_habit_of_a_name_that_the_ledger_lacks_now_changes_nothing() -> None:
    gone = (replace(DAILY, value="溪降"), replace(BY_WECHAT, value="招行"))
    assert with_habits(SOAP, gone, DEFAULT_VOCABULARY) == SOAP


def test_an_entry_is_understood_once() -> None:
    entry = with_habits(SOAP, (), DEFAULT_VOCABULARY)
    assert with_habits(entry, (DAILY,), DEFAULT_VOCABULARY) == SOAP


def test_an_entry_in_doubt_gets_the_habit_in_each_reading() -> None:
    readings = ((replace(SOAP, amount=Money(4500)),), (replace(SOAP, amount=Money(1500)),))
    doubtful = replace(SOAP, amount=None, doubt=Doubt(DoubtReason.AMOUNT, readings))
    entry = with_habits(doubtful, (DAILY,), DEFAULT_VOCABULARY)
    chosen = entry.amended(FieldChange(amount=Money(1500)))
    assert entry.doubt is not None
    assert (entry.category, chosen.category) == ("日用", "日用")
    assert chosen.from_habits == FieldChange(category="日用")


def lessons(entry: ParseResult) -> tuple[Lesson, ...]:
    """The lessons of an entry that teach a value."""
    return tuple(lesson for lesson in lessons_of(entry, "row") if lesson.field is not SAID)


CORRECTED = Lesson("row", "洗衣液", CATEGORY)


def test_a_corrected_category_is_a_lesson() -> None:
    understood = with_habits(SOAP, (), DEFAULT_VOCABULARY)
    assert lessons(understood) == ()
    assert lessons(understood.amended(FieldChange(category="日用"))) == (CORRECTED,)
    assert lessons(understood.amended(FieldChange(amount=Money(100)))) == ()


def test_a_category_that_was_corrected_back_is_no_lesson() -> None:
    understood = with_habits(SOAP, (), DEFAULT_VOCABULARY)
    there = understood.amended(FieldChange(category="日用"))
    assert lessons(there.amended(FieldChange(category="购物"))) == ()


def test_an_account_that_is_added_is_a_lesson_and_one_that_replaces_a_said_one_is_none() -> None:
    understood = with_habits(SOAP, (), DEFAULT_VOCABULARY)
    assert lessons(understood.amended(FieldChange(account="微信"))) == (Lesson("row", "洗衣液", ACCOUNT),)
    said = with_habits(replace(SOAP, account="支付宝"), (), DEFAULT_VOCABULARY)
    assert lessons(said.amended(FieldChange(account="微信"))) == ()


def test_a_habit_that_is_confirmed_or_corrected_is_a_lesson() -> None:
    entry = with_habits(SOAP, (DAILY,), DEFAULT_VOCABULARY)
    assert lessons(entry) == (CORRECTED,)
    assert lessons(entry.amended(FieldChange(category="购物"))) == (CORRECTED,)
    assert lessons(without_habits(entry)) == ()


def test_a_corrected_type_teaches_nothing() -> None:
    understood = with_habits(SOAP, (), DEFAULT_VOCABULARY)
    assert lessons(understood.amended(FieldChange(type=INCOME, category="红包"))) == ()
    assert lessons(SOAP.amended(FieldChange(category="日用"))) == ()


def test_a_habit_that_settles_the_category_leaves_a_doubtful_amount_in_doubt() -> None:
    doubtful = replace(SOAP, confidence=0.5, doubtful=frozenset({EntryField.AMOUNT, EntryField.CATEGORY}))
    entry = with_habits(doubtful, (DAILY,), DEFAULT_VOCABULARY)
    assert entry.doubtful == {EntryField.AMOUNT}
    assert entry.is_doubtful


def test_the_habits_behind_a_saved_row_have_its_words_and_its_value() -> None:
    row = row_of(replace(SOAP, category="日用"), minutes_ago=1)
    others = (replace(DAILY, value="购物"), replace(DAILY, words="猫粮"), replace(DAILY, type=INCOME))
    assert habits_behind(row, (DAILY, *others)) == (DAILY,)


def test_a_habit_of_more_words_is_behind_a_row_that_no_habit_names_alone() -> None:
    row = row_of(replace(SOAP, category="日用"), minutes_ago=1)
    longer = replace(DAILY, words="楼下超市洗衣液")
    assert habits_behind(row, (longer, DAILY)) == (DAILY,)
    assert habits_behind(row, (longer,)) == (longer,)
    assert habits_behind(replace(row, description=""), (longer,)) == ()


def test_a_habit_that_answers_a_question_is_about_all_types() -> None:
    assert DAILY.key == ("洗衣液", EXPENSE, CATEGORY)
    assert replace(DAILY, field=HabitField.TYPE).key == ("洗衣液", None, HabitField.TYPE)
