"""The amounts that words bear: stated in them, or computed from them by arithmetic that the words name.

A number that counts, orders or tells time is no amount, but may multiply or divide one. Words without a word of arithmetic (每 or
一斤, 一共, 减, AA, 折) bear the amounts in them alone; beside such a word the numbers may be multiplied, added, lowered and shared, in
this order. The set is larger than what a speaker means: it only tells which amounts of a model cannot have come from the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from functools import lru_cache
from itertools import combinations, product

from msgspec import Struct

from voiced.domain.money import Money
from voiced.language.changes.denials import is_denied, is_entry_denied
from voiced.language.numbers.amounts import find_amounts, parse_amount
from voiced.language.numbers.numerals import LOOKALIKE, is_measure, value_of
from voiced.language.text.phrases import phrases

_PHRASES = phrases("invariants")
_NUMERAL = _PHRASES["numeral"]
_NOT_MONEY_BEFORE = _PHRASES["not_money_before"]
_NOT_MONEY_BEHIND = _PHRASES["not_money_behind"]
_DENIED_BEHIND = _PHRASES["denied_behind"]
_OF_ONE = _PHRASES["of_one"]
_ARITHMETIC = _PHRASES["arithmetic"]
_TWICE = _PHRASES["twice"]
_HALF = _PHRASES["half"]
_PART = _PHRASES["part"]
_PERCENT = _PHRASES["percent"]
_TENTHS = _PHRASES["tenths"]
_LIANG = _PHRASES["liang"]
_DIGITS = _PHRASES["digits"]
_ROUNDED = _PHRASES["rounded"]
_GIVEN_TO_OTHERS = _PHRASES["shared"]
_RANGE = _PHRASES["range"]
_OTHERS_PAY = _PHRASES["others_pay"]
_ASKS_AMOUNT = _PHRASES["asks_amount"]
_UNPAID = _PHRASES["unpaid"]
_CORRECTED_ONCE = 2
"""The amounts in 「停车十五，不对，十八」."""
_SPEAKS_OF_TIME = _PHRASES["speaks_of_time"]

_MOST_NUMBERS = 12
"""The most numbers that are combined with each other; a real sum has fewer."""
_MOST_COUNTED = 20
"""A larger bare number beside an amount counts no things or people."""
_MOST_VALUES = 24
"""Of more values, only the stated ones are added to each or taken off."""
_MOST_SHARED = 500
"""Of more values, only the stated ones are shared: such words are a list, which has an amount for each row."""
_FEW = 4
"""The most counts of which two are taken together: 三个人每人两张."""
_MONTHS = {"季度": 3, "半年": 6, "一年": 12, "全年": 12, "押一付一": 2, "押一付三": 4, "押二付三": 5}
"""Words that count the payments of a month, with how many; of a rent beside its deposit, too."""
_FEN = Decimal("0.01")
_PLACES = frozenset("十百千")
_SHORTEST_RUN = 2
"""Characters: 十一个 is one number."""


class Numbers(Struct, frozen=True):
    """The numbers of normalised words, in yuan where they may be money.

    Attributes:
        stated: may be the amount of a row.
        denied: are only mentioned as wrong.
        counts: count, order or multiply.
        twice: are stated, and count beside it: 六张，每个六块.
    """

    stated: frozenset[Decimal]
    denied: frozenset[Decimal]
    counts: frozenset[Decimal]
    twice: frozenset[Decimal]


@lru_cache(maxsize=16)
def numbers_in(said: str) -> Numbers:
    """The numbers of normalised words."""
    stated: set[Decimal] = set()
    denied: set[Decimal] = set()
    counts: set[Decimal] = set()
    mentions = find_amounts(said)
    for mention in mentions:
        if mention.amount is not None:
            is_wrong = _is_denied(said, mention.start, mention.end)
            (denied if is_wrong else stated).add(mention.amount.yuan)
            if said[mention.end - 1] == "一" and (
                shorter := parse_amount(said[mention.start : mention.end - 1])
            ):
                stated.add(shorter.yuan)  # 四毛一面
            if tenths := _TENTHS.match(said, mention.end - 1):
                # 卡纸十二块八双面胶六块
                stated.add(mention.amount.yuan + (value_of(tenths["tenths"]) or Decimal(0)) / 10)
    taken = [(mention.start, mention.end) for mention in mentions]
    for start, end in _loose(said, taken):
        value = value_of(said[start:end])
        if not value:
            continue
        behind = end + said.startswith("半", end)
        if is_measure(said, end) and said.startswith("半", end + 1):
            counts.add(value + Decimal("0.5"))
            stated |= {value + Decimal("0.5")} if said[end] == "个" else set()  # 二百一十三个半
        if said[start:end] == "一":
            continue  # 一共, 一起
        counts.add(value)
        if not _counts(said, start, behind):
            stated.add(value)
    for first, second in _run_together(said):
        stated |= {first, second}
        counts.add(second)
    twice = stated & counts
    # 「两份儿，一个人的」 counts a bare numeral behind an amount, too.
    counts |= {one for one in stated if one == one.to_integral_value() and one <= _MOST_COUNTED}
    counts |= {Decimal(months) for words, months in _MONTHS.items() if words in said}
    if _TWICE.search(said):
        counts.add(Decimal(2))
    return Numbers(frozenset(stated), frozenset(denied - stated), frozenset(counts), frozenset(twice))


def names_arithmetic(said: str) -> bool:
    """Whether normalised words give the price of one thing beside a count, so that the amount may have to be worked out."""
    numbers = numbers_in(said)
    return _OF_ONE.search(said) is not None and len(numbers.counts) > 0 and bool(numbers.stated)


def leaves_open(said: str, day: date | None) -> bool:
    """Whether normalised words hold what a certain reading by rules passes over.

    That is the price of one thing, a payment by somebody else, a number beside 两 as a weight (二两八块), an amount that is asked for or
    guessed, one that was not paid, more amounts than one and its correction, or a day that rules did not read.

    Args:
        said: the words.
        day: the day that rules read in them.
    """
    return (
        names_arithmetic(said)
        or _OTHERS_PAY.search(said) is not None
        or _LIANG.search(said) is not None
        or _ASKS_AMOUNT.search(said) is not None
        or _UNPAID.search(said) is not None
        or len(find_amounts(said)) > _CORRECTED_ONCE
        or (day is None and _SPEAKS_OF_TIME.search(said) is not None)
    )


def amounts_borne(said: str, before: Money | None = None, others: Iterable[Money] = ()) -> frozenset[Money]:
    """The amounts that normalised words may give a row.

    Args:
        said: the words.
        before: the present amount of the row that they are about, which they may raise, lower or share.
        others: the amounts of the other rows, which the words may give this one (一样, 对调).
    """
    numbers = numbers_in(said)
    yuan = set(_borne(said, numbers, before))
    if _GIVEN_TO_OTHERS.search(said):
        yuan |= {one.yuan for one in others}
    yuan -= numbers.denied
    found = (Money.from_yuan(rounded) for one in yuan for rounded in _in_fen(one))
    return frozenset(money for money in found if money is not None and money.is_recordable)


def _in_fen(yuan: Decimal) -> set[Decimal]:
    """The amount in whole fen, rounded either way: people say both of a third of a hundred."""
    return {yuan.quantize(_FEN, rounding) for rounding in (ROUND_DOWN, ROUND_HALF_UP)}


def _borne(said: str, numbers: Numbers, before: Money | None) -> Iterator[Decimal]:
    bases = sorted(numbers.stated)[:_MOST_NUMBERS]
    counts = sorted(numbers.counts)[:_MOST_NUMBERS]
    values = set(bases)
    if _OF_ONE.search(said) or _ARITHMETIC.search(said):
        values |= set() if before is None else {before.yuan}
        values |= set(_multiplied(said, values, counts)) | {one * one for one in numbers.twice}
    if _ARITHMETIC.search(said):
        values |= set(_added(values, bases))
        values |= set(_shared(values if len(values) <= _MOST_SHARED else set(bases), counts))
    if before is not None:
        values |= set(_mended(said, before.yuan))
    return (value for value in values if value > 0)


def _multiplied(said: str, bases: set[Decimal], counts: list[Decimal]) -> Iterator[Decimal]:
    """「三块五一斤，称了四斤」, 「来回每趟两块」, 「打八五折」, 「第二本半价」."""
    pairs = tuple(combinations(counts, 2)) if len(counts) <= _FEW else ()
    factors = {*counts, *(one + other for one, other in pairs), *(one * other for one, other in pairs)}
    factors |= {other / one for one, other in pairs if one and not other % one}  # 二十五块两包，拿了四包
    if _HALF.search(said):
        factors |= {Decimal("0.5"), Decimal("1.5")}
        factors |= {count + half for count in counts for half in (Decimal("0.5"), Decimal("-0.5"))}
    if _LIANG.search(said):
        factors |= {count / 10 for count in counts}  # 一斤四百八，称了二两
    for match in _PART.finditer(said):
        tenths, hundredths = (
            value_of(digit or "零") or Decimal(0) for digit in match.group("tenths", "hundredths")
        )
        factors.add(tenths / 10 + hundredths / 100)
    for match in _PERCENT.finditer(said):
        share = (value_of(match["hundredths"]) or Decimal(0)) / 100
        factors |= {share, 1 + share, 1 - share}
    yield from (base * factor for base in bases for factor in factors if factor != base)


def _added(values: set[Decimal], bases: list[Decimal]) -> Iterator[Decimal]:
    """「原价三百二，减八十，又抵了十块」, 「一共」, 「再加三块配送费」."""
    yield sum(bases, Decimal(0))
    offsets = set(bases)
    if len(bases) <= _FEW:
        for signs in product((-1, 0, 1), repeat=len(bases)):
            offsets.add(sum((sign * base for sign, base in zip(signs, bases, strict=True)), Decimal(0)))
    if len(values) <= _MOST_VALUES:
        offsets |= values
    yield from (value + offset for value in values for offset in offsets if offset != value)
    yield from (value - offset for value in values for offset in offsets)


def _shared(values: set[Decimal], counts: list[Decimal]) -> Iterator[Decimal]:
    """「三百二，四个人AA」: one's own share, and what is left of the whole without it."""
    heads = {Decimal(2), *(count for count in counts if count)}
    if len(counts) <= _FEW:
        heads |= {one + 1 for one in counts}
    for value in values:
        for head in heads - {value}:
            yield from (value / head, value - value / head)


