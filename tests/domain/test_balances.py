"""What is in each account: its opening balance and the rows since."""

from __future__ import annotations

from datetime import date

from voiced.dialogue.sentences.balances import balance_told
from voiced.domain.balances import AccountFlow, Balances, Opening
from voiced.domain.money import Money
from voiced.domain.month import Month

OCTOBER, NOVEMBER = Month(2026, 10), Month(2026, 11)
KNOWN = Balances(
    (Opening("微信", Money(10000), date(2026, 10, 5)), Opening("信用卡", Money(-5000), date(2026, 11, 1))),
    (
        AccountFlow("微信", OCTOBER, Money(-1000)),
        AccountFlow("微信", NOVEMBER, Money(300)),
        AccountFlow("信用卡", NOVEMBER, Money(-2000)),
    ),
)


def test_an_account_has_what_was_there_and_what_came_since():
    assert KNOWN.of("微信") == Money(9300)
    assert KNOWN.of("微信", OCTOBER) == Money(9000)
    assert KNOWN.of("信用卡", OCTOBER) is None, "it was not known yet"
    assert KNOWN.of("现金") is None


def test_the_net_worth_is_that_of_the_accounts_known_then():
    assert KNOWN.net_worth() == Money(2300)
    assert KNOWN.net_worth(OCTOBER) == Money(9000)
    assert KNOWN.net_worth(Month(2026, 9)) is None
    assert Balances().net_worth() is None


def test_balances_in_words():
    assert balance_told(KNOWN, "微信") == "微信有93元。"
    assert balance_told(KNOWN, "信用卡") == "信用卡欠70元。"
    assert balance_told(KNOWN, None) == "一共有23元：微信有93元，信用卡欠70元。"
    assert balance_told(Balances(KNOWN.openings[:1]), None) == "微信有100元。"
    how = "在账本的「余额」里填上期初余额，我就能算。"
    assert balance_told(Balances(), None) == f"手里有多少钱我不知道。{how}"
    assert balance_told(KNOWN, "现金") == f"现金有多少钱我不知道。{how}"
