"""The rows that a question is about: their type, their period, and the things and accounts that narrow them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from voiced.domain.question import AskedRows, Grouping, Measure, Period, Subject, Unit
from voiced.domain.transaction import TransactionType
from voiced.language.questions.directions import EXPENSE, INCOME, TRANSFER
from voiced.language.questions.parts import ONE_ROW, Parts
from voiced.language.questions.period_rules import month_of
from voiced.language.questions.periods import whole_ledger
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import TokenKind

_EXTREMES = frozenset({Measure.LARGEST, Measure.SMALLEST})
_SUMMED_UP = frozenset({Measure.TOTAL, Measure.COUNT})
_OF_ANY_TYPE = frozenset({Measure.COUNT, Measure.LISTED, Measure.LATEST, Measure.EARLIEST, Measure.WHETHER})
_PAIR = 2


def rows_of(parts: Parts, measure: Measure, period: Period) -> AskedRows | None:
    """The rows of a period that a measure is about; None if its parts do not go together."""
    is_series = parts.grouping is Grouping.SERIES
    several = len(parts.accounts) > 1 and not is_series
    if (several and (not parts.adds_accounts or type_of(parts) is TRANSFER)) or len(parts.bounds) > 1:
        return None
    says_little = parts.type is None and not parts.subjects and TokenKind.RECORDED not in parts.kinds
    if parts.accounts and parts.measure is Measure.TOTAL and says_little:
        return None
    subjects = tuple(known.subject for known in parts.subjects)
    if parts.without in subjects:
        return None
    if is_series:
        pass
    elif parts.sums and measure is not Measure.SHARE:
        subjects = parts.sums
    elif len(subjects) > 1 and measure is not Measure.SHARE and not _narrows(parts):
        return None
    return filtered(parts, period, subjects)


def filtered(parts: Parts, period: Period, subjects: tuple[Subject, ...]) -> AskedRows:
    """The rows of a period that pass every filter of the words, with these subjects."""
    bounds = parts.bounds[0] if parts.bounds and not parts.bounds[0].is_threshold else None
    return AskedRows(
        type_of(parts),
        period,
        subjects,
        parts.without,
        parts.accounts,
        bounds.at_least if bounds else None,
        bounds.at_most if bounds else None,
    )


def type_of(parts: Parts) -> TransactionType | None:
    """The type of the rows: as the verbs say, else that of the subjects; None for whatever was recorded (今天记了几笔)."""
    types = {known.type for known in parts.subjects} - {None}
    if parts.type in (INCOME, TRANSFER):
        return parts.type
    if len(types) == 1:
        return types.pop()
    tells_rows = TokenKind.RECORDED in parts.kinds or (parts.measure is Measure.LATEST and parts.limit > 1)
    is_any = tells_rows and parts.type is None and not parts.subjects
    return None if is_any and parts.measure in _OF_ANY_TYPE else EXPENSE


def _narrows(parts: Parts) -> bool:
    """Whether several subjects narrow each other: 小宝的奶粉, 其中瑞幸. Two things or categories side by side do not."""
    owned = any(known.is_owner for known in parts.subjects)
    return (
        owned
        or _is_of_income(parts.subjects)
        or _is_within(parts.subjects)
        or parts.has_unknown
        or TokenKind.WITHIN in parts.kinds
    )


def _is_of_income(subjects: Sequence[KnownSubject]) -> bool:
    """Whether a thing beside a category of income tells which of its rows are meant: 淘宝退款, 兼职设计.

    What is bought tells only which refunds: 打车 and 工资 are two things.
    """
    incomes = [known for known in subjects if known.is_category and known.type is INCOME]
    things = [known for known in subjects if not known.is_category]
    if len(subjects) != _PAIR or not (incomes and things):
        return False
    return things[0].type is not EXPENSE or incomes[0].subject.label == _REFUNDS


_REFUNDS = "退款"


def _is_within(subjects: Sequence[KnownSubject]) -> bool:
    """Whether the rows of one subject are surely among those of the other: 车 takes all that 加油 takes."""
    one, other = sorted((known.subject for known in subjects[:2]), key=lambda subject: len(subject.words))
    if len(subjects) != _PAIR or one.categories:
        return False
    return {*one.words} <= {*other.words} or (
        len(one.words) == len(other.words) == 1
        and (one.words[0] in other.words[0] or other.words[0] in one.words[0])
    )


def period_of(parts: Parts, measure: Measure, today: date) -> Period | None:
    """The period of a question that compares nothing; None if it names several."""
    match parts.periods:
        case ():
            if (measure is Measure.AVERAGE and parts.unit is Unit.MONTH) or parts.grouping in (
                Grouping.MONTH,
                Grouping.DAYS_OFF,
            ):
                return Period("今年", date(today.year, 1, 1), date(today.year, 12, 31))
            return whole_ledger(today) if _is_ever(parts, measure) else Period("这个月", *month_of(today))
        case (period,) if measure is Measure.WHETHER and period.first > today:
            return None
        case (period,):
            return period
        case periods:
            return narrowest(periods)


def narrowest(periods: Sequence[Period]) -> Period | None:
    """The period that lies in all others: 二十六号到三十一号 in 十月. None if they lie apart."""
    shortest = min(periods, key=lambda period: period.last - period.first)
    lies_in_all = all(period.first <= shortest.first and shortest.last <= period.last for period in periods)
    return shortest if lies_in_all else None


def _is_ever(parts: Parts, measure: Measure) -> bool:
    """Whether a question without a period is about the whole ledger: 上次, 一共交过, 山姆一共花了, 电费最高是哪次."""
    if measure in ONE_ROW or parts.kinds & {TokenKind.EVER, TokenKind.THAT_TIME}:
        return True
    is_thing = any(not known.is_category for known in parts.subjects)
    sums = TokenKind.IN_ALL in parts.kinds and not parts.sums
    if measure is Measure.LISTED and TokenKind.WHETHER in parts.kinds and parts.bounds:
        return True
    return is_thing and (measure in _EXTREMES or (measure in _SUMMED_UP and sums))
