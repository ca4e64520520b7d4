"""Days and amounts as people say them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from voiced.domain.money import FEN_PER_YUAN, Money
from voiced.domain.recurring import WEEKDAYS

_ROUNDED_FROM = Money(100 * FEN_PER_YUAN)
"""From here on the fen of an amount are not heard."""

Amounts = Callable[[Money], str]
"""A way to say an amount: `exact` or `heard`."""


def day_words(when: date, today: date) -> str:
    """A day as people say it: 昨天, 上周三, 11月3日, 2025年11月3日; empty for today."""
    monday = today - timedelta(days=today.weekday())
    weekday = WEEKDAYS[when.weekday()]
    match (today - when).days:
        case 0:
            return ""
        case 1:
            return "昨天"
        case 2:
            return "前天"
        case -1:
            return "明天"
        case _ if monday <= when < today:
            return f"周{weekday}"
        case _ if monday - timedelta(days=7) <= when < monday:
            return f"上周{weekday}"
        case _ if when.year == today.year:
            return f"{when.month}月{when.day}日"
        case _:
            return f"{when.year}年{when.month}月{when.day}日"


def plain_day(day: date, today: date) -> str:
    """A day by its date, with the year if it is another one."""
    year = "" if day.year == today.year else f"{day.year}年"
    return f"{year}{day.month}月{day.day}日"


def exact(amount: Money) -> str:
    """The amount to the fen: 1280.35元."""
    return f"{amount}元"


def heard(amount: Money) -> str:
    """The amount as it is said: from 100 yuan on without its fen (约1280元)."""
    fen = abs(amount.fen)
    if fen < _ROUNDED_FROM.fen or fen % FEN_PER_YUAN == 0:
        return exact(amount)
    yuan = (fen + FEN_PER_YUAN // 2) // FEN_PER_YUAN
    return f"约{'-' if amount.fen < 0 else ''}{yuan}元"
