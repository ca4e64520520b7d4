"""The amounts in a question: bounds of the rows (一百以上的), and a total that may have been reached (有没有花到八千)."""

from __future__ import annotations

from msgspec import Struct

from voiced.domain.money import Money
from voiced.language.numbers.amounts import AmountMention, find_amounts, parse_amount
from voiced.language.text.expression import expression


class Bounds(Struct, frozen=True):
    """The words `text[start:end]` that bound the amounts of rows; both bounds are included.

    Attributes:
        is_threshold: the words ask whether a total has reached `at_least`.
    """

    start: int
    end: int
    at_least: Money | None = None
    at_most: Money | None = None
    is_threshold: bool = False


_UP = expression(r"(?:块钱?|元)?(?:及|或)?(?:以上|往上|朝上|开外|起步)")
_DOWN = expression(r"(?:块钱?|元)?(?:及|或)?(?:以[下内]|之内|往下)")
_ABOVE = expression(r"(?:超过|大于|高于|多于|不止|大过|过)了?$")
_BELOW = expression(r"(?:不到|低于|少于|小于|不足|没到)了?$")
_NOT_ABOVE = expression(r"(?:不超过|没超过|没过)了?$")
_TO = expression(r"[到至]")
_WITHIN = expression(r"之?间的?")
_REACHED = expression(r"(?:花|用|吃|买)?(?:得|的)?(?:到|满|够|破|突破|达到|上)了?$")
_OF_ROWS = expression(r"块?钱?(?:(?:一[笔次单顿])?的(?:大单|单子)?|那一?(?=笔是))")
_AT_THE_END = expression(r"(?:块钱?|元)?(?:了|过)?(?:吗|没有?|没得|么|啊|呢|呀|？)*$")
_SPENDING = expression(
    r"(?:花|用|开销|支出|消费|吃|收入|赚|挣)(?:了|的|得|到|有没有|是不是|掉)*(?:超过|过|突破)了?$"
)


def find_bounds(text: str) -> tuple[Bounds, ...] | None:
    """The bounds that the amounts of normalised text state; None if an amount states another thing."""
    found: list[Bounds] = []
    for first in find_amounts(text):
        bounds = _range(text, first) if first.amount is None else _one(text, first, first.amount)
        if bounds is None:
            return None
        found.append(bounds)
    return tuple(found)


def _one(text: str, mention: AmountMention, amount: Money) -> Bounds | None:
    start, end = mention.start, mention.end
    if up := _UP.match(text, end):
        return Bounds(start, up.end(), at_least=amount)
    if down := _DOWN.match(text, end):
        return Bounds(start, down.end(), at_most=amount)
    if below := _NOT_ABOVE.search(text, 0, start):
        return Bounds(below.start(), end, at_most=amount)
    if below := _BELOW.search(text, 0, start):
        return Bounds(below.start(), end, at_most=Money(amount.fen - 1))
    is_last = _AT_THE_END.match(text, end) is not None
    if above := _ABOVE.search(text, 0, start):
        is_threshold = is_last and _SPENDING.search(text, 0, start) is not None
        return Bounds(above.start(), end, at_least=Money(amount.fen + 1), is_threshold=is_threshold)
    if is_last and (reached := _REACHED.search(text, 0, start)):
        return Bounds(reached.start(), end, at_least=amount, is_threshold=True)
    if of_rows := _OF_ROWS.match(text, end):
        return Bounds(start, of_rows.end(), amount, amount)
    return None


def _range(text: str, mention: AmountMention) -> Bounds | None:
    """The bounds of a range: 一百到两百之间, 一百到两百的."""
    ends = [parse_amount(part) for part in _TO.split(text[mention.start : mention.end])]
    within = _WITHIN.match(text, mention.end) or _OF_ROWS.match(text, mention.end)
    match ends, within:
        case [Money() as least, Money() as most], within if within is not None and least < most:
            return Bounds(mention.start, within.end(), least, most)
        case _:
            return None
