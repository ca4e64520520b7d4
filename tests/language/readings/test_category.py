"""The category of a row by weights, from listed words and from the characters of unknown ones."""

from __future__ import annotations

import pytest

from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.readings.category import (
    RowWords,
    WeighedCategory,
    category_clues,
    weigh_category,
    written_clues,
)
from voiced.language.readings.weights import shipped_weights

EXPENSE, INCOME, TRANSFER = TransactionType.EXPENSE, TransactionType.INCOME, TransactionType.TRANSFER


def clues_of(content: str, *, lead: str = "", context: str = "", yuan: int | None = 20) -> set[str]:
    amount = None if yuan is None else Money(yuan * 100)
    return set(category_clues(RowWords(content, lead, context), EXPENSE, amount, DEFAULT_VOCABULARY))


def weighed(content: str, of_type: TransactionType = EXPENSE) -> WeighedCategory:
    clues = category_clues(RowWords(content, "", content), of_type, Money(3000), DEFAULT_VOCABULARY)
    return weigh_category(clues, of_type, shipped_weights())


@pytest.mark.parametrize(
    ("content", "of_type", "category"),
    [
        ("买了把牙签", EXPENSE, "日用"),
        ("换刹车片", EXPENSE, "汽车"),
        ("雇收割机割麦子", EXPENSE, "其他"),
        ("上了一节课收", INCOME, "兼职"),
        ("做代驾挣了", INCOME, "兼职"),
        ("卖旧书桌", INCOME, "二手"),
        ("还花呗", TRANSFER, "还款"),
        ("微信提现", TRANSFER, "转账"),
    ],
)
def test_the_most_likely_category(content: str, of_type: TransactionType, category: str) -> None:
    assert weighed(content, of_type).name == category


def test_an_unknown_thing_leaves_the_weights_unsure() -> None:
    assert weighed("乌拉拉").chance < 0.3 < weighed("午饭").chance


def test_the_listed_word_that_tells_most_is_a_clue_wherever_it_stands() -> None:
    assert {"k:餐饮3", "S:c3", "f:餐饮3", "w:午饭"} <= clues_of("午饭，，，")
    assert {"k:餐饮3", "S:l3", "h:l餐饮", "a:餐饮3"} <= clues_of("花了，，，", lead="午饭")
    assert {"k:餐饮3", "S:x3"} <= clues_of("花了，，，", context="花了二十，午饭")
    assert "k:" in clues_of("乌拉拉")


def test_several_listed_words_leave_the_first_the_last_and_their_order() -> None:
    assert {"s:饮品3", "e:交通3", "p:饮品交通"} <= clues_of("奶茶，打车")


def test_the_size_of_the_amount_is_a_clue_if_there_is_one() -> None:
    assert "m:3" in clues_of("剪刀", yuan=1360)
    assert not any(clue.startswith("m:") for clue in clues_of("剪刀", yuan=None))


def test_the_characters_of_each_clause_are_clues() -> None:
    assert set(written_clues("买，皮")) == {
        *("1:买", "2:^买", "2:买$", "3:^买$"),
        *("1:皮", "2:^皮", "2:皮$", "3:^皮$"),
    }
