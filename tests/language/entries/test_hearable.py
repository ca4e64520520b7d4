"""A name that is a command, a number or a day would be heard as that."""

from __future__ import annotations

import pytest

from tests.support.now import NOW
from voiced.domain.vocabulary import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES, OTHER
from voiced.language.entries.hearable import is_heard_as_account, is_heard_as_category


@pytest.mark.parametrize(
    "name",
    ["露营", "五金", "三餐", "百货", "一卡通", "行李", "对联", "退款", "取消订单", "双币卡", "3C", "A"],
)
def test_a_name_may_begin_as_a_command_or_a_number_does(name: str):
    assert is_heard_as_category(name, NOW)


@pytest.mark.parametrize(
    "name",
    [
        "确认",
        "確認",
        "取消",
        "不用改",
        "第一笔",
        "等等",
        "ok",
        "三十",
        "618",
        "十元店",
        "去年",
        "昨天",
        "收入",
        "预算",
    ],
)
def test_a_name_that_is_heard_as_something_else_is_no_category(name: str):
    assert not is_heard_as_category(name, NOW)


@pytest.mark.parametrize("name", ["确认", "取消", "最后一笔", "三十", "6222"])
def test_a_name_that_is_heard_as_something_else_is_no_account(name: str):
    assert not is_heard_as_account(name, NOW)


@pytest.mark.parametrize("name", ["招商银行", "建行8888", "老婆的卡"])
def test_a_bank_card_may_end_in_its_number(name: str):
    assert is_heard_as_account(name, NOW)


@pytest.mark.parametrize("name", [one.name for one in DEFAULT_CATEGORIES if one.name != OTHER])
def test_the_categories_of_a_new_ledger_are_heard(name: str):
    assert is_heard_as_category(name, NOW)


@pytest.mark.parametrize("name", [one.name for one in DEFAULT_ACCOUNTS])
def test_the_accounts_of_a_new_ledger_are_heard(name: str):
    assert is_heard_as_account(name, NOW)
