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
from voiced.language.text.expression import expression

_NUMBER = "(?:[俩仨]|[0-9一二两三四五六七八九十百]+)"
_NOT_BEFORE_COUNT = "(?<![第每0-9一二两三四五六七八九十百千万点.])"
_COUNT = expression(rf"{_NOT_BEFORE_COUNT}(?P<number>{_NUMBER})个?(?P<unit>{UNIT})")
_PEOPLE_COUNTED = expression(
    rf"{_NOT_BEFORE_COUNT}(?P<number>{_NUMBER})个?(?=(?:老|小|大)?(?:人|孩子|娃|同学|同事|朋友|老师|学生|工人|小工|侄子|客人|司机|师傅|老头|姐妹|兄弟))"
)
_HALF_MORE = expression("半(?![个天年价小])")
_HALF_OF_ONE = expression(rf"(?<![0-9一二两三四五六七八九十百])半(?P<unit>{UNIT})(?!价)")
_DOZENS = expression(
    rf"(?<![0-9一二两三四五六七八九十百])(?P<number>{_NUMBER})打(?![折车的包针印卡球扫算电工开赏完疫])"
)
_MONTHS = expression(
    "(?:交|付|买|办|充|续|租|订|开)(?:了|的|满)*(?P<number>半|[一两二三])(?P<unit>年|个?季度?)"
)
_SECOND_AT_HALF = expression(
    f"第二个?(?P<unit>{UNIT})[^，。、；？0-9第]{{0,3}}?(?:就|才|是|只要|打|可以|能)*(?:半价|五折)|一{UNIT}全价一{UNIT}半价"
)
_COUNT_BEHIND = expression(rf"(?P<number>{_NUMBER})个?(?P<unit>{UNIT})")
_ONE = rf"(?:每|(?<![十百0-9一二两三四五六七八九])一)个?(?P<unit>{UNIT})"
_OF_ONE_BEFORE = expression(
    rf"(?:(?:每|(?<![十百0-9一二两三四五六七八九])一)个?(?P<also>{UNIT}))?{_ONE}(?:只?要|卖|是|才|票)?$"
)
_EACH_OF_THEM = expression(rf"每个?(?P<unit>{UNIT})[^，。、；？共0-9]{{1,4}}$")
_FOR_EACH = expression(f"{FOR_EACH}(?:转|给|发|充|买|存|要|是)*了?$")
_OF_ONE_BEHIND = expression(f"的?{FOR_ONE}")
# 「本子一块五的拿了六本」 is a price of one as well.
_OF_THIS_PRICE = expression(
    rf"的(?:买|拿|要|来|进|带|称)了?(?={_NUMBER}个?{UNIT})(?P<unit_number>{_NUMBER})个?(?P<unit>{UNIT})"
)
_EACH_GETS_ONE = expression(
    rf"(?:各|每人|一人|一个人)(?:买|来|拿|发|带|点|要|做|配|办|整|装)了?一(?P<unit>{UNIT})"
)
_THERE_AND_BACK = expression("(?:来回|往返)[^，。、；？]{0,4}(?:各|都是|每趟|每次|单程)(?:花|是|要|付)?了?$")
_ONE_WAY_EACH = expression("去一?[趟次回]?[，]?[回来]一?[趟次回]?[，]?(?:每|一)[趟次回](?:花|是|要|付)?了?$")
_SHARED = expression("AA|aa|人均|平均")
_SUMMED = expression("(?:一共|总共|合计|加起来|共)(?:是|花了?|要|付了?)*$")
_ALONE = expression("[俩仨](?=$|[，。、；？])")
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
