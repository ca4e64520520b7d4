"""The shape of a question: one figure, one for each group of a kind, or one for each of several named times or things."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from voiced.domain.question import Grouping, Measure, Period, Unit
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import Token, TokenKind
from voiced.language.text.expression import expression

_BY = {
    TokenKind.BY_CATEGORY: Grouping.CATEGORY,
    TokenKind.WHERE_TO: Grouping.CATEGORY,
    TokenKind.EACH_CATEGORY: Grouping.CATEGORY,
    TokenKind.BY_ACCOUNT: Grouping.ACCOUNT,
    TokenKind.BY_SHOP: Grouping.DESCRIPTION,
    TokenKind.BY_DAY: Grouping.DAY,
    TokenKind.BY_MONTH: Grouping.MONTH,
    TokenKind.EACH_MONTH: Grouping.MONTH,
    TokenKind.EACH_ACCOUNT: Grouping.ACCOUNT,
    TokenKind.BY_WEEK: Grouping.WEEK,
    TokenKind.EACH_WEEK: Grouping.WEEK,
    TokenKind.EACH_DAY: Grouping.DAY,
    TokenKind.DAYS_OFF: Grouping.DAYS_OFF,
}
UNITS = {
    TokenKind.PER_DAY: Unit.DAY,
    TokenKind.PER_WEEK: Unit.WEEK,
    TokenKind.PER_MONTH: Unit.MONTH,
    TokenKind.PER_ROW: Unit.ROW,
}
EACH = frozenset(
    {
        TokenKind.EACH_CATEGORY, TokenKind.EACH_MONTH, TokenKind.EACH_ACCOUNT, TokenKind.EACH_WEEK, TokenKind.EACH_DAY,
    }
)  # fmt: skip
GROUPS = frozenset(_BY) - EACH
CHOOSES_THINGS = frozenset({TokenKind.WHICH_ONE, TokenKind.OR})
CHOOSES = CHOOSES_THINGS | {TokenKind.BY_MONTH, TokenKind.BY_DAY, TokenKind.BY_WEEK}
"""Kinds that compare things or periods, if several are named."""
OF_GROUPS = {Measure.LARGEST: Measure.MOST, Measure.SMALLEST: Measure.LEAST}
"""Of groups the largest is the one with the most, not one row."""
_IN_SERIES = frozenset({Measure.TOTAL, Measure.COUNT})
_PAIR = 2
_EACH_MONTH = expression("每一?个?月")
_US = ("我", "咱")
_PER_MONTH = frozenset({TokenKind.PER_MONTH, TokenKind.EACH_MONTH})


class Shape(Struct, frozen=True):
    """How many figures are asked for, and what each of them is.

    Attributes:
        figure: of each group.
    """

    measure: Measure | None
    grouping: Grouping | None = None
    figure: Measure = Measure.TOTAL


def shape_of(
    tokens: Sequence[Token], told: Shape, named: Sequence[KnownSubject], periods: Sequence[Period]
) -> Shape | None:
    """The shape of a question whose measure and grouping the words tell; None if one of its sides has no rows."""
    kinds = {token.kind for token in tokens}
    several = max(len(named), len(innermost(periods))) > _PAIR
    if told.measure is Measure.DIFFERENCE and kinds & CHOOSES and several:
        return Shape(Measure.LEAST if TokenKind.LEAST in kinds else Measure.MOST, Grouping.SERIES)
    if told.measure in _IN_SERIES and TokenKind.APART in kinds and _names_several(tokens):
        return None if _names_us(tokens) else Shape(Measure.EACH, Grouping.SERIES, told.measure)
    if told.measure is Measure.EACH and TokenKind.COUNT in kinds:
        return Shape(told.measure, told.grouping, Measure.COUNT)
    if told.measure is Measure.BALANCE and kinds & _PER_MONTH:
        return Shape(Measure.EACH, Grouping.MONTH, Measure.BALANCE)
    if told.measure is Measure.MOST and TokenKind.WHERE_TO in kinds and _is_one_thing(named):
        return Shape(Measure.LISTED)
    if told.measure is Measure.BUDGET and TokenKind.SHARE in kinds:
        return Shape(told.measure, None, Measure.SHARE)
    if told.measure is Measure.AVERAGE and _is_each_month(tokens):
        counts = TokenKind.COUNT in kinds
        return Shape(Measure.EACH, Grouping.MONTH, Measure.COUNT if counts else Measure.TOTAL)
    if told.measure is Measure.AVERAGE and TokenKind.COUNT in kinds:
        return None
    return told


def innermost(periods: Sequence[Period]) -> tuple[Period, ...]:
    """The periods that are compared, without one that holds the others: 周五跟周四哪天多，这周的."""
    return tuple(
        one
        for one in periods
        if len(periods) <= _PAIR
        or not all(one.first <= other.first and other.last <= one.last for other in periods)
    )


def groupings_of(tokens: Sequence[Token]) -> list[Grouping]:
    """The groups that the words tell; of single rows none."""
    leaves_out = any(token.kind is TokenKind.WITHOUT for token in tokens)  # 哪天花得最多，房租那笔不算
    is_row = not leaves_out and any(token.kind in (TokenKind.OF_ROW, TokenKind.SEVERAL) for token in tokens)
    return [] if is_row else [_BY[token.kind] for token in tokens if token.kind in _BY]


def _names_several(tokens: Sequence[Token]) -> bool:
    """Whether two times, things or accounts are named."""
    told = [
        (token.kind, token.text)
        for token in tokens
        if token.kind in (TokenKind.PERIOD, TokenKind.SUBJECT, TokenKind.ACCOUNT)
    ]
    return any(sum(other == kind for other, _ in told) > 1 for kind, _ in told)


def _names_us(tokens: Sequence[Token]) -> bool:
    """Whether one of the sides is the speaker, of whom no row tells: 我跟爱人的奖金各多少."""
    return any(
        (one.text in _US and other.kind is TokenKind.AND) or (one.kind is TokenKind.AND and other.text in _US)
        for one, other in pairwise(tokens)
    )


def _is_one_thing(named: Sequence[KnownSubject]) -> bool:
    """Whether the rows are of one category at most, so that a ranking of categories tells nothing."""
    return len(named) == 1 and len(named[0].subject.categories) <= 1


def _is_each_month(tokens: Sequence[Token]) -> bool:
    """Whether 每个月 asks for the months one by one: 今年每个月花了多少. With 平均 it asks for one figure."""
    kinds = {token.kind for token in tokens}
    units = [token.text for token in tokens if token.kind in UNITS]
    return (
        TokenKind.PERIOD in kinds
        and TokenKind.AVERAGE not in kinds
        and bool(units)
        and all(_EACH_MONTH.fullmatch(unit) for unit in units)
    )
