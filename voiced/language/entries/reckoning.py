"""A price that is told with what was taken off or added: 高跟鞋五百六打五折, 外卖三十五加配送费四块减六块红包.

The words beside each sum tell its part in the price. The rest is arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import Enum

from msgspec import Struct

from voiced.language.entries.several import has_second_at_half, times_paid
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.readings.numbers import ProposedAmount, Reason, proposed
from voiced.language.text.phrases import phrases


class Part(Enum):
    """The part of a sum in a price."""

    PRICE = "the price"
    OLD_PRICE = "a price of which the words say that less was paid"
    LESS = "taken off"
    MORE = "added"
    OVER = "the price from which on something is taken off"
    PAID = "paid in the end"
    HANDED = "money that was handed over"
    BACK = "change"


class ReckonedPrice(Struct, frozen=True):
    """The mention whose words describe the entry, and the amount that the sums come to; without it if it was said itself."""

    mention: AmountMention
    amount: ProposedAmount | None


_PHRASES = phrases("reckoning")
_MAY_BE_RECKONED = _PHRASES["may_be_reckoned"]
_OVER = _PHRASES["over"]
_LESS_BEFORE = _PHRASES["less_before"]
_SOFTLY_LESS = _PHRASES["softly_less"]
_ROUNDED = _PHRASES["rounded"]
_INSURED = _PHRASES["insured"]
_USED = _PHRASES["used"]
_OF_A_COUPON = _PHRASES["of_a_coupon"]
_MORE_BEFORE = _PHRASES["more_before"]
_ADDED_BEFORE = _PHRASES["added_before"]
_FEE_BEHIND = _PHRASES["fee_behind"]
_PAID = _PHRASES["paid"]
_OLD = _PHRASES["old"]
_OLD_BEHIND = _PHRASES["old_behind"]
_HANDED = _PHRASES["handed"]
_HANDED_BEHIND = _PHRASES["handed_behind"]
_BACK = _PHRASES["back"]
_TENTHS = _PHRASES["tenths"]
_HUNDREDTHS = _PHRASES["hundredths"]
_AT_HALF = _PHRASES["at_half"]
_TOGETHER_AT_HALF = _PHRASES["together_at_half"]


def sums_in(words: str) -> list[AmountMention]:
    """The exact amounts of normalised words. 俩, 仨 and a bare 一 count things: 拿了俩, 到手一把."""
    return [
        mention
        for mention in find_amounts(words)
        if mention.amount is not None and not _COUNT.fullmatch(words, mention.start, mention.end)
    ]


def reckon_price(words: str) -> ReckonedPrice | None:
    """The price that the sums of normalised words about one entry come to; None if the words leave it open."""
    if not _MAY_BE_RECKONED.search(words):
        return None
    mentions = sums_in(words)
    if not mentions or len(mentions) > _MOST_SUMS:
        return None
    return _of_parts(words, mentions, [_part(words, mention) for mention in mentions])


_MOST_SUMS = 5
_COUNT = _PHRASES["count"]


def _part(words: str, mention: AmountMention) -> Part:
    before = words[: mention.start]
    shapes = (
        (Part.OVER, _OVER, None),
        (Part.MORE, _MORE_BEFORE, None),
        (Part.MORE, _ADDED_BEFORE, _FEE_BEHIND),
        (Part.BACK, _BACK, None),
        (Part.LESS, _USED, _OF_A_COUPON),
        (Part.LESS, _LESS_BEFORE, None),
        (Part.LESS, _INSURED, None),
        (Part.OLD_PRICE, _OLD, None),
        (Part.HANDED, _HANDED, None),
        (Part.PAID, _PAID, None),
    )
    for part, shape, behind in shapes:
        if shape.search(before) and (behind is None or behind.match(words, mention.end)):
            return part
    if _HANDED_BEHIND.match(words, mention.end):
        return Part.HANDED
    return Part.OLD_PRICE if _OLD_BEHIND.match(words, mention.end) else Part.PRICE


def _of_parts(words: str, mentions: Sequence[AmountMention], parts: Sequence[Part]) -> ReckonedPrice | None:
    by_part = {part: [m for m, its in zip(mentions, parts, strict=True) if its is part] for part in Part}
    prices = by_part[Part.OLD_PRICE] + by_part[Part.PRICE]
    back, paid = by_part[Part.BACK], by_part[Part.PAID]
    if back:
        return _change(by_part[Part.HANDED] + paid + by_part[Part.PRICE], back, mentions)
    paid = paid + by_part[Part.HANDED]
    if by_part[Part.OLD_PRICE]:
        prices, parts = _with_soft(words, mentions, parts)
    less = [m for m, its in zip(mentions, parts, strict=True) if its is Part.LESS]
    if not prices and less and not paid:
        # 「满六十减十块，我凑了六十四的」: the other one is the price.
        prices = by_part[Part.OVER][-1:]
    if len(prices) != 1 or (less and not _may_be_less(words, prices[0], less, by_part)):
        return None
    price = prices[0]
    if paid:
        return _as_said(price, less, by_part[Part.MORE], paid)
    lowered = _lowered(words, price, is_old=bool(by_part[Part.OLD_PRICE]))
    if lowered is None and not less:
        # 「外卖三十五加配送费四块」 may be two entries.
        times = times_paid(words, price) if has_second_at_half(words) else None
        return None if times is None else _proposed(price, _yuan(price) * times, Reason.SEVERAL)
    times = times_paid(words, price) if less else None
    total = (_yuan(price) if lowered is None else lowered) * (times or 1)
    if any(over is not price and total < _yuan(over) for over in by_part[Part.OVER]):
        return None
    return _proposed(price, total + _sum(by_part[Part.MORE]) - _sum(less), Reason.DISCOUNT)


def _may_be_less(
    words: str,
    price: AmountMention,
    less: Sequence[AmountMention],
    by_part: Mapping[Part, Sequence[AmountMention]],
) -> bool:
    """Whether sums are taken off this price. A price behind them was mostly paid: 「用了五十的券，两百四十九」."""
    is_told_before = price.start < less[0].start or price in by_part[Part.OLD_PRICE] or by_part[Part.OVER]
    return bool(is_told_before) and all(
        _yuan(one) < _yuan(price) / (2 if _ROUNDED.search(words[: one.start]) else 1) for one in less
    )


def _with_soft(
    words: str, mentions: Sequence[AmountMention], parts: Sequence[Part]
) -> tuple[list[AmountMention], list[Part]]:
    """The prices and the parts, where an old price was said: what is saved then is taken off."""
    old = next(mention for mention, part in zip(mentions, parts, strict=True) if part is Part.OLD_PRICE)
    soft = [
        Part.LESS
        if part is Part.PRICE
        and _SOFTLY_LESS.search(words[: mention.start])
        and _yuan(mention) * 2 < _yuan(old)
        else part
        for mention, part in zip(mentions, parts, strict=True)
    ]
    prices = [m for m, part in zip(mentions, soft, strict=True) if part in (Part.OLD_PRICE, Part.PRICE)]
    return prices, soft


def _change(
    handed: Sequence[AmountMention], back: Sequence[AmountMention], mentions: Sequence[AmountMention]
) -> ReckonedPrice | None:
    """「给了五十找十二」. With a third sum that is just the difference, this is what was paid."""
    match handed, back, len(mentions):
        case [one], [change], 2:
            return _proposed(one, _yuan(one) - _yuan(change), Reason.CHANGE_BACK)
        case [one, other], [change], 3:
            more, fewer = (one, other) if _yuan(one) > _yuan(other) else (other, one)
            return ReckonedPrice(fewer, None) if _yuan(more) - _yuan(change) == _yuan(fewer) else None
        case _:
            return None


def _as_said(
    price: AmountMention,
    less: Sequence[AmountMention],
    more: Sequence[AmountMention],
    paid: Sequence[AmountMention],
) -> ReckonedPrice | None:
    """The sum that was paid, if the other sums come to the same."""
    total = _yuan(price) + _sum(more) - _sum(less)
    is_same = len(paid) == 1 and (less or more) and total == _yuan(paid[0])
    return ReckonedPrice(paid[0], None) if is_same else None


def _lowered(words: str, price: AmountMention, *, is_old: bool) -> Decimal | None:
    """The price times the share that is paid (八五折, 半价, 补贴百分之二十); None if no share is said."""
    if tenths := _TENTHS.search(words):
        if not is_old and tenths.start() < price.start and not _goes_on(words, price):
            return None
        first, second = value_of(tenths["first"]) or Decimal(0), value_of(tenths["second"] or "零")
        return _yuan(price) * (first * 10 + (second or 0)) / 100
    if hundredths := _HUNDREDTHS.search(words, price.end):
        share = value_of(hundredths["number"]) or Decimal(0)
        return _yuan(price) * (100 - share if hundredths["less"] else share) / 100
    half = _AT_HALF.search(words, price.end)
    return None if half is None or _TOGETHER_AT_HALF.search(words) else _yuan(price) / 2


def _goes_on(words: str, price: AmountMention) -> bool:
    """Whether the price describes a thing behind it: 打九折两百四的钙片."""
    return words.startswith("的", price.end) and len(words) > price.end + 1


def _yuan(mention: AmountMention) -> Decimal:
    return mention.amount.yuan if mention.amount else Decimal(0)


def _sum(mentions: Iterable[AmountMention]) -> Decimal:
    return sum(map(_yuan, mentions), Decimal(0))


def _proposed(mention: AmountMention, yuan: Decimal, reason: Reason) -> ReckonedPrice | None:
    amount = proposed(yuan, reason)
    return None if amount is None else ReckonedPrice(mention, amount)
