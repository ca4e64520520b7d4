"""The numbers of a sentence, the roles that they can have, and the amounts that are worked out from them.

A number is an amount of money, or another numeral that may be a count, a part of a name or a price. Once the roles are known,
「四张门票每张40」 comes to 160.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from enum import Enum, StrEnum, auto

from msgspec import Struct

from voiced.domain.money import Money
from voiced.language.days.dates import CLOCK, DateMention
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.numbers.numerals import LOOKALIKE, NUMERAL_NAME, is_measure, value_of
from voiced.language.text.phrases import phrases


class NumberRole(StrEnum):
    """The role of a number in a sentence.

    PAID: the amount of a row: paid, received or moved. UNIT_PRICE: the price of one of several things.
    OTHER_MONEY: any other sum (an old price, change, a balance). SUM: the sum of rows that are listed.
    WITHDRAWN: a value that a repair takes back. COUNT: a count of things. NAME: a part of a name (95号油).
    """

    PAID = "a"
    UNIT_PRICE = "u"
    OTHER_MONEY = "x"
    SUM = "s"
    WITHDRAWN = "w"
    COUNT = "q"
    NAME = "n"


class Way(StrEnum):
    """The way that the money of a row went: out, in, or between accounts."""

    OUT = "-"
    IN = "+"
    BETWEEN = ">"


class SentenceKind(StrEnum):
    """The kind of a sentence: it tells of an entry, talks of something else, tells of a plan, or asks."""

    ENTRY = "E"
    TALK = "T"
    PLAN = "P"
    QUESTION = "Q"


class Number(Struct, frozen=True):
    """A number of a normalised text: `text[start:end]`.

    Attributes:
        value: None for a vague number (几十, 三四十).
        is_money: whether the grammar of amounts allows it to be money.
        is_explicit: whether a unit of money was said.
    """

    start: int
    end: int
    value: Decimal | None
    is_money: bool
    is_explicit: bool

    @property
    def amount(self) -> Money | None:
        """The number as an amount that a row can have."""
        money = None if self.value is None else Money.from_yuan(self.value)
        return money if money is not None and money.is_recordable else None


_PHRASES = phrases("numbers")
_SHORT = _PHRASES["short"]
_LEAST_PRICE = 10
_RATE = _PHRASES["rate"]
_MAY_BE_RATE = frozenset("折百")
_RUN = _PHRASES["run"]


def find_numbers(text: str, days: Sequence[DateMention]) -> tuple[Number, ...]:
    """All numbers of normalised text in order, without those of days and times."""
    taken = [(day.start, day.end) for day in days]
    found = [_of_mention(mention) for mention in find_amounts(text) if not _overlaps(mention, taken)]
    taken += [(number.start, number.end) for number in found]
    taken += [clock.span() for clock in CLOCK.finditer(text)]
    taken += rates(text)
    others = [number for run in _RUN.finditer(text) for number in _of_run(text, run, taken)]
    return tuple(sorted((*found, *others), key=lambda number: number.start))


def rates(text: str) -> list[tuple[int, int]]:
    """The places of the shares of a price in normalised text."""
    if _MAY_BE_RATE.isdisjoint(text):
        return []
    return [rate.span() for rate in _RATE.finditer(text)]


def _of_mention(mention: AmountMention) -> Number:
    value = None if mention.amount is None else mention.amount.yuan
    return Number(mention.start, mention.end, value, is_money=True, is_explicit=mention.is_explicit)


def _price_and_count(text: str, start: int, end: int) -> tuple[Number, ...]:
    """A price and a count that follow each other as one numeral (三百八十八四个人); empty for one number.

    A short form (三百二) never stands before a measure word, so 三百三个人 are three hundred and three people.
    """
    said = text[start:end]
    if not is_measure(text, end) or (value_of(said) is not None and not _SHORT.search(said)):
        return ()
    for size in (1, 2):
        price, count = value_of(said[:-size]), value_of(said[-size:])
        if price is not None and price >= _LEAST_PRICE and count is not None and count > 1:
            cut = end - size
            return (
                Number(start, cut, price, is_money=True, is_explicit=False),
                Number(cut, end, count, is_money=False, is_explicit=False),
            )
    return ()


def _of_run(text: str, run: re.Match[str], taken: Sequence[tuple[int, int]]) -> Iterator[Number]:
    """The numeral, unless it is a part of a date or a common word (一起, 一下)."""
    start, end = run.span()
    if any(start < other_end and other_start < end for other_start, other_end in taken):
        return
    if NUMERAL_NAME.match(text, start) or LOOKALIKE.match(text, start):
        return
    said = run.group()
    if said == "一" and not is_measure(text, end):
        return
    if parts := _price_and_count(text, start, end):
        yield from parts
    else:
        yield Number(start, end, value_of(said), is_money=False, is_explicit=False)


def _overlaps(mention: AmountMention, taken: Sequence[tuple[int, int]]) -> bool:
    return any(start < mention.end and mention.start < end for start, end in taken)


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


_HALF_MORE = _PHRASES["half_more"]
_THERE_AND_BACK = _PHRASES["there_and_back"]
PAIR = _PHRASES["pair"]
_EACH = _PHRASES["each"]
_SHARE_OF_ONE = _PHRASES["share_of_one"]
_SHARED = _PHRASES["shared"]
_HALF = _PHRASES["half"]
_FOLK = _PHRASES["folk"]
_WITH = _PHRASES["with"]
_BACK = _PHRASES["back"]
_LESS = _PHRASES["less"]


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
    if not counts and (_THERE_AND_BACK.search(text) or (PAIR.search(text) and _EACH.search(text))):
        counts = [Decimal(2)]
    price = numbers[which].value
    if price is None or _SHARE_OF_ONE.search(text) or len(set(counts)) != 1:
        return None
    return proposed(price * counts[0], Reason.SEVERAL)


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
        return proposed(value / count, Reason.SHARE)
    return proposed(value / 2, Reason.SHARE) if not people and _HALF.search(text) else None


def _difference(text: str, first: Number, second: Number) -> ProposedAmount | None:
    one, other = first.value or Decimal(0), second.value or Decimal(0)
    if _BACK.search(text):
        return proposed(abs(one - other), Reason.CHANGE_BACK)
    return proposed(abs(one - other), Reason.DISCOUNT) if _LESS.search(text) else None


def proposed(yuan: Decimal, reason: Reason) -> ProposedAmount | None:
    """An amount that was worked out; None if a row may not have it."""
    amount = Money.from_yuan(yuan)
    return ProposedAmount(amount, reason) if amount is not None and amount.is_recordable else None
