"""The way of the money in words of a correction: 我收的 is income, 是我付的 an expense, 是还信用卡 a transfer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.language.text.expression import expression

_ENDS = "(?=[^，。；\\d零两一二三四五六七八九十百]{0,4}(?:$|[，。；]|不是|是我))"
_ME = "(?:我|自己)"
_TYPES = (
    (
        TransactionType.INCOME,
        expression(
            f"收入|进账|(?:是|{_ME})[挣赚赢收领抢](?:到|来|回来|进来)?的钱?|^[抢领]到?的|{_ME}[那这]?是?[收卖]{_ENDS}|是[收卖]{_ENDS}|卖(?:出去|掉|了)的"
            "|(?:别人|人家)给(?:到|来)?的钱?|(?:[发付打转退还赔返]?给|[发付打转退还])我的钱?(?![^，]*[\\d零两一二三四五六七八九十百])"
        ),
    ),
    (
        TransactionType.EXPENSE,
        expression(
            f"支出|开销|(?<=[算是叫])花钱|(?:是|{_ME})[付输退发送交掏垫](?:给[^，]{{0,3}}|出去)?的钱?|(?:{_ME}|成)花的钱?"
            f"|{_ME}[那这]?是?[交付买发送]{_ENDS}|是买{_ENDS}"
        ),
    ),
    (
        TransactionType.TRANSFER,
        expression("(?<=[是算成为归于])转账|是还(?:信用卡|花呗|白条|借呗|欠款)的?钱?"),
    ),
)


class SaidType(Struct, frozen=True):
    """The words `text[start:end]` that tell the way of the money."""

    start: int
    end: int
    type: TransactionType


def said_types(said: str) -> Iterator[SaidType]:
    """All words of normalised text that tell the way of the money; they may be denied."""
    for of_type, words in _TYPES:
        for match in words.finditer(said):
            start = match.start() + match.group().startswith("是")  # 不是收的 denies 收的
            yield SaidType(start, match.end(), of_type)
