"""The words that a recogniser should prefer: few, and each of them whole."""

from __future__ import annotations

from msgspec.structs import replace

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Category
from voiced.hearing.hotwords import COMMANDS, MOST_WORDS, SUMS, household_words


def test_own_categories_come_first_then_what_was_said_then_the_names_of_the_ledger() -> None:
    own = Category("猫粮", TransactionType.EXPENSE, ("罐头",), is_custom=True)
    vocabulary = replace(DEFAULT_VOCABULARY, categories=(own, *DEFAULT_VOCABULARY.categories))
    words = household_words(vocabulary, ["豆浆油条", "打车"])
    assert words[:3] == ("猫粮", "豆浆油条", "打车")
    assert {"罐头", "餐饮", "微信"} <= set(words)


def test_a_description_gives_its_chinese_words_of_two_to_eight_characters() -> None:
    words = household_words(DEFAULT_VOCABULARY, ["KFC 全家桶", "饭", "7-11", "给孩子报的那个暑假游泳班"])
    assert "全家桶" in words
    assert "饭" not in words
    assert all(2 <= len(word) <= 8 for word in words)


def test_a_ledger_of_many_things_gives_a_bounded_list_with_its_names() -> None:
    said = [
        f"{first}{second}" for first in "甲乙丙丁戊己庚辛壬癸" for second in "子丑寅卯辰巳午未申酉戌亥"
    ] * 5
    words = household_words(DEFAULT_VOCABULARY, said)
    assert len(words) <= MOST_WORDS
    assert len(set(words)) == len(words)
    assert "餐饮" in words


def test_sums_and_commands_leave_room_for_the_household() -> None:
    assert len(SUMS) + len(COMMANDS) < MOST_WORDS // 2
    assert {"确认", "第二笔"} <= set(COMMANDS)
    assert {"十块", "块五"} <= set(SUMS)
