"""A question that a model filled in as a value, held to the words that were said.

Each name, amount, number, day, direction and denial of the value has to stand in the words, or in the last question; the rest of it
is believed. Of a model that is not believed, the words that rules read have to be in the value as well.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Period, Unit
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.numbers.numerals import value_of
from voiced.language.questions.bounds import Bounds
from voiced.language.questions.chatter import denies, leaves_out, loses_the_thing, loses_words, with_names
from voiced.language.questions.follow_ups import points_back
from voiced.language.questions.parts import ONE_ROW, Parts
from voiced.language.questions.reading import measured
from voiced.language.questions.said_rows import (
    NamedRows,
    SaidWords,
    bounds_said,
    named_rows,
    period_said,
    type_said,
)
from voiced.language.questions.tokens import TokenKind, tokens_of
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise

_SUMS = frozenset({Measure.TOTAL, Measure.COUNT, Measure.LISTED, Measure.WHETHER, Measure.BALANCE})
_TOLD = {
    TokenKind.SHARE: {Measure.SHARE},
    TokenKind.COMPARE: {Measure.DIFFERENCE, Measure.BALANCE, Measure.MOST},
    TokenKind.DIFFER: {Measure.DIFFERENCE, Measure.BALANCE},
    TokenKind.LATEST: {Measure.LATEST},
    TokenKind.EARLIEST: {Measure.EARLIEST},
    TokenKind.COUNT: _SUMS,
    TokenKind.MOST: {Measure.LARGEST, Measure.MOST, Measure.DIFFERENCE},
    TokenKind.LEAST: {Measure.SMALLEST, Measure.LEAST, Measure.DIFFERENCE},
    TokenKind.IN_ALL: {*Measure} - {Measure.LARGEST, Measure.SMALLEST, Measure.MOST, Measure.LEAST},
    TokenKind.AVERAGE: {Measure.AVERAGE},
    TokenKind.PER_DAY: {Measure.AVERAGE, Measure.EACH},
    TokenKind.PER_WEEK: {Measure.AVERAGE},
    TokenKind.PER_MONTH: {Measure.AVERAGE, Measure.EACH},
    TokenKind.PER_ROW: {Measure.AVERAGE},
}
"""The measures that words of a kind leave open to a model that is not believed."""
_FEW_ROWS = frozenset({Measure.LARGEST, Measure.SMALLEST, *ONE_ROW})
_GROUPED = frozenset({Measure.MOST, Measure.LEAST, Measure.EACH})
_EVER = frozenset({TokenKind.EVER, TokenKind.IN_ALL})
_SAID_UNITS = {
    Unit.DAY: expression("[天日]"),
    Unit.WEEK: expression("周|星期|礼拜"),
    Unit.MONTH: expression("月"),
    Unit.ROW: expression("[次笔回趟杯顿单件场]"),
}
_NUMBER = expression(r"\d+|[二两三四五六七八九十]+")
WHOLE_LEDGER = "记账以来"


def held_to_words(
    said: str,
    value: QuestionValue,
    vocabulary: Vocabulary,
    now: datetime,
    before: LedgerQuestion | None = None,
    *,
    believed: bool = False,
) -> LedgerQuestion | None:
    """The question of a model's value; None if it does not hold to the words.

    Args:
        said: normalised words.
        value: the model's value.
        vocabulary: the names of the ledger.
        now: local time.
        before: the question that our last sentence answered.
        believed: whether the model's word counts for what words of no list tell, and for what is talk beside the question.
    """
    tokens = tokens_of(said, vocabulary, now)
    if tokens is None or (before is not None and points_back(said)):
        return None
    sides = [value.rows] if value.against is None else [value.rows, value.against]
    names = [normalise(name) for rows in sides for name in (*rows.names, *rows.without)]
    words = SaidWords(said, with_names(tokens, names), vocabulary, now.date(), before, believed)
    question = _Asked(value, words).question() if _figure_was_said(value, words) else None
    if question is None or _loses(value, question, words):
        return None
    return _with_whole_ledger_named(question) if believed or _uses_each_period(question, words) else None


def _figure_was_said(value: QuestionValue, words: SaidWords) -> bool:
    """Whether a number of rows, a unit and a budget stand in the words."""
    kinds, measure, before = words.kinds, value.measure, words.before
    if not words.believed and any(measure not in told for kind, told in _TOLD.items() if kind in kinds):
        return False
    counts = {int(value_of(number) or 0) for number in _NUMBER.findall(words.said)}
    if TokenKind.SEVERAL in kinds or measure in _FEW_ROWS or (measure is Measure.LISTED and value.limit > 1):
        several = [token.text for token in words.tokens if token.kind is TokenKind.SEVERAL]
        stated = {int(value_of(number) or 0) for text in several for number in _NUMBER.findall(text)}
        if measure not in {*_FEW_ROWS, Measure.LISTED} or value.limit not in (stated or counts | {1}):
            return False
    if measure is Measure.BUDGET:
        return TokenKind.BUDGET in kinds or (before is not None and before.measure is measure)
    return measure is not Measure.AVERAGE or (
        _SAID_UNITS[value.unit or Unit.ROW].search(words.said) is not None
        or (before is not None and before.measure is measure and value.unit in (None, before.unit))
    )


def _names_of(value: QuestionValue, question: LedgerQuestion) -> list[str]:
    """The names of a value, as they were stated and as rules know them."""
    stated = [value.rows] if value.against is None else [value.rows, value.against]
    asked = [question.rows] if question.against is None else [question.rows, question.against]
    subjects = [one for rows in asked for one in (*rows.subjects, *([rows.without] if rows.without else ()))]
    known = [name for one in subjects for name in (one.label, *one.categories, *one.words)]
    return [*known, *(normalise(name) for rows in stated for name in (*rows.names, *rows.without))]


def _loses(value: QuestionValue, question: LedgerQuestion, words: SaidWords) -> bool:
    """Whether the value leaves out what the words surely name, or counts what they leave out."""
    names = _names_of(value, question)
    left_out = [rows.without for rows in words.rows_before if rows.without]
    if value.rows.without and not (left_out or denies(words.said)):
        return True
    if leaves_out(words.tokens) and not value.rows.without:
        return True
    compares = value.against is not None and value.measure in (Measure.SHARE, Measure.DIFFERENCE)
    if words.believed:
        return loses_the_thing(words.tokens, names, compares=compares)
    return loses_words(words.tokens, names)


def _uses_each_period(question: LedgerQuestion, words: SaidWords) -> bool:
    """Whether each period of the words is asked for, or holds one that is; days that follow from all of them do."""
    used = (
        [question.rows.period]
        if question.against is None
        else [question.rows.period, question.against.period]
    )
    return not any(period in words.periods for period in used) or all(
        any(one.first <= period.first and period.last <= max(one.last, words.today) for period in used)
        for one in words.periods
    )


def _with_whole_ledger_named(question: LedgerQuestion) -> LedgerQuestion:
    """The question with a name for all days, so that the answer begins with what was understood."""

    def named(rows: AskedRows) -> AskedRows:
        if rows.period.label:
            return rows
        return replace(rows, period=Period(WHOLE_LEDGER, rows.period.first, rows.period.last))

    against = question.against and named(question.against)
    return replace(question, rows=named(question.rows), against=against)


class _Asked:
    """The question of a value, as far as its rows were said."""

    def __init__(self, value: QuestionValue, words: SaidWords) -> None:
        self._value = value
        self._words = words
        is_last_few = value.measure is Measure.LISTED and value.limit > 1
        self._measure = Measure.LATEST if is_last_few else value.measure

    def question(self) -> LedgerQuestion | None:
        """The question; None if a name, an amount, a day or a direction was not said."""
        found = self._rows(self._value.rows)
        if found is None:
            return None
        rows, parts = found
        match self._measure:
            case Measure.SHARE:
                return self._share(rows)
            case Measure.DIFFERENCE:
                return self._difference(rows, parts)
            case Measure.TOTAL if self._may_be_either(parts):
                return measured(parts, Measure.BALANCE, rows, self._words.today)
            case measure:
                return measured(parts, measure, rows, self._words.today)

    def _rows(self, value: RowsValue) -> tuple[AskedRows, Parts] | None:
        words, measure = self._words, self._measure
        named, bounds = named_rows(value, words), bounds_said(value, words)
        of_type = False if named is None else type_said(value.type, named, measure, words)
        if named is None or bounds is None or isinstance(of_type, bool):
            return None
        if of_type is TransactionType.TRANSFER and len(named.accounts) > 1:
            return None  # Rows from one account to the other are not those of either.
        parts = self._parts(named, bounds, of_type)
        period = period_said(value, parts, measure, words)
        says_little = value is self._value.rows and not (
            named.together or named.accounts or bounds or words.periods or words.before
        )
        is_ever = words.kinds & _EVER or measure in (Measure.BUDGET, Measure.LATEST, Measure.EARLIEST)
        if period is None or (says_little and not is_ever) or period.first > words.today:
            return None
        least, most = (
            (bounds[0].at_least, bounds[0].at_most) if bounds and not bounds[0].is_threshold else (None, None)
        )
        subjects = named.together
        if parts.grouping is Grouping.SUBJECT:
            subjects = tuple(known.subject for known in named.subjects)
        return AskedRows(of_type, period, subjects, named.without, named.accounts, least, most), parts

    def _parts(self, named: NamedRows, bounds: tuple[Bounds, ...], of_type: TransactionType | None) -> Parts:
        value = self._value
        grouping = value.grouping
        if value.measure in _GROUPED and grouping is None:
            grouping = Grouping.SUBJECT if len(named.subjects) > 1 else Grouping.CATEGORY
        if value.measure not in _GROUPED:
            grouping = None
        return Parts(
            value.measure,
            self._words.kinds,
            (),
            named.subjects,
            named.accounts,
            bounds,
            of_type,
            grouping,
            value.unit or Unit.ROW,
            limit=value.limit,
        )

    def _may_be_either(self, parts: Parts) -> bool:
        """Whether the things are spent as well as earned and nothing tells which: the answer then says both."""
        is_open = self._value.rows.type is None and not self._words.kinds & {
            TokenKind.SPENT,
            TokenKind.EARNED,
        }
        return (
            is_open
            and bool(parts.subjects)
            and not parts.bounds
            and all(known.type is None for known in parts.subjects)
        )

    def _other(self, value: RowsValue) -> RowsValue:
        """The filters of the other side; days, names and type that it lacks are those of the first."""
        rows = self._value.rows
        if value.first is None:
            value = replace(value, first=rows.first, last=rows.last)
        return replace(value, type=value.type or rows.type, without=value.without or rows.without)

    def _share(self, rows: AskedRows) -> LedgerQuestion | None:
        """The part and its whole, which is every row of the type unless it was told."""
        whole = self._rows(self._other(self._value.against or RowsValue()))
        if (
            whole is None
            or not (rows.subjects or rows.accounts)
            or len(rows.subjects) < len({*self._value.rows.names} - {*rows.accounts})
        ):
            return None
        of = whole[0]
        subjects = (*rows.subjects, *(one for one in of.subjects if one not in rows.subjects))
        return LedgerQuestion(Measure.SHARE, replace(rows, subjects=subjects), against=of)

    def _difference(self, rows: AskedRows, parts: Parts) -> LedgerQuestion | None:
        """Both sides; the two names of a value without another side are compared."""
        value = self._value.against
        if value is None:
            pair = [replace(rows, subjects=(known.subject,)) for known in parts.subjects]
            return LedgerQuestion(Measure.DIFFERENCE, pair[0], against=pair[1]) if len(pair) == 2 else None
        if not [*value.names]:
            first = self._value.rows
            value = replace(value, categories=first.categories, words=first.words, accounts=first.accounts)
        found = self._rows(self._other(value))
        return (
            None
            if found is None or found[0] == rows
            else LedgerQuestion(Measure.DIFFERENCE, rows, against=found[0])
        )
