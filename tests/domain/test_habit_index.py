"""The habits by their words: the same words, words that sound alike, and words that are like them."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from tests.support.now import NOW
from voiced.domain.habit_index import HabitIndex
from voiced.domain.habits import Habit, HabitField
from voiced.domain.transaction import TransactionType

EXPENSE = TransactionType.EXPENSE
STALL = Habit("小李菜摊", EXPENSE, HabitField.CATEGORY, "买菜", 1, NOW)
CARD = replace(STALL, field=HabitField.ACCOUNT, value="微信")
DOG = replace(STALL, words="狗粮", value="宠物")


def sound(words: str) -> str:
    return words.replace("凉", "粮").replace("苟", "狗")


def test_the_habits_of_the_words_are_found() -> None:
    index = HabitIndex((STALL, DOG, CARD), ())
    assert index.of("小李菜摊") == (STALL, CARD)
    assert index.of("菜摊") == ()


def test_words_that_sound_alike_are_one_unless_both_have_rows() -> None:
    assert HabitIndex((DOG,), ()).known("狗凉", sound) == "狗粮"
    assert HabitIndex((DOG,), {"狗凉"}).known("狗凉", sound) == "狗凉"
    assert HabitIndex((DOG, replace(DOG, words="苟粮")), ()).known("狗凉", sound) == "狗凉"
    assert HabitIndex((replace(DOG, words="粮"),), ()).known("凉", sound) == "凉"


def test_words_are_like_those_with_the_most_pairs_of_characters_in_common() -> None:
    index = HabitIndex((CARD, STALL), {"小李的老菜摊"})
    assert index.like("小李家菜摊") == ("小李菜摊",)
    assert index.like("李菜摊") == ("小李菜摊",)
    assert HabitIndex((STALL, DOG), {"大李菜摊"}).like("老李菜摊") == ("小李菜摊", "大李菜摊")
    for words in ("小李菜摊", "小李的老菜摊", "水果摊", "摊"):
        assert index.like(words) == ()


def test_of_many_words_with_a_pair_of_characters_the_last_ones_are_compared() -> None:
    said = [f"{chr(ord('甲') + number)}菜摊" for number in range(40)]
    assert HabitIndex((), said).like("老菜摊") == tuple(said[:32])
    assert HabitIndex((STALL,), said).like("小李家菜摊") == ("小李菜摊",)


def test_a_habit_moved_if_like_words_had_its_value_and_were_changed_since() -> None:
    moved = replace(STALL, words="小李家菜摊", value="零食", before="买菜", changed=NOW + timedelta(days=1))
    assert HabitIndex((STALL, moved), ()).moved(STALL) == moved
    for other in (
        replace(moved, changed=NOW),
        replace(moved, changed=None),
        replace(moved, before="日用"),
        replace(moved, words="水果"),
        replace(moved, type=TransactionType.INCOME),
    ):
        assert HabitIndex((STALL, other), ()).moved(STALL) is None
