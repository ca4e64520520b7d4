"""The numbers of a sentence, and the roles that they can have.

A number is an amount of money, or another numeral that may be a count, a part of a name or a price.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from enum import StrEnum

from msgspec import Struct

from voiced.domain.money import Money
from voiced.language.days.dates import CLOCK, DateMention
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.numbers.numerals import LOOKALIKE, NUMERAL_NAME, is_measure, value_of
from voiced.language.text.expression import expression


class NumberRole(StrEnum):
    """What a number of a sentence is.

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
    """What a sentence does: it tells of an entry, talks of something else, tells of a plan, or asks."""

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


_SHORT = expression("[百千万][一二三四五六七八九]$")
_LEAST_PRICE = 10
_RATE = expression(
    "打?[一二三四五六七八九\\d.]{1,3}折(?!叠|扣|腾|磨|旧|现|子|耳|断)|百分之[零一二两三四五六七八九十百点\\d]+"
)
"""A share of a price (打八五折, 百分之二十), which is no number of things and no money."""
_MAY_BE_RATE = frozenset("折百")
_RUN = expression(r"\d+(?:\.\d+)?[万千百十]*|[零〇一二两三四五六七八九十百千万半俩仨几]+")


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
