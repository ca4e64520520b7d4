"""The names of a ledger, by type and in order."""

from __future__ import annotations

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNT, Category, Vocabulary

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