def _mended(said: str, before: Decimal) -> Iterator[Decimal]:
    """「少了个零」, 「零头不要了」."""
    if _DIGITS.search(said):
        yield from (before * 10, before * 100, before / 10, before / 100)
    if _ROUNDED.search(said):
        yield from (before.to_integral_value(ROUND_DOWN), (before / 10).to_integral_value(ROUND_DOWN) * 10)


def _loose(said: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The places of the numerals outside the amounts; a last 一 before a measure word stands by itself (二十五一位), but not in 十一个."""
    for match in _NUMERAL.finditer(said):
        start, end = match.span()
        for first, last in taken:
            if first < end and start < last:
                start, end = (last, end) if first <= start else (start, first)
        if start >= end:
            continue
        if end - start > 1 and said[end - 2] != "十" and said[end - 1] == "一" and is_measure(said, end):
            yield end - 1, end
            end -= 1
        if end - start > 1 and said[end - 1] == "两":
            end -= 1  # 二两
        yield start, end


def _run_together(said: str) -> Iterator[tuple[Decimal, Decimal]]:
    """The two numbers that a run of numerals may be: 四百一五个人, 苹果十二一千一百五; before a measure word also 八十四个人."""
    for match in _NUMERAL.finditer(said):
        run = match.group()
        if (
            len(run) > _SHORTEST_RUN
            and run[-2] in _PLACES
            and is_measure(said, match.end())
            and (whole := value_of(run[:-1]))
        ):
            yield whole, value_of(run[-1]) or Decimal(0)  # 「八十四个人AA」
        if (parse_amount(run) is not None and not is_measure(said, match.end())) or _RANGE.search(run):
            continue
        for at in range(1, len(run)):
            first, second = parse_amount(run[:at]), parse_amount(run[at:])
            if first is not None and second is not None and first.fen and second.fen:
                yield first.yuan, second.yuan


def _counts(said: str, start: int, end: int) -> bool:
    """Whether the numeral at this place counts, orders or tells time."""
    if (
        is_measure(said, end)
        or _NOT_MONEY_BEHIND.match(said, end)
        or _NOT_MONEY_BEFORE.search(said, 0, start)
    ):
        return True
    other = LOOKALIKE.match(said, start)
    return other is not None and said[start - 1 : start] != "双"


def _is_denied(said: str, start: int, end: int) -> bool:
    return (
        is_denied(said, start)
        or is_entry_denied(said, start, end)
        or _DENIED_BEHIND.match(said, end) is not None
    )
