"""A question that a model filled in as a value, held to the words that were said.

Each name, amount, number, day, direction and denial of the value has to stand in the words, or in the last question; the rest of it
is believed. Of a model that is not believed, the words that rules read have to be in the value as well.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Unit
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.numbers.numerals import value_of
from voiced.language.questions.bounds import Bounds
from voiced.language.questions.chatter import (
    denies,
    leaves_out,
    leaves_out_a_name,
    loses_the_thing,
    loses_words,
    with_names,
)
from voiced.language.questions.comparisons import holds_the_other
from voiced.language.questions.follow_ups import points_back
from voiced.language.questions.parts import ONE_ROW, Parts, measure_of
from voiced.language.questions.reading import measured
from voiced.language.questions.said_rows import (
    NamedRows,
    SaidWords,
    bounds_said,
    named_rows,
    period_said,
    type_said,
)
from voiced.language.questions.series import in_series
from voiced.language.questions.tokens import TokenKind, tokens_of
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise

_ALIKE = (
    {Measure.TOTAL, Measure.COUNT, Measure.LISTED, Measure.WHETHER, Measure.BALANCE},
    {Measure.LARGEST, Measure.MOST},
    {Measure.SMALLEST, Measure.LEAST},
    {Measure.DIFFERENCE, Measure.MOST, Measure.BALANCE},
    {Measure.AVERAGE, Measure.EACH},
)
"""Measures that words for one of them leave open to a model that is not believed."""
_FEW_ROWS = frozenset({Measure.LARGEST, Measure.SMALLEST, Measure.LISTED, *ONE_ROW})
_GROUPED = frozenset({Measure.MOST, Measure.LEAST, Measure.EACH})
_SAID_UNITS = {
    Unit.DAY: expression("[天日]"),
    Unit.WEEK: expression("周|星期|礼拜"),
    Unit.MONTH: expression("月"),
    Unit.ROW: expression("[次笔回趟杯顿单件场]|一[^天日周月年个]"),
}
_ANYTHING = expression("")
_IS_OF_FIGURE = {
    Measure.COUNT: expression("[几多少][次回笔趟杯顿单场]"),
    Measure.BALANCE: expression("[攒存剩余]|收支|净"),
}
"""Words for the figure of each group; a sum needs none."""
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
    sides = [value.rows, *([] if value.against is None else [value.against]), *value.series]
    names = [normalise(name) for rows in sides for name in (*rows.names, *rows.without)]
    words = SaidWords(said, with_names(tokens, names), vocabulary, now.date(), before, believed)
    question = _Asked(value, words).question() if _figure_was_said(value, words) else None
    return None if question is None or _loses(value, question, words) else question


def _figure_was_said(value: QuestionValue, words: SaidWords) -> bool:
    """Whether a number of rows, a unit and a budget stand in the words."""
    kinds, measure, before = words.kinds, value.measure, words.before
    told = None if words.believed else measure_of(words.tokens)
    if told not in (None, measure) and not any({told, measure} <= alike for alike in _ALIKE):
        return False
    several = [token.text for token in words.tokens if token.kind is TokenKind.SEVERAL]
    if several or (measure in _FEW_ROWS and value.limit > 1):
        counts = {int(value_of(number) or 0) for number in _NUMBER.findall("".join(several) or words.said)}
        if measure not in _FEW_ROWS or (counts and value.limit not in counts):
            return False
    if not _IS_OF_FIGURE.get(value.figure, _ANYTHING).search(words.said):
        return False
    if measure is Measure.BUDGET:
        return TokenKind.BUDGET in kinds or (before is not None and before.measure is measure)
    return measure is not Measure.AVERAGE or (
        _SAID_UNITS[value.unit or Unit.ROW].search(words.said) is not None
        or (before is not None and before.measure is measure and value.unit in (None, before.unit))
    )


def _loses(value: QuestionValue, question: LedgerQuestion, words: SaidWords) -> bool:
    """Whether the value leaves out what the words surely name, or counts what they leave out."""
    asked = [question.rows, *([] if question.against is None else [question.against])]
    asked += [series.rows for series in question.series]
    subjects = [one for rows in asked for one in (*rows.subjects, rows.without) if one is not None]
    names = [name for one in subjects for name in (one.label, *one.categories, *one.words)]
    names += [account for rows in asked for account in rows.accounts]
    left_out = [rows.without for rows in words.rows_before if rows.without]
    if value.rows.without and not (left_out or denies(words.said)):
        return True
    if not value.rows.without:
        is_lost = (
            leaves_out_a_name(words.tokens, value.measure, goes_on=words.before is not None)
            if words.believed
            else leaves_out(words.tokens)
        )
        if is_lost:
            return True
    compares = value.against is not None and value.measure in (Measure.SHARE, Measure.DIFFERENCE)
    if words.believed:
        return loses_the_thing(words.tokens, names, compares=compares)
    return loses_words(words.tokens, names)


class _Asked:
    """The question of a value, as far as its rows were said."""

    def __init__(self, value: QuestionValue, words: SaidWords) -> None:
        self._value = value
        self._words = words
        is_last_few = value.measure is Measure.LISTED and value.limit > 1
        self._measure = Measure.LATEST if is_last_few else value.measure

    def question(self) -> LedgerQuestion | None:
        """The question; None if a name, an amount, a day or a direction was not said."""
        if self._value.series:
            return self._in_series()
        found = self._rows(self._value.rows)
        if found is None:
            return None
        rows, parts = found
        match self._measure:
            case Measure.SHARE:
                return self._share(rows)
            case Measure.DIFFERENCE:
                return self._difference(rows, parts)
            case measure:
                return measured(parts, measure, rows, self._words.today)

    def _in_series(self) -> LedgerQuestion | None:
        """The series, each with its own filters; those that it lacks are those of all."""
        value = self._value
        if any(one.categories and one.words for one in value.series):
            return None
        each = [found[0] for one in value.series if (found := self._rows(self._other(one)))]
        together = (
            in_series(each) if len(each) == len(value.series) > 1 and value.measure in _GROUPED else None
        )
        if together is None:
            return None
        rows, series = together
        return LedgerQuestion(
            value.measure, rows, grouping=Grouping.SERIES, series=series, figure=value.figure
        )

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
        is_ever = TokenKind.EVER in words.kinds or measure in (
            Measure.BUDGET,
            Measure.LATEST,
            Measure.EARLIEST,
        )
        if period is None or (says_little and not is_ever) or period.first > words.today:
            return None
        if not period.label:
            period = replace(period, label=WHOLE_LEDGER)
        bound = next((one for one in bounds if not one.is_threshold), Bounds(0, 0))
        subjects = named.together
        if parts.grouping is Grouping.SERIES:
            subjects = tuple(known.subject for known in named.subjects)
        rows = AskedRows(
            of_type, period, subjects, named.without, named.accounts, bound.at_least, bound.at_most
        )
        return rows, parts

    def _parts(self, named: NamedRows, bounds: tuple[Bounds, ...], of_type: TransactionType | None) -> Parts:
        value, kinds = self._value, self._words.kinds
        of_names = Grouping.SERIES if len(named.subjects) > 1 else Grouping.CATEGORY
        grouping = (value.grouping or of_names) if value.measure in _GROUPED else None
        unit = value.unit or Unit.ROW
        subjects, accounts = named.subjects, named.accounts
        return Parts(
            value.measure,
            kinds,
            (),
            subjects,
            accounts,
            bounds,
            of_type,
            grouping,
            unit,
            limit=value.limit,
            figure=value.figure,
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
        if whole is None or not (rows.subjects or rows.accounts):
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
            if found is None or found[0] == rows or holds_the_other(rows.period, found[0].period)
            else LedgerQuestion(Measure.DIFFERENCE, rows, against=found[0])
        )
