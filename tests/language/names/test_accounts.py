"""Accounts that are named, and words that only look like it."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Account, Vocabulary
from voiced.language.names.accounts import (
    AccountMention,
    find_accounts,
    find_all_accounts,
    find_transfers,
    match_account,
    named_account,
    with_accounts_said,
)

EXPENSE, INCOME, TRANSFER = TransactionType


def an_entry(of_type: TransactionType, account: str | None = None) -> ParseResult:
    return ParseResult(Money(20_000), of_type, "其他", date(2026, 11, 21), account=account)


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


@pytest.mark.parametrize(
    ("said", "account", "to_account"),
    [
        ("微信转支付宝两百", "微信", "支付宝"),
        ("从微信转两百到支付宝", "微信", "支付宝"),
        ("银行卡转一万到微信里头", "银行卡", "微信"),
        ("把支付宝的五百转到招行", "支付宝", "招行"),
        ("从建行取了五百", "建行", "现金"),
        ("用支付宝还花呗五百", "支付宝", "信用卡"),
        ("还信用卡三千", None, "信用卡"),
        ("信用卡还款两千", None, "信用卡"),
        ("存银行卡五千", None, "银行卡"),
        ("往余额宝转了一千", None, "支付宝"),
    ],
)
def test_the_accounts_that_money_was_moved_between(
    said: str, account: str | None, to_account: str | None
) -> None:
    (moved,) = find_transfers(said, DEFAULT_VOCABULARY)
    assert (moved.account, moved.to_account) == (account, to_account)


@pytest.mark.parametrize(
    "said",
    [
        *("提现五百", "微信转给小王三百", "微信给我转了300", "支付宝转账给微信好友三十", "还有微信付了三十"),
        *("还花呗买的手机300", "转账200", "不是从微信转到支付宝", "打车三十"),
    ],
)
def test_no_accounts_that_money_was_moved_between(said: str) -> None:
    assert find_transfers(said, DEFAULT_VOCABULARY) == ()


@pytest.mark.parametrize(
    "said", ["午饭三十招行付的", "午饭三十用招行付的", "午饭三十，招行", "工资八千打到招行"]
)
def test_an_account_that_the_ledger_lacks_is_found_by_the_name_that_was_said(said: str) -> None:
    (mention,) = find_all_accounts(said, DEFAULT_VOCABULARY)
    assert mention.name == "招行"
    assert find_accounts(said, DEFAULT_VOCABULARY) == ()


@pytest.mark.parametrize(
    ("words", "account"),
    [
        ("支付宝", "支付宝"),
        ("用余额宝吧", "支付宝"),
        ("默认账户", "现金"),
        ("就用默认的", "现金"),
        ("招行", None),
        ("不", None),
        ("微信，还是支付宝呢", None),
    ],
)
def test_an_answer_names_an_account_of_the_ledger_or_the_default_one(words: str, account: str | None) -> None:
    assert named_account(words, DEFAULT_VOCABULARY) == account


@pytest.mark.parametrize(
    ("text", "entry", "accounts"),
    [
        ("微信转支付宝两百", an_entry(TRANSFER), ("微信", "支付宝")),
        ("从微信转两百到支付宝", an_entry(TRANSFER, "支付宝"), ("微信", "支付宝")),
        ("报销三百转到微信", an_entry(INCOME), ("微信", None)),
        ("用小黑卡付的三十", an_entry(EXPENSE), ("小黑卡", None)),
        ("午饭三十，打车二十用微信付的", an_entry(EXPENSE), (None, None)),
    ],
)
def test_accounts_that_an_entry_leaves_out_are_taken_from_its_words(
    text: str, entry: ParseResult, accounts: tuple[str | None, str | None]
) -> None:
    told = with_accounts_said(entry, text, DEFAULT_VOCABULARY)
    assert (told.account, told.to_account) == accounts
