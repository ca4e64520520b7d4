"""The amounts that an utterance may give a row: stated in words, or computed from them.

A small model copies a number: 23 for 来回各二十三, 5 for 少记了五块. A larger model computes the amount. So a difference, the
price of one of several things, and a computed amount are possible, and the speaker has to check them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import ROUND_DOWN, Decimal

from msgspec import Struct

from voiced.domain.money import Money
from voiced.language.changes.denials import is_denied, is_entry_denied
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.text.phrases import phrases

_PHRASES = phrases("amounts_told")
_NOT_PAID_BEFORE = _PHRASES["not_paid_before"]
_DENIED_BEHIND = _PHRASES["denied_behind"]
_DIFFERENCE_BEFORE = _PHRASES["difference_before"]
_DIFFERENCE_BEHIND = _PHRASES["difference_behind"]
_OF_ONE_BEFORE = _PHRASES["of_one_before"]
_MAY_BE_COMPUTED = _PHRASES["may_be_computed"]
_UP = _PHRASES["up"]
_DOWN = _PHRASES["down"]
_HALF = _PHRASES["half"]
_TWICE = _PHRASES["twice"]
_ZERO = _PHRASES["zero"]
_SHARED = _PHRASES["shared"]
_ROUNDED = _PHRASES["rounded"]
_OFF = _PHRASES["off"]
_COUNT = _PHRASES["count"]

_MOST_AMOUNTS = 20
"""The most numbers that are combined with each other; a real sum has fewer."""


class AmountsTold(Struct, frozen=True):
    """The amounts that words give a row.

    Attributes:
        stated: the words name them as the amount.
        possible: the words name them in another role, or they are computed.
    """

    stated: frozenset[Money]
    possible: frozenset[Money]


def may_be_computed(said: str) -> bool:
    """Whether a number in the words may be something other than the amount: a fast check before `amounts_told`."""
    return _MAY_BE_COMPUTED.search(said) is not None


def is_difference(said: str, start: int) -> bool:
    """Whether the words before an amount call it a difference: 少收了五十, 返了两块."""
    return _DIFFERENCE_BEFORE.search(said, 0, start) is not None


def amounts_told(said: str, before: Money | None, others: Iterable[Money]) -> AmountsTold:
    """The amounts that normalised words may give a row.

    Args:
        said: the words.
        before: the row's present amount.
        others: the amounts of the other rows, which the words may swap with this one.
    """
    stated: set[Money] = set()
    doubtful: set[Money] = set()
    denied: set[Money] = set()
    for mention in find_amounts(said):
        if mention.amount is None:
            continue
        head = said[: mention.start]
        if (
            is_denied(said, mention.start)
            or is_entry_denied(said, mention.start, mention.end)
            or _NOT_PAID_BEFORE.search(head)
            or _DENIED_BEHIND.match(said, mention.end)
        ):
            denied.add(mention.amount)
        elif (
            _DIFFERENCE_BEFORE.search(head)
            or _OF_ONE_BEFORE.search(head)
            or _DIFFERENCE_BEHIND.match(said, mention.end)
        ):
            doubtful.add(mention.amount)
        else:
            stated.add(mention.amount)
    computed = set(_computed(said, before, stated | doubtful))
    if _SHARED.search(said):
        computed |= set(others)
    possible = (doubtful | computed) - stated - (denied - computed)
    return AmountsTold(frozenset(stated - denied), frozenset(one for one in possible if one.is_recordable))


def _computed(said: str, before: Money | None, stated: Iterable[Money]) -> Iterator[Money]:
    """Every amount that arithmetic on the words can give: more than the speaker means, so each is marked for checking."""
    said_yuan = sorted(one.yuan for one in stated)[:_MOST_AMOUNTS]
    for yuan in _sums(said, None if before is None else before.yuan, said_yuan):
        money = Money.from_yuan(yuan.quantize(Decimal("0.01"), ROUND_DOWN))
        if money is not None:
            yield money


def _sums(said: str, before: Decimal | None, stated: list[Decimal]) -> Iterator[Decimal]:
    counts = [value for match in _COUNT.finditer(said) if (value := value_of(match["number"]))][
        :_MOST_AMOUNTS
    ]
    if _TWICE.search(said):
        counts.append(Decimal(2))
    yield from _of_said(stated, counts, is_shared=_HALF.search(said) is not None)
    if before is not None:
        yield from _of_before(said, before, stated, counts)
    for match in _OFF.finditer(said):
        digits = [value_of(digit) or Decimal(0) for digit in (match["tenths"], match["hundredths"] or "零")]
        for price in (*([] if before is None else [before]), *stated):
            yield price * (digits[0] / 10 + digits[1] / 100)


def _of_said(stated: list[Decimal], counts: list[Decimal], *, is_shared: bool) -> Iterator[Decimal]:
    """「三十五里有二十是朋友的」, 「两张，每张四十」, 「三百二，四个人AA」."""
    for one in stated:
        yield from (one * count for count in counts)
        if is_shared:
            yield from (one / count for count in (*counts, Decimal(2)))
        for other in stated:
            if one > other:
                yield from (one + other, one - other)


def _of_before(said: str, before: Decimal, stated: list[Decimal], counts: list[Decimal]) -> Iterator[Decimal]:
    """「再加五块」, 「一人一半」, 「少个零」."""
    for count in counts:
        yield from (before * count, before / count)
    if _UP.search(said):
        yield from (before + one for one in stated)
    if _DOWN.search(said):
        yield from (before - one for one in stated)
    if _HALF.search(said):
        yield before / 2
    if _ZERO.search(said):
        yield from (before * 10, before / 10, before / 100)
    if _ROUNDED.search(said):
        yield from (before.to_integral_value(ROUND_DOWN), (before / 10).to_integral_value(ROUND_DOWN) * 10)
