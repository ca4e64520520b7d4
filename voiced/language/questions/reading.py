"""A question to the ledger, from words to a value.

Every word has to be understood: an answer to half of a question would be wrong. Words that are left over, and parts that do not
belong to the measure, make the question one that cannot be answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from msgspec import structs

from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Period, Unit
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.named import united
from voiced.language.questions.parts import EXPENSE, INCOME, ONE_ROW, TRANSFER, Parts, parts_of
from voiced.language.questions.period_rules import month_of, months_away
from voiced.language.questions.periods import whole_ledger
from voiced.language.questions.subjects import KnownSubject
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
    if not _is_asked(parts, measure) or (parts.has_unknown and not is_placed):
        return None
    if measure is Measure.DIFFERENCE:
        return _difference(parts, today)
    period = _period(parts, measure, today)
    rows = None if period is None else _rows(parts, measure, period)
    if rows is None:
        return None
    return _measured(parts, measure, rows, today)


_PLACES = frozenset({TokenKind.THAT_TIME, TokenKind.LATEST, TokenKind.EARLIEST, TokenKind.IN_ALL})
"""Kinds that tell of which rows a question is, so that a word of no list may be the name of a thing."""


def _may_be_either(parts: Parts) -> bool:
    """Whether the subject is spent as well as earned and no verb tells which (今年红包多少): the answer then says both."""
    is_open = parts.type is None and not parts.has_unknown and not parts.bounds
    return is_open and bool(parts.subjects) and all(known.type is None for known in parts.subjects)


def _bare_measure(parts: Parts) -> Measure | None:
    """What a period without a word of asking asks for: 本月支出, 上个月一共, 十八号的账."""
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
            acts = bool(parts.kinds & _ACTS) or _type_of(parts) is INCOME
            is_named = bool(parts.periods or parts.bounds) and not parts.has_unknown
            return is_named or (acts and bool(parts.subjects))
        case Measure.LATEST | Measure.EARLIEST:
            return names or bool(parts.bounds) or TokenKind.RECORDED in parts.kinds
        case Measure.COUNT | Measure.LISTED | Measure.SHARE:
            return names or bool(parts.bounds)
        case Measure.AVERAGE:
            return bool(parts.kinds & {TokenKind.HOW_MUCH, TokenKind.AVERAGE, TokenKind.PER_DAY}) and (
                names or spends
            )
        case Measure.LARGEST | Measure.SMALLEST | Measure.BALANCE:
            return names
        case _:
            return True


def _period(parts: Parts, measure: Measure, today: date) -> Period | None:
    """The period of a question that compares nothing; None if it names several."""
    match parts.periods:
        case ():
            if measure is Measure.AVERAGE and parts.unit is Unit.MONTH:
                return Period("今年", date(today.year, 1, 1), date(today.year, 12, 31))
            return whole_ledger(today) if _is_ever(parts, measure) else Period("这个月", *month_of(today))
        case (period,) if measure is Measure.WHETHER and period.first > today:
            return None
        case (period,):
            return period
        case periods:
            return _narrowest(periods)


def _narrowest(periods: Sequence[Period]) -> Period | None:
    """The period that lies in all others: 二十六号到三十一号 in 十月. None if they lie apart."""
    shortest = min(periods, key=lambda period: period.last - period.first)
    lies_in_all = all(period.first <= shortest.first and shortest.last <= period.last for period in periods)
    return shortest if lies_in_all else None


def _is_ever(parts: Parts, measure: Measure) -> bool:
    """Whether a question without a period is about the whole ledger: 上次, 一共交过, 山姆一共花了, 电费最高是哪次."""
    if measure in ONE_ROW or parts.kinds & {TokenKind.EVER, TokenKind.THAT_TIME}:
        return True
    is_thing = bool(parts.subjects) and not any(known.is_category for known in parts.subjects)
    sums = TokenKind.IN_ALL in parts.kinds and not parts.is_union
    if measure is Measure.LISTED and TokenKind.WHETHER in parts.kinds and parts.bounds:
        return True
    return is_thing and (measure in _EXTREMES or (measure is Measure.TOTAL and sums))


_EXTREMES = frozenset({Measure.LARGEST, Measure.SMALLEST})


def _rows(parts: Parts, measure: Measure, period: Period) -> AskedRows | None:
    of_type = _type_of(parts)
    if (len(parts.accounts) > 1 and not parts.adds_accounts) or len(parts.bounds) > 1:
        return None
    says_little = parts.type is None and not parts.subjects and TokenKind.RECORDED not in parts.kinds
    if parts.accounts and parts.measure is Measure.TOTAL and says_little:
        return None
    subjects = tuple(known.subject for known in parts.subjects)
    if parts.grouping is Grouping.SUBJECT:
        pass
    elif parts.is_union and len(subjects) > 1:
        subjects = (united(subjects),)
    elif len(subjects) > 1 and measure is not Measure.SHARE and not _narrows(parts):
        return None
    bounds = parts.bounds[0] if parts.bounds and not parts.bounds[0].is_threshold else None
    return AskedRows(
        of_type,
        period,
        subjects,
        parts.without,
        parts.accounts,
        bounds.at_least if bounds else None,
        bounds.at_most if bounds else None,
    )


def _narrows(parts: Parts) -> bool:
    """Whether several subjects narrow each other: 小宝的奶粉, 其中瑞幸. Two things or categories side by side do not."""
    owned = any(known.is_owner for known in parts.subjects)
    return owned or _is_within(parts.subjects) or parts.has_unknown or TokenKind.WITHIN in parts.kinds


def _is_within(subjects: Sequence[KnownSubject]) -> bool:
    """Whether the rows of one subject are surely among those of the other: 车 takes all that 加油 takes."""
    one, other = sorted((known.subject for known in subjects[:2]), key=lambda subject: len(subject.words))
    if len(subjects) != _PART_AND_WHOLE or one.categories:
        return False
    return {*one.words} <= {*other.words} or (
        len(one.words) == len(other.words) == 1
        and (one.words[0] in other.words[0] or other.words[0] in one.words[0])
    )


_PART_AND_WHOLE = 2


_OF_ANY_TYPE = frozenset({Measure.COUNT, Measure.LISTED, Measure.LATEST, Measure.EARLIEST, Measure.WHETHER})


def _type_of(parts: Parts) -> TransactionType | None:
    """The type of the rows: as the verbs say, else that of the subjects; None for whatever was recorded (今天记了几笔)."""
    types = {known.type for known in parts.subjects} - {None}
    if parts.type in (INCOME, TRANSFER):
        return parts.type
    if len(types) == 1:
        return types.pop()
    is_any = TokenKind.RECORDED in parts.kinds and parts.type is None and not parts.subjects
    return None if is_any and parts.measure in _OF_ANY_TYPE else EXPENSE


def _measured(parts: Parts, measure: Measure, rows: AskedRows, today: date) -> LedgerQuestion | None:
    threshold = next((bounds.at_least for bounds in parts.bounds if bounds.is_threshold), None)
    if threshold is not None:
        return LedgerQuestion(Measure.TOTAL, rows, threshold=threshold) if measure in _TOTALS else None
    match measure:
        case Measure.BALANCE:
            both = replace(rows, type=EXPENSE), replace(rows, type=INCOME)
            return LedgerQuestion(measure, both[0], against=both[1])
        case Measure.SHARE:
            return _share(parts, rows)
        case Measure.AVERAGE:
            capped = replace(rows, period=_until(rows.period, today))
            return LedgerQuestion(measure, capped, unit=parts.unit, units=_units(capped.period, parts.unit))
        case Measure.MOST | Measure.LEAST | Measure.EACH:
            return LedgerQuestion(measure, rows, grouping=parts.grouping or Grouping.CATEGORY)
        case Measure.BUDGET:
            is_month = rows.period.first.day == 1 and rows.period.last == month_of(rows.period.first)[1]
            return LedgerQuestion(measure, rows) if is_month else None
        case Measure.LARGEST | Measure.SMALLEST:
            return LedgerQuestion(measure, rows, limit=parts.limit)
        case _:
            return LedgerQuestion(measure, rows)


_TOTALS = frozenset({Measure.TOTAL, Measure.WHETHER})


def _share(parts: Parts, rows: AskedRows) -> LedgerQuestion | None:
    """The part and its whole: the total of the type, or the second subject, which was said behind 占."""
    match rows.subjects:
        case (_,):
            whole = replace(rows, subjects=(), accounts=())
            return LedgerQuestion(Measure.SHARE, rows, against=whole)
        case (part, of):
            return LedgerQuestion(
                Measure.SHARE, replace(rows, subjects=(part, of)), against=replace(rows, subjects=(of,))
            )
        case _ if rows.accounts:
            return LedgerQuestion(Measure.SHARE, rows, against=replace(rows, accounts=()))
        case _:
            return None


def _difference(parts: Parts, today: date) -> LedgerQuestion | None:
    """The rows and those they are compared with: two periods, two subjects or two accounts."""
    this_month = Period("这个月", *month_of(today))
    if parts.without or parts.bounds:
        return None
    match _compared(parts.periods), parts.subjects, parts.accounts:
        case (one, other), _, _ if TokenKind.SAME_SPAN in parts.kinds:
            earlier, later = sorted((one, other), key=lambda period: period.first)
            return _same_span(parts, later, earlier, today)
        case (second,), _, _ if TokenKind.SAME_SPAN in parts.kinds:
            return _same_span(parts, this_month, second, today)
        case (first, second), _, _:
            rows, against = _rows(parts, Measure.DIFFERENCE, first), _rows(parts, Measure.DIFFERENCE, second)
        case (second,), ((_,) | ()), _ if TokenKind.COMPARE in parts.kinds or TokenKind.DIFFER in parts.kinds:
            rows, against = (
                _rows(parts, Measure.DIFFERENCE, this_month),
                _rows(parts, Measure.DIFFERENCE, second),
            )
        case (((_,) | ()), (one, other), _):
            period = parts.periods[0] if parts.periods else this_month
            rows, against = (
                AskedRows(_type_of(parts), period, (known.subject,), accounts=parts.accounts)
                for known in (one, other)
            )
        case (((_,) | ()), _, (one, other)):
            period = parts.periods[0] if parts.periods else this_month
            subjects = tuple(known.subject for known in parts.subjects)
            rows, against = (
                AskedRows(_type_of(parts), period, subjects, accounts=(account,)) for account in (one, other)
            )
        case _:
            return None
    return (
        None if rows is None or against is None else LedgerQuestion(Measure.DIFFERENCE, rows, against=against)
    )


def _compared(periods: tuple[Period, ...]) -> tuple[Period, ...]:
    """The periods that are compared, without one that holds the two others: 周五跟周四哪天多，这周的."""
    return tuple(
        one
        for one in periods
        if len(periods) <= _PART_AND_WHOLE
        or not all(one.first <= other.first and other.last <= one.last for other in periods)
    )


def _same_span(parts: Parts, first: Period, second: Period, today: date) -> LedgerQuestion | None:
    """A running period against the same span of an earlier one: 这个月 until today, and 上个月 until the same day."""
    months = 12 * (first.first.year - second.first.year) + first.first.month - second.first.month
    if second.last.year - second.first.year == 0 and (second.last - second.first).days > 300:
        months = 12 * (today.year - second.first.year)
    running = _until(first, today)
    last = months_away(running.last, -months)
    if running.last == month_of(running.last)[1]:
        last = month_of(last)[1]
    label = f"{second.label}同期"
    before = Period(label, months_away(running.first, -months), last, is_open=True)
    rows, against = (_rows(parts, Measure.DIFFERENCE, period) for period in (running, before))
    return (
        None if rows is None or against is None else LedgerQuestion(Measure.DIFFERENCE, rows, against=against)
    )


def _until(period: Period, today: date) -> Period:
    """The period without its days to come."""
    return replace(period, last=today) if period.first <= today < period.last else period


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
