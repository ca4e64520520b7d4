"""Amounts that have to be worked out: 四张门票每张40 comes to 160, 给了五十找了十二 to 38.

The result is a proposal with its reason. The speaker is asked before a row has this amount.
"""

from __future__ import annotations

import re
from decimal import Decimal

from voiced.domain.money import Money
from voiced.language.entries.doubts import FOR_EACH
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.numbers.counts import FOR_ONE, UNIT
from voiced.language.numbers.numerals import value_of
from voiced.language.readings.arithmetic import ProposedAmount, Reason
from voiced.language.text.expression import expression

_MAY_BE_WORKED_OUT = expression("[各每一/都半平均摊]|AA|aa|单[价程]|找|折|减|便宜|优惠|红包|券|积分")
_NUMBER = "[0-9一二两三四五六七八九十百]+"
_COUNT = expression(rf"(?<![第每0-9一二两三四五六七八九十百千万点.])(?P<number>{_NUMBER})个?(?P<unit>{UNIT})")
_HALF_MORE = expression("半(?![个天年价小])")
_HALF_OF_ONE = expression(rf"(?<![0-9一二两三四五六七八九十百])半(?P<unit>{UNIT})(?!价)")
_DOZENS = expression(
    rf"(?<![0-9一二两三四五六七八九十百])(?P<number>{_NUMBER})打(?![折车的包针印卡球扫算电工开赏完疫])"
)
_MONTHS = expression(
    "(?:交|付|买|办|充|续|租|订|开)(?:了|的|满)*(?P<number>半|[一两二三])(?P<unit>年|个?季度?)"
)
_SECOND_AT_HALF = expression(f"，?第二{UNIT}半价")
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
_SPLIT = expression("AA|aa|平[分摊]|均[分摊]|分摊|对半|[出付给摊掏认]了?一半|一人一半|五五开")
_PAID_BY_ONE = expression(
    "每人|人均|一人(?!一半)|下来|各付|(?:我|自己)(?:那?份)?(?:就|只|的)?[是出付给摊掏]?了?(?!一半)[0-9一二两三四五六七八九十百]"
)
_GROUP = expression(
    rf"(?P<with>[和跟与同]我?)?(?P<number>{_NUMBER})个?(?:大?人|位|口子?|同事|朋友|同学|室友|哥们|姐妹|闺蜜)"
)
_OF_US = expression(f"(?:我们|咱们?)(?P<number>{_NUMBER})个")
_IN_HALVES = expression("半|五五")
_STATES_HALF = expression("一半[，是就花]*$")
_PEOPLE = frozenset("人位")
_HANDED_OVER = expression("(?:给|付|拿|递)(?:了|他|她|老板|师傅|店家)*(?:一?张)?$")
_CHANGE_BACK = expression("[，、]?(?:他|她|老板|师傅)?找(?:回|零|了|我|给)*")
_OLD_PRICE = expression("(?:原价|原来|标价|定价|吊牌价?|本来)(?:是|要|卖)*$")
_OVER = expression("满$")
_LOWERED_BY = expression("[，、]?(?:便宜|优惠|立?减|省)(?:了|我|掉)*")
_COUPON = "(?:红包|优惠券?|代金券|抵[用扣]券|券|积分)"
_USES = expression("[，、]?(?:又|还|再|我)*(?:用|拿)(?:了|掉)?(?:一?[张个])?")
_OF_A_COUPON = expression(f"的?(?:平台|商家)?{_COUPON}")
_COUPON_TAKES = expression(
    f"[，、]?(?:又|还|再|我)*(?:用|拿)?(?:了|一?[张个])*{_COUPON}(?:又|再)?(?:抵|减|省|扣)(?:了|掉)*"
)
_OVER_BETWEEN = expression("[，、]?(?:用|凑|刚好)*(?:了)?满")
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
            return (
                _of_several(words, only)
                or _lowered_by_share(words, only)
                or _second_at_half(words, only)
                or _share(words, only)
            )
        case [first, second]:
            return _difference(words, first, second)
        case [price, over, part]:
            return _less_over(words, price, over, part)
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
        _counted(words, count)
        for count in (*_COUNT.finditer(words), *_HALF_OF_ONE.finditer(words), *((behind,) if behind else ()))
        if not (one.start() <= count.start() < one.end() or price.start <= count.start() < price.end)
        and _same_unit(count["unit"], one["unit"])
    ]
    counts = [count for count in counts if count != 1] or _counted_apart(words, one["unit"])
    number = counts[0] if len(counts) == 1 else None
    return None if number is None else _proposal(price, number, Reason.SEVERAL)


