"""The sentence about what is in an account, or in all of them."""

from __future__ import annotations

from voiced.domain.balances import Balances
from voiced.domain.money import ZERO, Money


def balance_told(balances: Balances, account: str | None) -> str:
    """What is in an account, or in all whose opening balance is known; without one, how to tell it."""
    amount = balances.net_worth() if account is None else balances.of(account)
    if amount is None:
        where = "手里" if account is None else account
        return f"{where}有多少钱我不知道。在账本的「余额」里填上期初余额，我就能算。"
    if account is not None:
        return f"{account}{_amount(amount)}。"
    parts = "，".join(
        f"{one.account}{_amount(balances.of(one.account) or ZERO)}" for one in balances.openings
    )
    return f"{parts}。" if len(balances.openings) == 1 else f"一共{_amount(amount)}：{parts}。"


def _amount(amount: Money) -> str:
    return f"欠{Money(-amount.fen)}元" if amount < ZERO else f"有{amount}元"
