"""An entry gets the ledger's names for its category and its accounts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.answers import answer_of
from tests.support.now import NOW
from voiced.domain.transaction import EntryField
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.names.filing import filed

(LUNCH,) = answer_of("支出60 餐饮 吃饭", NOW.date()).results


@pytest.mark.parametrize(("stated", "category"), [("餐饮", "餐饮"), ("吃饭", "餐饮"), ("火箭", "其他")])
def test_a_category_of_another_name_is_filed_under_one_of_the_ledger(stated: str, category: str) -> None:
    assert filed(replace(LUNCH, category=stated), DEFAULT_VOCABULARY).category == category


def test_an_account_gets_the_name_that_the_ledger_knows() -> None:
    entry = filed(replace(LUNCH, account="微信支付"), DEFAULT_VOCABULARY)
    assert (entry.account, entry.unknown) == ("微信", frozenset())


def test_an_account_that_the_ledger_lacks_keeps_its_name_and_is_marked() -> None:
    entry = filed(replace(LUNCH, account="微信", to_account="招行"), DEFAULT_VOCABULARY)
    assert (entry.account, entry.to_account) == ("微信", "招行")
    assert entry.unknown == {EntryField.TO_ACCOUNT}


def test_an_entry_may_name_no_account() -> None:
    assert filed(LUNCH, DEFAULT_VOCABULARY) == LUNCH
