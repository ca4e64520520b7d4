"""Amounts that have to be worked out: 四张门票每张40 comes to 160, 给了五十找了十二 to 38.

The result is a proposal with its reason. The speaker is asked before a row has this amount.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum, auto

from msgspec import Struct

from voiced.domain.money import Money
from voiced.language.entries.doubts import FOR_EACH
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.numbers.counts import FOR_ONE, UNIT
from voiced.language.numbers.numerals import value_of
from voiced.language.text.expression import expression


class Reason(Enum):
    """The reason for a proposal: several things of one price, change that was given back, or a lowered price."""

    SEVERAL = auto()
    CHANGE_BACK = auto()
    DISCOUNT = auto()


class ProposedAmount(Struct, frozen=True):
    """An amount that was worked out, and the reason."""

    amount: Money
    reason: Reason


_MAY_BE_WORKED_OUT = expression("[各每一/都]|单[价程]|找|折|减|便宜|优惠")
_NUMBER = "[0-9一二两三四五六七八九十百]+"
_COUNT = expression(rf"(?<![第每0-9一二两三四五六七八九十百千万点.])(?P<number>{_NUMBER})个?(?P<unit>{UNIT})")
_COUNT_BEHIND = expression(rf"(?P<number>{_NUMBER})个?(?P<unit>{UNIT})")
_OF_ONE_BEFORE = expression(
    rf"(?:每|(?<![十百0-9一二两三四五六七八九])一)个?(?P<unit>{UNIT})(?:只?要|卖|是|才|票)?$"
)
_EACH_OF_THEM = expression(rf"每个?(?P<unit>{UNIT})[^，。、；？共0-9]{{1,4}}$")
_FOR_EACH = expression(f"{FOR_EACH}(?:转|给|发|充|买|存|要|是)*了?$")
_PAIR = expression("爸妈|父母|公婆|岳父岳母|爷爷奶奶|外公外婆|姥姥姥爷|兄弟俩|姐妹俩|夫妻俩|两口子")
_OF_ONE_BEHIND = expression(f"的?{FOR_ONE}")
_THERE_AND_BACK = expression("(?:来回|往返)[^，。、；？]{0,4}(?:各|都是|每趟|每次|单程)(?:花|是|要|付)?了?$")
_SHARED = expression("AA|aa|人均|平均")
_PEOPLE = frozenset("人位")
_HANDED_OVER = expression("(?:给|付|拿|递)(?:了|他|她|老板|师傅|店家)*(?:一张)?$")
_CHANGE_BACK = expression("[，、]?(?:他|她|老板|师傅)?找(?:回|零|了|我|给)*")
_OLD_PRICE = expression("(?:原价|原来|标价|定价|吊牌价?|本来)(?:是|要|卖)*$")
_OVER = expression("满$")
_LOWERED_BY = expression("[，、]?(?:便宜|优惠|立?减|省)(?:了|我|掉)*")
_PERCENT = expression(
    "的?[^，。、；？]{0,4}[，]?打(?P<first>[一二三四五六七八九1-9])(?P<second>[一二三四五六七八九1-9]?)折"
)


def proposed_amount(words: str) -> ProposedAmount | None:
    """The amount to propose for normalised words around one entry; None if they state the amount or are ambiguous."""
    if not _MAY_BE_WORKED_OUT.search(words):
        return None
    amounts = [mention for mention in find_amounts(words) if mention.amount is not None]
    match amounts:
        case [only]:
            return _of_several(words, only) or _lowered_by_share(words, only)
        case [first, second]:
            return _difference(words, first, second)
        case _:
            return None


def _of_several(words: str, price: AmountMention) -> ProposedAmount | None:
    before = words[: price.start]
    if _THERE_AND_BACK.search(before):
        return _proposal(price, Decimal(2), Reason.SEVERAL)
    if _FOR_EACH.search(before):
        return _for_each(before, price)
    one = (
        _OF_ONE_BEFORE.search(before)
        or _EACH_OF_THEM.search(before)
        or _OF_ONE_BEHIND.match(words, price.end)
    )
    if one is None or _SHARED.search(words):
        return None
    behind = _COUNT_BEHIND.match(words, price.end)
    counts = [
        value_of(count["number"])
        for count in (*_COUNT.finditer(words), *((behind,) if behind else ()))
        if not (one.start() <= count.start() < one.end() or price.start <= count.start() < price.end)
        and _same_unit(count["unit"], one["unit"])
    ]
    number = counts[0] if len(counts) == 1 else None
    return None if number is None or number < 2 else _proposal(price, number, Reason.SEVERAL)


def _for_each(before: str, price: AmountMention) -> ProposedAmount | None:
    """「两杯奶茶各18」, 「给爸妈各转了500」: the only count, or two of a pair."""
    counts = [value_of(count["number"]) for count in _COUNT.finditer(before)]
    if not counts and _PAIR.search(before):
        counts = [Decimal(2)]
    number = counts[0] if len(counts) == 1 else None
    return None if number is None or number < 2 else _proposal(price, number, Reason.SEVERAL)


def _same_unit(counted: str, priced: str) -> bool:
    return counted == priced or (counted in _PEOPLE | {"个"} and priced in _PEOPLE)


def _lowered_by_share(words: str, price: AmountMention) -> ProposedAmount | None:
    share = _PERCENT.match(words, price.end)
    if share is None or not (
        _OLD_PRICE.search(words[: price.start]) or share.start("first") == price.end + 1
    ):
        return None
    tenths, hundredths = value_of(share["first"]), value_of(share["second"] or "零")
    return _proposal(price, (Decimal(tenths or 0) * 10 + Decimal(hundredths or 0)) / 100, Reason.DISCOUNT)


def _difference(words: str, whole: AmountMention, part: AmountMention) -> ProposedAmount | None:
    before, between = words[: whole.start], words[whole.end : part.start]
    if _HANDED_OVER.search(before) and _CHANGE_BACK.fullmatch(between):
        return _less(whole, part, Reason.CHANGE_BACK)
    is_old = _OLD_PRICE.search(before) or _OVER.search(before)
    return _less(whole, part, Reason.DISCOUNT) if is_old and _LOWERED_BY.fullmatch(between) else None


def _less(whole: AmountMention, part: AmountMention, reason: Reason) -> ProposedAmount | None:
    return _recordable(_yuan(whole) - _yuan(part), reason)


def _proposal(price: AmountMention, times: Decimal, reason: Reason) -> ProposedAmount | None:
    return _recordable(_yuan(price) * times, reason)


def _yuan(mention: AmountMention) -> Decimal:
    return mention.amount.yuan if mention.amount else Decimal(0)


def _recordable(yuan: Decimal, reason: Reason) -> ProposedAmount | None:
    amount = Money.from_yuan(yuan)
    return ProposedAmount(amount, reason) if amount is not None and amount.is_recordable else None
