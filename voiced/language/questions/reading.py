"""A question to the ledger, from words to a value.

Every word has to be understood: an answer to half of a question would be wrong. Words that are left over, and parts that do not
belong to the measure, make the question one that cannot be answered.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from msgspec import structs
from msgspec.structs import replace

from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Period, Unit
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.comparisons import difference, share, until
from voiced.language.questions.directions import EXPENSE, INCOME
from voiced.language.questions.parts import Parts, parts_of
from voiced.language.questions.period_rules import month_of
from voiced.language.questions.rows_asked import period_of, rows_of, type_of
from voiced.language.questions.series import hull, series_of
from voiced.language.questions.tokens import TokenKind


def read_question(text: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | None:
    """The whole question that normalised text asks; None if it asks none that the ledger can answer.

    A question without a period is about this month; 上次 and 一共交过 are about the whole ledger.
    """
    parts = parts_of(text, vocabulary, now)
    return None if parts is None else question_of(parts, now)


def question_of(parts: Parts, now: datetime) -> LedgerQuestion | None:
    """The question of its parts, with the defaults for the missing ones; None if they do not fit."""
    measure, today = parts.measure or _bare_measure(parts), now.date()
    if measure is None:
        return None
    if measure is Measure.TOTAL and _may_be_either(parts):
        measure = Measure.BALANCE
    parts = structs.replace(parts, measure=measure)
    types = {known.type for known in parts.subjects}
    if parts.type is INCOME and types == {EXPENSE}:
        return None
    if parts.is_bare_act and not parts.subjects:
        return None
    is_placed = bool(parts.periods or parts.kinds & _PLACES)
    is_placed = is_placed and measure is not Measure.BUDGET
    if not _is_asked(parts, measure) or (parts.has_unknown and not is_placed):
        return None
    if measure is Measure.DIFFERENCE:
        return difference(parts, today)
    is_of_times = parts.grouping is Grouping.SERIES and len(parts.periods) > 1
    period = hull(parts.periods) if is_of_times else period_of(parts, measure, today)
    rows = None if period is None else rows_of(parts, measure, period)
    if rows is None:
        return None
    return measured(parts, measure, rows, today)


_PLACES = frozenset({TokenKind.THAT_TIME, TokenKind.LATEST, TokenKind.EARLIEST, TokenKind.IN_ALL})
"""Kinds that tell of which rows a question is, so that a word of no list may be the name of a thing."""


def _may_be_either(parts: Parts) -> bool:
    """Whether the subject is spent as well as earned and no verb tells which (今年红包多少): the answer then says both."""
    is_open = parts.type is None and not parts.has_unknown and not parts.bounds
    return is_open and bool(parts.subjects) and all(known.type is None for known in parts.subjects)


def _bare_measure(parts: Parts) -> Measure | None:
    """The measure of a period without a word of asking: 本月支出, 上个月一共, 十八号的账."""
    if not parts.periods:
        return None
    if TokenKind.RECORDED in parts.kinds:
        return Measure.LISTED
    return Measure.TOTAL if parts.type is not None or TokenKind.IN_ALL in parts.kinds else None


_ACTS = frozenset(
    {TokenKind.SPENT, TokenKind.EARNED, TokenKind.RECORDED, TokenKind.MOVED, TokenKind.DONE_OR_NOT}
)


def _is_asked(parts: Parts, measure: Measure) -> bool:
    """Whether the parts make a question of their own: a bare 「多少钱」 or 「交了吗」 says too little."""
    names = bool(parts.periods or parts.subjects or parts.accounts)
    spends = bool(parts.kinds & {TokenKind.SPENT, TokenKind.EARNED, TokenKind.MOVED})
    match measure:
        case Measure.TOTAL:
            is_category = any(known.is_category for known in parts.subjects)
            sums = TokenKind.IN_ALL in parts.kinds and bool(parts.subjects)
            return bool(parts.periods) or spends or sums or is_category
        case Measure.WHETHER:
            acts = bool(parts.kinds & _ACTS) or type_of(parts) is INCOME
            is_named = bool(parts.periods or parts.bounds) and not parts.has_unknown
            return is_named or (acts and bool(parts.subjects))
        case Measure.LATEST | Measure.EARLIEST if parts.limit > 1:
            return True  # 最近四笔
        case Measure.LATEST | Measure.EARLIEST:
            if not (parts.subjects or parts.accounts or spends or parts.kinds & _PLACES):
                return bool(parts.bounds) or TokenKind.RECORDED in parts.kinds  # 今天几号
            return names or bool(parts.bounds) or TokenKind.RECORDED in parts.kinds
        case Measure.COUNT | Measure.LISTED | Measure.SHARE:
            return names or bool(parts.bounds)
        case Measure.AVERAGE:
            return bool(parts.kinds & {TokenKind.HOW_MUCH, TokenKind.AVERAGE, TokenKind.PER_DAY}) and (
                names or spends
            )
        case Measure.BALANCE:
            # 「工资到账了，还剩多少」 asks for no balance of wages.
            return names and all(known.type is None for known in parts.subjects)
        case Measure.LARGEST | Measure.SMALLEST:
            return names
        case Measure.MOST | Measure.LEAST | Measure.EACH | Measure.DIFFERENCE | Measure.BUDGET:
            return True


def measured(parts: Parts, measure: Measure, rows: AskedRows, today: date) -> LedgerQuestion | None:
    """The question for the figure of these rows; None if the parts do not belong to the measure."""
    threshold = next((bounds.at_least for bounds in parts.bounds if bounds.is_threshold), None)
    if threshold is not None:
        return LedgerQuestion(Measure.TOTAL, rows, threshold=threshold) if measure in _TOTALS else None
    match measure:
        case Measure.BALANCE:
            both = replace(rows, type=EXPENSE), replace(rows, type=INCOME)
            return LedgerQuestion(measure, both[0], against=both[1])
        case Measure.SHARE:
            return share(rows)
        case Measure.AVERAGE:
            capped = replace(rows, period=until(rows.period, today))
            return LedgerQuestion(measure, capped, unit=parts.unit, units=_units(capped.period, parts.unit))
        case Measure.MOST | Measure.LEAST | Measure.EACH if parts.grouping is Grouping.SERIES:
            found = series_of(parts, rows)
            if found is None:
                return None
            common, series = found
            return LedgerQuestion(
                measure, common, grouping=Grouping.SERIES, series=series, figure=parts.figure
            )
        case Measure.MOST | Measure.LEAST | Measure.EACH:
            grouping = parts.grouping or Grouping.CATEGORY
            return LedgerQuestion(measure, rows, grouping=grouping, limit=parts.limit, figure=parts.figure)
        case Measure.BUDGET:
            is_month = rows.period.first.day == 1 and rows.period.last == month_of(rows.period.first)[1]
            left = _days_left(rows.period, today) if TokenKind.PER_DAY in parts.kinds else 0
            if not is_month or (TokenKind.PER_DAY in parts.kinds and not left):
                return None
            return LedgerQuestion(measure, rows, units=left, figure=parts.figure)
        case Measure.LARGEST | Measure.SMALLEST | Measure.LATEST | Measure.EARLIEST:
            told = parts.grouping if parts.grouping is Grouping.ACCOUNT else None
            return LedgerQuestion(measure, rows, told, limit=parts.limit, skip=parts.skip)
        case (
            Measure.TOTAL
            | Measure.COUNT
            | Measure.LISTED
            | Measure.WHETHER
            | Measure.DIFFERENCE  # which `difference` has read before
        ):
            return LedgerQuestion(measure, rows)


def _days_left(period: Period, today: date) -> int:
    """The days of a running month from today on; 0 of another one."""
    return (period.last - today).days + 1 if period.first <= today <= period.last else 0


_TOTALS = frozenset({Measure.TOTAL, Measure.WHETHER})


def _units(period: Period, unit: Unit) -> int:
    days = (period.last - period.first) // timedelta(days=1) + 1
    match unit:
        case Unit.ROW:
            return 0
        case Unit.DAY:
            return days
        case Unit.WEEK:
            return max(1, round(days / 7))
        case Unit.MONTH:
            return 12 * (period.last.year - period.first.year) + period.last.month - period.first.month + 1
