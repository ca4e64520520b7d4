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
from voiced.language.text.expression import expression


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


_MAY_BE_RECKONED = expression(
    "折|半价|减|抵|券|优惠|补贴|便宜|积分|红包|百分之|找|返|省|费|抹|砍|医保|统筹|让|补"
)
_ADVERBS = "(?:了|掉|我|给|去|下|他|她|回|来|再|又|都|还|先|直接|一共|总共|刚好|正好|走)*"
_COUPON = "(?:红包|优惠券?|代金券|抵[用扣]券|消费券|团购券|满减券|折扣券|券|积分|补贴|国补|卡券|余额)"
_OVER = expression("(?:每?满|凑[够到满]?)(?:了|到)?$")
_LESS_BEFORE = expression(
    rf"(?:[立直满再]?减(?!肥|脂)|抵(?:扣|用|消)?|(?:{_COUPON}|会员|学生证|老年证|新人|新客|首单|熟人|熟客)(?:价|卡)?{_ADVERBS}(?:减|抵|省|扣|免|优惠|便宜)"
    rf"|补贴|[国政]补|返[现还利]|抹[零掉去]?(?:的?零头)?|扣[除减]|立省|砍[掉下]|讲掉|让利?|膨胀)(?:我|给)?{_ADVERBS}$"
)
_SOFTLY_LESS = expression(rf"(?:便宜|优惠|省|少[收要给付算]|砍|补){_ADVERBS}$")
"""Words of a sum that is taken off an old price. After a plain price they may tell how good it was: 鞋一百八便宜了二十."""
_ROUNDED = expression("抹零?了?$")
"""「三百二，抹零三百」 states what was paid, 「抹零二十」 what was taken off."""
_INSURED = expression(
    rf"(?:医保|统筹|社保|农合|保险(?:公司)?)(?!费)[^，。、；？]{{0,3}}?(?:刷|报销?|走|出|付|给|扣|结|抵|承担){_ADVERBS}$"
)
_USED = expression(
    "(?:用|使|叠|抵|减|扣|领|拿|搭|贴|加|抢)(?:了|掉|上|到|着|过|一)*[张个]?(?:平台|会员|满减)?$"
)
_OF_A_COUPON = expression(f"的?[^，。、；？0-9一二两三四五六七八九十百的]{{0,4}}?{_COUPON}")
_FEE = "(?:配送|打包|运|邮|快递|服务|手续|包装|餐位|茶位|安装|起送|送货|上门|搬运|加急|跑腿|人工|餐盒|包装盒|打包盒)"
_ADDED = "(?:加上?|外加|另加|再加|另付|另收|加收|还[要有收]|另外)"
_MORE_BEFORE = expression(f"{_ADDED}(?:了|个|一个)?{_FEE}(?:费|钱)?{_ADVERBS}$")
_ADDED_BEFORE = expression(f"{_ADDED}了?$")
_FEE_BEHIND = expression(f"的?{_FEE}(?:费|钱)?")
_PAID = expression(
    "(?:实[付收]|实际|到手价?|最后|最终|结果|合计|共|(?:只|才|就|仅)(?:花|付|要|收|给|掏|交|用)|(?:自己|自个儿?|个人|我)(?:只|就|再|又|实际|还|得)*(?:花|付|掏|出|给|交|承担|添)"
    "|自[付费]|[券折减销补]后|[减抵补]完|花|付|成交价?|拿下|[收卖算]我|下来)(?:了|是|就|才|只|要|花|付|给|我|他|她|交|掏|出|去|实际|用)*$"
)
_OLD = expression(
    "(?:原价|原来|原本|原|本来|标价?|挂价|定价|吊牌价?|门市价?|挂牌价?|开口?价?|叫价?|要价?|票价|全价|平时|正价|拿货价|报价|官网)(?:是|要|卖|都|就|价)*$"
)
_OLD_BEHIND = expression("的?(?:挂牌|标价|原价|吊牌|要价|的价)")
_HANDED = expression("(?:给|付|拿|递|掏|畀)(?:了|他|她|老板娘?|师傅|店家|摊主|人家|出|过)*(?:一?张)?$")
_HANDED_BEHIND = expression("[块元]?钱?(?:给|递|拿)(?:出去|过去|了|他|她|老板)+")
_BACK = expression("找(?:回|零|了|我|给|返|补|来|他)*$")
_TENTHS = expression(
    "(?<!第)(?P<before>打[了个完]?|)(?P<first>[一二三四五六七八九1-9])(?P<point>点?)(?P<second>[一二三四五六七八九1-9]?)折(?!叠|扣|腾|磨|旧|现|子|耳|断|[后下完]|之后|以后)"
)
_HUNDREDTHS = expression(
    "(?P<less>补贴?|优惠|减免?|便宜|返[现还利]?|省|降|报销?|抵|打折)?(?:了|我|给|掉)*百分之(?P<number>[零一二两三四五六七八九十0-9]+)"
)
_AT_HALF = expression("(?<!第二.)(?<!第二..)半价(?!票[^，。]{0,3}[0-9一二两三四五六七八九十])")
_TOGETHER_AT_HALF = expression(r"第二|大人|一大|全价|小孩|孩子|儿童")


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
_COUNT = expression("[俩仨]|一把?")


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
