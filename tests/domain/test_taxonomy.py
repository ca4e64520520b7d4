"""What a new ledger starts with makes sense as a whole."""

from __future__ import annotations

from collections import Counter

import pytest

from voiced.domain.taxonomy import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES, DEFAULT_VOCABULARY
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNT, OTHER


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
