"""The number of times that a price was paid: four in 四张门票每张40, twice in 来回各五块, once and a half in 第二杯半价."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import prod

from voiced.language.entries.doubts import FOR_EACH
from voiced.language.numbers.amounts import AmountMention
from voiced.language.numbers.numerals import FOR_ONE, UNIT, value_of
from voiced.language.readings.numbers import PAIR
from voiced.language.text.phrases import phrases

_PHRASES = phrases("several", FOR_EACH=FOR_EACH, FOR_ONE=FOR_ONE, UNIT=UNIT)
_COUNT = _PHRASES["count"]
_PEOPLE_COUNTED = _PHRASES["people_counted"]
_HALF_MORE = _PHRASES["half_more"]
_HALF_OF_ONE = _PHRASES["half_of_one"]
_DOZENS = _PHRASES["dozens"]
_MONTHS = _PHRASES["months"]
_SECOND_AT_HALF = _PHRASES["second_at_half"]
_COUNT_BEHIND = _PHRASES["count_behind"]
_OF_ONE_BEFORE = _PHRASES["of_one_before"]
_EACH_OF_THEM = _PHRASES["each_of_them"]
_FOR_EACH = _PHRASES["for_each"]
_OF_ONE_BEHIND = _PHRASES["of_one_behind"]
_OF_THIS_PRICE = _PHRASES["of_this_price"]
_EACH_GETS_ONE = _PHRASES["each_gets_one"]
_THERE_AND_BACK = _PHRASES["there_and_back"]
_ONE_WAY_EACH = _PHRASES["one_way_each"]
_SHARED = _PHRASES["shared"]
_SUMMED = _PHRASES["summed"]
_ALONE = _PHRASES["alone"]
_PEOPLE = frozenset("人位")


def has_second_at_half(words: str) -> bool:
    """Whether the second one cost half the price."""
    return _SECOND_AT_HALF.search(words) is not None


def times_paid(words: str, price: AmountMention) -> Decimal | None:
    """The number of times that the only price of normalised words was paid; None if the words leave it open."""
    before = words[: price.start]
    if _THERE_AND_BACK.search(before) or _ONE_WAY_EACH.search(before):
        return Decimal(2)
    if _FOR_EACH.search(before):
        return _for_each(before)
    if _SHARED.search(words) or _SUMMED.search(before):
        return None
    counted = _counted(words, price)
    second = _SECOND_AT_HALF.search(words, 0 if counted else price.end)
    if second:
        return _with_second_at_half(words, second, counted)
    return counted


def _counted(words: str, price: AmountMention) -> Decimal | None:
    """The count of the things whose price of one was said."""
    before = words[: price.start]
    one = (
        _OF_ONE_BEFORE.search(before)
        or _EACH_OF_THEM.search(before)
        or _OF_ONE_BEHIND.match(words, price.end)
    )
    if one is None:
        return _of_this_price(words, price)
    units = {one["unit"], *([one["also"]] if "also" in one.re.groupindex and one["also"] else [])}
    found = [_count_of(words, price, one, unit) for unit in sorted(units)]
    known = [count for count in found if count is not None]
    return prod(known, start=Decimal(1)) if known else None


def _of_this_price(words: str, price: AmountMention) -> Decimal | None:
    """The count where no words say that the price is of one: 「一块五的拿了六本」, 「一个汉堡十五，三个孩子各买一个」."""
    if gets := _OF_THIS_PRICE.match(words, price.end):
        return value_of(gets["unit_number"])
    return _only(_people(words)) if _EACH_GETS_ONE.search(words) else None


def _only(counts: Iterable[Decimal | None]) -> Decimal | None:
    counts = list(counts)
    return counts[0] if len(counts) == 1 else None


def _count_of(words: str, price: AmountMention, one: re.Match[str], unit: str) -> Decimal | None:
    """The only count of this unit beside the price of one."""
    behind = _COUNT_BEHIND.match(words, price.end)
    matches = (*_COUNT.finditer(words), *_HALF_OF_ONE.finditer(words), *((behind,) if behind else ()))
    counts = [
        _with_half(words, count)
        for count in matches
        if not (one.start() <= count.start() < one.end() or price.start <= count.start() < price.end)
        and _same_unit(count["unit"], unit)
    ]
    counts = [count for count in counts if count != 1] or _counted_apart(words, unit)
    if not counts and (unit in _PEOPLE or _EACH_GETS_ONE.search(words)):
        counts = list(_people(words))
    return _only(counts)


def _people(words: str) -> Iterator[Decimal | None]:
    counts = (value_of(group["number"]) for group in _PEOPLE_COUNTED.finditer(words))
    return (count for count in counts if count != 1)


def _with_half(words: str, count: re.Match[str]) -> Decimal | None:
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


def _for_each(before: str) -> Decimal | None:
    """「两杯奶茶各18」, 「给爸妈各转了500」: the only count, or two of a pair."""
    counts = [value_of(count["number"]) for count in _COUNT.finditer(before)]
    if not counts and PAIR.search(before):
        counts = [Decimal(2)]
    number = _only(counts)
    return None if number is None or number < 2 else number


def _with_second_at_half(words: str, second: re.Match[str], counted: Decimal | None) -> Decimal:
    """「奶茶二十第二杯半价」: two were bought, for one and a half prices; each further pair is the same."""
    counts = [counted] if counted else []
    if not counts and (unit := second["unit"]):
        counts = [
            value_of(count["number"]) for count in _COUNT.finditer(words) if _same_unit(count["unit"], unit)
        ] + [value_of(found.group()) for found in _ALONE.finditer(words)]
    number = next((count for count in counts if count and count > 1), Decimal(2))
    pairs, single = divmod(number, 2)
    return pairs * Decimal("1.5") + single


def _same_unit(counted: str, priced: str) -> bool:
    return counted == priced or (counted in _PEOPLE | {"个"} and priced in _PEOPLE)