def _counted(words: str, count: re.Match[str]) -> Decimal | None:
    """The count, with a half before or behind its measure word: 半斤, 两斤半."""
    if "number" not in count.re.groupindex:
        return Decimal("0.5")
    number = value_of(count["number"])
    return number + Decimal("0.5") if number is not None and _HALF_MORE.match(words, count.end()) else number


def _counted_apart(words: str, unit: str) -> list[Decimal | None]:
    """Counts of another measure than the price: two dozen pairs, half a year of months."""
    if unit != "月":
        return [_times(dozen["number"], 12) for dozen in _DOZENS.finditer(words)]
    return [
        _times(period["number"], 12 if period["unit"] == "年" else 3) for period in _MONTHS.finditer(words)
    ]


def _times(numeral: str, factor: int) -> Decimal | None:
    number = Decimal("0.5") if numeral == "半" else value_of(numeral)
    return None if number is None else number * factor


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


def _second_at_half(words: str, price: AmountMention) -> ProposedAmount | None:
    """「奶茶二十第二杯半价」: two were bought, for one and a half prices."""
    found = _SECOND_AT_HALF.match(words, price.end)
    return None if found is None else _proposal(price, Decimal("1.5"), Reason.SEVERAL)


def _share(words: str, whole: AmountMention) -> ProposedAmount | None:
    """The speaker's share of a sum that was split: 「三百二，四个人AA」, 「晚饭两百我出一半」."""
    split = _SPLIT.search(words)
    if split is None or _PAID_BY_ONE.search(words) or _STATES_HALF.search(words[: whole.start]):
        return None
    around = (words[: whole.start], words[whole.end :])
    groups = [group for part in around for group in _GROUP.finditer(part)]
    counts = [(value_of(group["number"]) or Decimal(0)) + (group["with"] is not None) for group in groups]
    if not groups:
        counts = [value_of(us["number"]) or Decimal(0) for part in around for us in _OF_US.finditer(part)]
    people = [count for count in counts if count > 1]
    match people:
        case []:
            # 「AA八十」 may be the share itself, and 平摊 does not tell among how many.
            number = Decimal(2) if _IN_HALVES.search(split.group()) else None
        case [only]:
            number = only
        case _:
            number = None
    return None if number is None else _recordable(_yuan(whole) / number, Reason.SHARE)


def _less_over(
    words: str, price: AmountMention, over: AmountMention, part: AmountMention
) -> ProposedAmount | None:
    """The price less a reduction that it is high enough for: 「外卖六十满五十减十」."""
    is_over = _OVER_BETWEEN.fullmatch(words[price.end : over.start])
    is_lowered = _LOWERED_BY.fullmatch(words[over.end : part.start])
    is_enough = _yuan(price) >= _yuan(over)
    return _less(price, part, Reason.DISCOUNT) if is_over and is_lowered and is_enough else None


def _difference(words: str, whole: AmountMention, part: AmountMention) -> ProposedAmount | None:
    before, between = words[: whole.start], words[whole.end : part.start]
    if _HANDED_OVER.search(before) and _CHANGE_BACK.fullmatch(between):
        return _less(whole, part, Reason.CHANGE_BACK)
    is_coupon = _USES.fullmatch(between) and _OF_A_COUPON.match(words, part.end)
    if is_coupon or _COUPON_TAKES.fullmatch(between):
        return _less(whole, part, Reason.DISCOUNT)
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
