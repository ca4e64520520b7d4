"""Amounts that are worked out from the numbers of a sentence, once their roles are known: 四张门票每张40 comes to 160."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import Enum, auto

from msgspec import Struct

from voiced.domain.money import Money
from voiced.language.readings.numbers import Number, NumberRole
from voiced.language.text.expression import expression


class Reason(Enum):
    """The reason for a proposal: several things of one price, change that was given back, a lowered price, or a share."""

    SEVERAL = auto()
    CHANGE_BACK = auto()
    DISCOUNT = auto()
    SHARE = auto()


class ProposedAmount(Struct, frozen=True):
    """An amount that was worked out, and the reason."""

    amount: Money
    reason: Reason


_HALF_MORE = expression(".个?半(?![个天年价])|..半(?![个天年价])")
_THERE_AND_BACK = expression("来回|往返|打来回")
_PAIR = expression("爸妈|父母|公婆|岳父岳母|爷爷奶奶|外公外婆|姥姥姥爷|兄弟俩|姐妹俩|夫妻俩|两口子")
_EACH = expression("各|每|单程|一[人个]")
_SHARE_OF_ONE = expression("[Aa]{2}|人均|平均")
_SHARED = expression("[Aa]{2}|平[摊分]|均[摊分]|分摊|[摊分](?=$|[，。、；])|各付|人均|一起|[对平]半|摊|分")
_HALF = expression("[对各]半|一人一半|每人一半|[出付给摊掏认]了?一半|一半|五五|半价")
_FOLK = expression("个?(?:大?人|位|口)|个(?:同事|朋友|同学|室友|哥们|姐妹|闺蜜|老)|家")
_WITH = expression("[和跟与同]$")
_BACK = expression("找|退|补")
_LESS = expression("减|券|抵|省|优惠|便宜|返|红包|折|报|立减|送|扣|砍|抹")


def worked_out(
    text: str, numbers: Sequence[Number], roles: Sequence[NumberRole], which: int | None
) -> ProposedAmount | None:
    """The amount that the numbers come to; None if they state it, or are ambiguous.

    Args:
        text: the normalised sentence.
        numbers: its numbers.
        roles: the role of each.
        which: the place of a price of one thing; None to reckon with the other sums.
    """
    if which is not None:
        return _of_several(text, numbers, roles, which)
    sums = [
        number
        for number, role in zip(numbers, roles, strict=True)
        if role is NumberRole.OTHER_MONEY and number.is_money and number.value
    ]
    match sums:
        case [only]:
            return _share(text, numbers, roles, only)
        case [first, second]:
            return _difference(text, first, second)
        case _:
            return None


def _of_several(
    text: str, numbers: Sequence[Number], roles: Sequence[NumberRole], which: int
) -> ProposedAmount | None:
    counts = [
        count
        for number, role in zip(numbers, roles, strict=True)
        if role is NumberRole.COUNT and (count := _counted(text, number)) is not None and count != 1
    ]
    if not counts and (_THERE_AND_BACK.search(text) or (_PAIR.search(text) and _EACH.search(text))):
        counts = [Decimal(2)]
    price = numbers[which].value
    if price is None or _SHARE_OF_ONE.search(text) or len(set(counts)) != 1:
        return None
    return _proposed(price * counts[0], Reason.SEVERAL)


def _counted(text: str, number: Number) -> Decimal | None:
    """The count, with the half behind its measure word (两斤半)."""
    if number.value is None:
        return None
    return number.value + Decimal("0.5") if _HALF_MORE.match(text, number.end) else number.value


def _share(
    text: str, numbers: Sequence[Number], roles: Sequence[NumberRole], whole: Number
) -> ProposedAmount | None:
    people = [
        number
        for number, role in zip(numbers, roles, strict=True)
        if role is NumberRole.COUNT and number.value and number.value > 1 and _FOLK.match(text, number.end)
    ]
    value = whole.value or Decimal(0)
    if len(people) == 1 and _SHARED.search(text):
        (group,) = people
        count = group.value or Decimal(1)
        if _WITH.search(text[: group.start]):
            count += 1  # 「跟两个同事AA」: three share it
        return _proposed(value / count, Reason.SHARE)
    return _proposed(value / 2, Reason.SHARE) if not people and _HALF.search(text) else None


def _difference(text: str, first: Number, second: Number) -> ProposedAmount | None:
    one, other = first.value or Decimal(0), second.value or Decimal(0)
    if _BACK.search(text):
        return _proposed(abs(one - other), Reason.CHANGE_BACK)
    return _proposed(abs(one - other), Reason.DISCOUNT) if _LESS.search(text) else None


def _proposed(yuan: Decimal, reason: Reason) -> ProposedAmount | None:
    amount = Money.from_yuan(yuan)
    return ProposedAmount(amount, reason) if amount is not None and amount.is_recordable else None
