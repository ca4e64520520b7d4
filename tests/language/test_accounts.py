"""Accounts that are named, and words that only look like it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.domain.vocabulary import Account, Vocabulary
from voiced.language.accounts import AccountMention, find_accounts, match_account


@pytest.mark.parametrize(
    ("said", "words", "account"),
    [
        ("奶茶十五用微信付的", "用微信付的", "微信"),
        ("刷信用卡买衣服三百", "刷信用卡", "信用卡"),
        ("用我的支付宝付了八十", "用我的支付宝付了", "支付宝"),
        ("用招行信用卡买的", "用招行信用卡买的", "信用卡"),
        ("花呗付的三百", "花呗付的", "信用卡"),
        ("从工资卡扣了房租两千", "从工资卡扣了", "银行卡"),
        ("支付宝支付三十", "支付宝支付", "支付宝"),
        ("退款退到微信三十", "退到微信", "微信"),
        ("工资打到银行卡一万", "打到银行卡", "银行卡"),
        ("微信零钱转到银行卡两千", "微信零钱", "微信"),
        ("银行卡取了五百", "银行卡取了", "银行卡"),
        ("打车三十块，微信", "微信", "微信"),
        ("打车三十块现金", "现金", "现金"),
        ("打车三十付的是微信", "微信", "微信"),
        ("打车三十不是微信付的是支付宝", "支付宝", "支付宝"),
        ("打车三十不用微信用支付宝", "用支付宝", "支付宝"),
    ],
)
def test_an_account_that_is_named(said: str, words: str, account: str) -> None:
    mention = match_account(said, DEFAULT_VOCABULARY)
    assert mention is not None
    assert (said[mention.start : mention.end], mention.name) == (words, account)


@pytest.mark.parametrize(
    "said",
    [
        *("微信红包二十", "支付宝会员二十", "微信读书会员三十", "信用卡年费三百"),
        *("还花呗五百", "还了信用卡两千", "信用卡还款两千", "存银行卡五千", "提现五百退到银行卡", "打车三十"),
        *("打车三十没用微信", "打车三十不是微信付的", "没有刷信用卡，打车三十", "打车三十别用微信记"),
    ],
)
def test_no_account_is_named(said: str) -> None:
    assert match_account(said, DEFAULT_VOCABULARY) is None


@pytest.mark.parametrize(
    ("said", "name", "account"),
    [
        ("花呗买衣服300", "花呗", "信用卡"),
        ("昨天微信收到30", "微信", "微信"),
        ("工资卡收到8000", "工资卡", "银行卡"),
        ("支付宝充话费50", "支付宝", "支付宝"),
        ("微信给小王转了300", "微信", "微信"),
    ],
)
def test_an_account_that_leads_to_what_was_done_with_it(said: str, name: str, account: str) -> None:
    (mention,) = find_accounts(said, DEFAULT_VOCABULARY)
    assert (said[mention.start : mention.end], mention.name, mention.leads) == (name, account, True)
    # Of a draft it describes a row: 「微信买菜改成四十」 changes no account.
    assert match_account(said, DEFAULT_VOCABULARY) is None


@pytest.mark.parametrize(
    "said", ["微信充值50", "银行卡充了50", "微信红包30", "微信给我转了300", "还花呗买的手机300"]
)
def test_an_account_that_is_filled_or_repaid_leads_to_nothing(said: str) -> None:
    assert [mention for mention in find_accounts(said, DEFAULT_VOCABULARY) if mention.leads] == []


def test_each_of_several_accounts_is_found() -> None:
    found = find_accounts("奶茶十五微信付的，打车三十支付宝付的", DEFAULT_VOCABULARY)
    assert [mention.name for mention in found] == ["微信", "支付宝"]


def test_the_users_own_words_name_accounts_too() -> None:
    own = replace(DEFAULT_VOCABULARY, accounts=(Account("饭卡", ("一卡通",)), *DEFAULT_VOCABULARY.accounts))
    assert match_account("午饭十五刷一卡通", own) == AccountMention(4, 8, "饭卡")


def test_a_ledger_without_accounts_has_none_to_name() -> None:
    assert match_account("用微信付的", Vocabulary((), ())) is None
