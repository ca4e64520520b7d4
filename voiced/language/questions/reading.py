"""A question to the ledger, from words to a value.

Every word has to be understood: an answer to half of a question would be wrong. Words that are left over, and parts that do not
belong to the measure, make the question one that cannot be answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from msgspec import Struct

from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Period, Subject, Unit
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.bounds import Bounds
from voiced.language.questions.periods import month_of, months_away, whole_ledger
from voiced.language.questions.subjects import KnownSubject, unknown_subject
from voiced.language.questions.tokens import Kind, Token, tokens_of

EXPENSE, INCOME, TRANSFER = TransactionType


class Parts(Struct, frozen=True):
    """The parts of a question as they were said, before defaults fill the missing ones.

    Attributes:
        measure: None if the words name none.
        periods: two of a comparison.
        type: None if the words tell no direction.
        is_same_span: whether the second period ends as early as the first (去年同期).
        is_exclusive: whether the two subjects or accounts are compared with each other.
    """

    measure: Measure | None
    kinds: frozenset[Kind]
    periods: tuple[Period, ...]
    subjects: tuple[KnownSubject, ...]
    accounts: tuple[str, ...]
    bounds: tuple[Bounds, ...]
    type: TransactionType | None
    grouping: Grouping | None = None
    unit: Unit = Unit.ROW
    is_union: bool = False
    without: Subject | None = None
    has_unknown: bool = False


_ALWAYS = frozenset(
    {
        Kind.PERIOD, Kind.SUBJECT, Kind.ACCOUNT, Kind.BOUNDS, Kind.UNKNOWN, Kind.FILLER, Kind.LEAD, Kind.PAUSE,
        Kind.SPENT, Kind.EARNED, Kind.MOVED, Kind.INTO, Kind.RECORDED, Kind.IN_ALL, Kind.AND, Kind.EVER, Kind.WITHOUT,
    }
)  # fmt: skip
"""Kinds that any question may hold."""
_BY = {
    Kind.BY_CATEGORY: Grouping.CATEGORY,
    Kind.WHERE_TO: Grouping.CATEGORY,
    Kind.EACH_CATEGORY: Grouping.CATEGORY,
    Kind.BY_ACCOUNT: Grouping.ACCOUNT,
    Kind.BY_SHOP: Grouping.DESCRIPTION,
    Kind.BY_DAY: Grouping.DAY,
    Kind.BY_MONTH: Grouping.MONTH,
    Kind.EACH_MONTH: Grouping.MONTH,
}
_UNITS = {
    Kind.PER_DAY: Unit.DAY,
    Kind.PER_WEEK: Unit.WEEK,
    Kind.PER_MONTH: Unit.MONTH,
    Kind.PER_ROW: Unit.ROW,
}
_ROW_WORDS = frozenset({Kind.OF_ROW, Kind.PER_ROW, Kind.LIST, Kind.HOW_MUCH, Kind.WITHIN, Kind.WHICH_ONE})
_GROUPS = frozenset(_BY) - {Kind.WHERE_TO, Kind.EACH_CATEGORY, Kind.EACH_MONTH}
# In the order of the search: the kind that tells the measure, and the kinds that it may stand beside.
_MEASURES: tuple[tuple[frozenset[Kind], Measure, frozenset[Kind]], ...] = (
    (frozenset({Kind.BUDGET}), Measure.BUDGET, frozenset({Kind.BALANCE, Kind.HOW_MUCH, Kind.WHETHER})),
    (frozenset({Kind.SHARE}), Measure.SHARE, frozenset({Kind.HOW_MUCH, Kind.WITHIN})),
    (
        frozenset({Kind.COMPARE, Kind.DIFFER}),
        Measure.DIFFERENCE,
        frozenset({Kind.MORE, Kind.SAME_SPAN, Kind.HOW_MUCH, Kind.WHETHER, Kind.OR, Kind.COMPARE, Kind.DIFFER}),
    ),
    (
        frozenset({Kind.WHICH_ONE, Kind.OR}),
        Measure.DIFFERENCE,
        frozenset({Kind.MORE, Kind.MOST, Kind.WHICH_ONE, Kind.OR}),
    ),
    (frozenset({Kind.BALANCE}), Measure.BALANCE, frozenset({Kind.HOW_MUCH, Kind.WHETHER, Kind.BALANCE})),
    (
        frozenset({Kind.LATEST}),
        Measure.LATEST,
        _ROW_WORDS | {Kind.WHEN, Kind.BY_DAY},
    ),
    (frozenset({Kind.EARLIEST}), Measure.EARLIEST, _ROW_WORDS | {Kind.WHEN, Kind.BY_DAY}),
    (frozenset({Kind.WHEN}), Measure.LATEST, _ROW_WORDS),
    (frozenset({Kind.MOST}), Measure.LARGEST, _ROW_WORDS | _GROUPS),
    (frozenset({Kind.LEAST}), Measure.SMALLEST, _ROW_WORDS | _GROUPS),
    (frozenset({Kind.WHERE_TO, Kind.BY_CATEGORY}), Measure.MOST, frozenset({Kind.LIST, Kind.BY_CATEGORY, Kind.HOW_MUCH})),
    (frozenset({Kind.EACH_CATEGORY, Kind.EACH_MONTH}), Measure.EACH, frozenset({Kind.HOW_MUCH, Kind.LIST})),
    (frozenset({Kind.AVERAGE, *_UNITS}), Measure.AVERAGE, frozenset({Kind.HOW_MUCH, Kind.AVERAGE, *_UNITS})),
    (frozenset({Kind.LIST}), Measure.LISTED, frozenset({Kind.WITHIN, Kind.WHETHER, Kind.OF_ROW})),
    (frozenset({Kind.COUNT}), Measure.COUNT, frozenset({Kind.WITHIN})),
    (frozenset({Kind.WHETHER, Kind.DONE_OR_NOT}), Measure.WHETHER, frozenset({Kind.OF_ROW, Kind.WITHIN})),
    (frozenset({Kind.HOW_MUCH}), Measure.TOTAL, frozenset({Kind.WITHIN, Kind.OF_ROW})),
)  # fmt: skip
_ONE_ROW = frozenset({Measure.LATEST, Measure.EARLIEST})
_TODAY_AT_MOST = frozenset({Measure.AVERAGE, Measure.LATEST, Measure.EARLIEST})


def parts_of(text: str, vocabulary: Vocabulary, now: datetime) -> Parts | None:
    """The parts of a question in normalised text; None if words are left over or do not belong together."""
    tokens = tokens_of(text, vocabulary, now)
    return None if tokens is None else _parts(tokens)


def read_question(text: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | None:
    """The whole question that normalised text asks; None if it asks none that the ledger can answer.

    A question without a period is about this month; 上次 and 一共交过 are about the whole ledger.
    """
    parts = parts_of(text, vocabulary, now)
    return None if parts is None else question_of(parts, now)


def question_of(parts: Parts, now: datetime) -> LedgerQuestion | None:
    """The question of its parts, with the defaults for the missing ones; None if they do not fit."""
    measure, today = parts.measure, now.date()
    is_bare = measure is None and bool(parts.periods) and parts.type is not None
    if measure is None and not is_bare and not (Kind.IN_ALL in parts.kinds and parts.periods):
        return None
    measure = measure or Measure.TOTAL
    types = {known.type for known in parts.subjects}
    if parts.type is INCOME and types == {EXPENSE}:
        return None
    if not _is_asked(parts, measure) or (parts.has_unknown and not parts.periods):
        return None
    if measure is Measure.DIFFERENCE:
        return _difference(parts, today)
    period = _period(parts, measure, today)
    rows = None if period is None else _rows(parts, measure, period)
    if rows is None:
        return None
    return _measured(parts, measure, rows, today)


def _is_asked(parts: Parts, measure: Measure) -> bool:
    """Whether the parts make a question of their own: a bare 「多少钱」 or 「交了吗」 says too little."""
    names = bool(parts.periods or parts.subjects or parts.accounts)
    spends = bool(parts.kinds & {Kind.SPENT, Kind.EARNED, Kind.MOVED})
    match measure:
        case Measure.TOTAL:
            return bool(parts.periods) or spends or (Kind.IN_ALL in parts.kinds and bool(parts.subjects))
        case Measure.WHETHER:
            acts = (
                bool(parts.kinds & {Kind.SPENT, Kind.EARNED, Kind.RECORDED, Kind.MOVED, Kind.DONE_OR_NOT})
                or _type_of(parts) is INCOME
            )
            return bool(parts.periods or parts.bounds) or (acts and bool(parts.subjects))
        case Measure.COUNT | Measure.LISTED | Measure.LATEST | Measure.EARLIEST | Measure.SHARE:
            return names or bool(parts.bounds)
        case Measure.AVERAGE:
            return bool(parts.kinds & {Kind.HOW_MUCH, Kind.AVERAGE, Kind.PER_DAY}) and (names or spends)
        case Measure.LARGEST | Measure.SMALLEST | Measure.BALANCE:
            return names
        case _:
            return True


def _parts(tokens: Sequence[Token]) -> Parts | None:
    kinds = frozenset(token.kind for token in tokens)
    found = next(((measure, beside) for tells, measure, beside in _MEASURES if kinds & tells), None)
    told = next((tells for tells, _, _ in _MEASURES if kinds & tells), frozenset[Kind]())
    measure, beside = found or (None, frozenset({Kind.WITHIN}))
    if kinds - _ALWAYS - beside - told:
        return None
    groupings = [_BY[token.kind] for token in tokens if token.kind in _BY]
    if measure in (Measure.LARGEST, Measure.SMALLEST) and groupings:
        measure = Measure.MOST if measure is Measure.LARGEST else Measure.LEAST
    subjects = _subjects(tokens)
    if subjects is None:
        return None
    units = [_UNITS[token.kind] for token in tokens if token.kind in _UNITS]
    grouping = groupings[0] if groupings and measure not in _ONE_ROW else None
    named, without = subjects
    return Parts(
        measure,
        kinds,
        tuple(dict.fromkeys(token.meaning for token in tokens if isinstance(token.meaning, Period))),
        named,
        tuple(dict.fromkeys(token.meaning for token in tokens if isinstance(token.meaning, str))),
        tuple(token.meaning for token in tokens if isinstance(token.meaning, Bounds)),
        _direction(tokens),
        grouping,
        units[0] if units else Unit.ROW,
        _is_union(tokens),
        without,
        Kind.UNKNOWN in kinds,
    )


def _direction(tokens: Sequence[Token]) -> TransactionType | None:
    kinds = {token.kind for token in tokens}
    if Kind.MOVED in kinds:
        return TRANSFER
    if Kind.EARNED in kinds:
        return INCOME
    return EXPENSE if Kind.SPENT in kinds else None


def _is_union(tokens: Sequence[Token]) -> bool:
    """Whether two subjects are added up: joined by 和 or 加."""
    telling = [token for token in tokens if token.kind not in (Kind.FILLER, Kind.LEAD, Kind.PAUSE)]
    return any(
        before.kind is Kind.SUBJECT
        and behind.kind is Kind.SUBJECT
        and (token.kind is Kind.AND or token.text == "加")
        for before, token, behind in zip(telling, telling[1:], telling[2:], strict=False)
    )


def _subjects(tokens: Sequence[Token]) -> tuple[tuple[KnownSubject, ...], Subject | None] | None:
    """The subjects in order, each once, and what is left out; None if words cannot be a name."""
    found: dict[Subject, KnownSubject] = {}
    unknown: list[Subject] = []
    without: Subject | None = None
    leaves_out = any(token.kind is Kind.WITHOUT for token in tokens)
    for token in tokens:
        match token:
            case Token(Kind.SUBJECT, _, KnownSubject() as known) if leaves_out and without is None:
                without = known.subject
            case Token(Kind.SUBJECT, _, KnownSubject() as known):
                found[known.subject] = known
            case Token(Kind.UNKNOWN, text):
                named = unknown_subject(text)
                if named is None:
                    return None
                unknown.append(named)
            case _:
                pass
    if (leaves_out and without is None) or len(unknown) > 1 or (unknown and leaves_out):
        return None
    return (*found.values(), *(KnownSubject(one) for one in unknown)), without


def _period(parts: Parts, measure: Measure, today: date) -> Period | None:
    """The period of a question that compares nothing; None if it names several."""
    match parts.periods:
        case ():
            is_ever = measure in _ONE_ROW or Kind.EVER in parts.kinds
            return whole_ledger(today) if is_ever else Period("这个月", *month_of(today))
        case (period,):
            return period
        case _:
            return None


def _rows(parts: Parts, measure: Measure, period: Period) -> AskedRows | None:
    of_type = _type_of(parts)
    if len(parts.accounts) > 1 or len(parts.bounds) > 1:
        return None
    account = parts.accounts[0] if parts.accounts else None
    if account and parts.measure is Measure.TOTAL and parts.type is None and not parts.subjects:
        return None
    subjects = tuple(known.subject for known in parts.subjects)
    if parts.is_union:
        subjects = (_united(subjects),)
    bounds = parts.bounds[0] if parts.bounds and not parts.bounds[0].is_threshold else None
    return AskedRows(
        of_type,
        period,
        subjects,
        parts.without,
        account,
        bounds.at_least if bounds else None,
        bounds.at_most if bounds else None,
    )


_OF_ANY_TYPE = frozenset({Measure.COUNT, Measure.LISTED, Measure.LATEST, Measure.EARLIEST, Measure.WHETHER})


def _type_of(parts: Parts) -> TransactionType | None:
    """The type of the rows: as the verbs say, else that of the subjects; None for whatever was recorded (今天记了几笔)."""
    types = {known.type for known in parts.subjects} - {None}
    if parts.type in (INCOME, TRANSFER):
        return parts.type
    if len(types) == 1:
        return types.pop()
    is_any = Kind.RECORDED in parts.kinds and parts.type is None and not parts.subjects
    return None if is_any and parts.measure in _OF_ANY_TYPE else EXPENSE


def _united(subjects: Sequence[Subject]) -> Subject:
    """One subject that takes the rows of all."""
    return Subject(
        "和".join(subject.label for subject in subjects),
        tuple(dict.fromkeys(name for subject in subjects for name in subject.categories)),
        tuple(dict.fromkeys(word for subject in subjects for word in subject.words)),
    )


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
        case _:
            return LedgerQuestion(measure, rows)


_TOTALS = frozenset({Measure.TOTAL, Measure.WHETHER})


def _share(parts: Parts, rows: AskedRows) -> LedgerQuestion | None:
    """The part and its whole: the total of the type, or the second subject, which was said behind 占."""
    match rows.subjects:
        case (_,):
            whole = replace(rows, subjects=(), account=None)
            return LedgerQuestion(Measure.SHARE, rows, against=whole)
        case (part, of):
            whole = replace(rows, subjects=(of,))
            return LedgerQuestion(Measure.SHARE, replace(rows, subjects=(part, of)), against=whole)
        case _ if rows.account is not None:
            return LedgerQuestion(Measure.SHARE, rows, against=replace(rows, account=None))
        case _:
            return None


def _difference(parts: Parts, today: date) -> LedgerQuestion | None:
    """The rows and those they are compared with: two periods, two subjects or two accounts."""
    this_month = Period("这个月", *month_of(today))
    if parts.without or parts.bounds:
        return None
    match parts.periods, parts.subjects, parts.accounts:
        case (first, second), _, _ if Kind.SAME_SPAN in parts.kinds:
            return _same_span(parts, first, second, today)
        case (second,), _, _ if Kind.SAME_SPAN in parts.kinds:
            return _same_span(parts, this_month, second, today)
        case (first, second), _, _:
            rows, against = _rows(parts, Measure.DIFFERENCE, first), _rows(parts, Measure.DIFFERENCE, second)
        case (second,), ((_,) | ()), _ if Kind.COMPARE in parts.kinds or Kind.DIFFER in parts.kinds:
            rows, against = (
                _rows(parts, Measure.DIFFERENCE, this_month),
                _rows(parts, Measure.DIFFERENCE, second),
            )
        case (((_,) | ()), (one, other), _):
            period = parts.periods[0] if parts.periods else this_month
            rows, against = (
                AskedRows(_type_of(parts), period, (known.subject,), account=next(iter(parts.accounts), None))
                for known in (one, other)
            )
        case (((_,) | ()), _, (one, other)):
            period = parts.periods[0] if parts.periods else this_month
            subjects = tuple(known.subject for known in parts.subjects)
            rows, against = (
                AskedRows(_type_of(parts), period, subjects, account=account) for account in (one, other)
            )
        case _:
            return None
    return (
        None if rows is None or against is None else LedgerQuestion(Measure.DIFFERENCE, rows, against=against)
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
