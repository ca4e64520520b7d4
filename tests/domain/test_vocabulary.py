"""The names of a ledger: by type and in order, those of a new ledger, and the rule for a name."""

from __future__ import annotations

from collections import Counter

import pytest

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import (
    DEFAULT_ACCOUNT,
    DEFAULT_ACCOUNTS,
    DEFAULT_CATEGORIES,
    DEFAULT_VOCABULARY,
    MOST_CHARACTERS,
    OTHER,
    Category,
    Vocabulary,
    why_no_name,
)

CAT_FOOD = Category("猫粮", TransactionType.EXPENSE, is_custom=True)
MEALS = Category("餐饮", TransactionType.EXPENSE, ("吃饭",))
WAGES = Category("工资", TransactionType.INCOME, ("发工资",))
VOCABULARY = Vocabulary((CAT_FOOD, MEALS, WAGES), accounts=())


def test_gives_the_categories_of_a_type_in_order() -> None:
    assert VOCABULARY.categories_of(TransactionType.EXPENSE) == (CAT_FOOD, MEALS)
    assert VOCABULARY.categories_of(TransactionType.INCOME) == (WAGES,)
    assert VOCABULARY.categories_of(TransactionType.TRANSFER) == ()


def test_an_entry_that_names_no_account_is_cash_unless_told_otherwise() -> None:
    assert VOCABULARY.default_account == DEFAULT_ACCOUNT == "现金"


@pytest.mark.parametrize("of_type", TransactionType)
def test_a_name_stands_for_one_category_of_a_type(of_type: TransactionType) -> None:
    names = [category.name for category in DEFAULT_VOCABULARY.categories_of(of_type)]
    assert names
    assert len(names) == len(set(names))


@pytest.mark.parametrize("of_type", TransactionType)
def test_a_word_belongs_to_one_category_of_a_type(of_type: TransactionType) -> None:
    categories = DEFAULT_VOCABULARY.categories_of(of_type)
    words = Counter(word for category in categories for word in {category.name, *category.keywords})
    assert [word for word, count in words.items() if count > 1] == []


@pytest.mark.parametrize("of_type", [TransactionType.EXPENSE, TransactionType.INCOME])
def test_there_is_a_category_of_last_resort(of_type: TransactionType) -> None:
    assert DEFAULT_VOCABULARY.categories_of(of_type)[-1].name == OTHER


def test_names_and_words_are_whole_words() -> None:
    nouns = (*DEFAULT_CATEGORIES, *DEFAULT_ACCOUNTS)
    words = [word for noun in nouns for word in (noun.name, *noun.keywords)]
    assert all(word and word == "".join(word.split()) for word in words)


def test_the_defaults_are_nobodys_own() -> None:
    assert not any(category.is_custom for category in DEFAULT_CATEGORIES)
    assert DEFAULT_VOCABULARY.recent == ()


def test_the_default_account_is_there() -> None:
    assert DEFAULT_VOCABULARY.default_account == DEFAULT_ACCOUNT
    assert DEFAULT_ACCOUNT in [account.name for account in DEFAULT_ACCOUNTS]


def test_a_word_names_one_account() -> None:
    words = Counter(word for account in DEFAULT_ACCOUNTS for word in (account.name, *account.keywords))
    assert [word for word, count in words.items() if count > 1] == []


@pytest.mark.parametrize("name", ["露营", "招商银行", "AA", "猫" * MOST_CHARACTERS])
def test_a_spoken_word_may_be_a_name(name: str) -> None:
    assert why_no_name(name) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "is empty"),
        ("猫" * (MOST_CHARACTERS + 1), "has 21 characters"),
        ("两个 词", "write it as one word"),
        ("响\x07铃", "cannot be spoken"),
        ("--words", "cannot be spoken"),
    ],
)
def test_a_refused_name_is_told_with_the_reason(name: str, reason: str) -> None:
    told = why_no_name(name)
    assert told is not None
    assert reason in told
