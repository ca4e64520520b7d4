"""A question that a model filled in as a value, held to the words that were said.

The model decides which words tell nothing, which words of no list are names, and which figure is asked for where the words leave
that open. All the rest is read by rules, once these words are out of the way; the value has to agree with what they read. So no
name, number, day, direction or denial is asked for that was not said, or that the last question did not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from msgspec import structs
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period, Subject, Unit
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.names.categories import match_category
from voiced.language.questions.chatter import ToldWords, telling
from voiced.language.questions.follow_ups import completed, half_question, points_back
from voiced.language.questions.parts import ONE_ROW, Parts, parts_for
from voiced.language.questions.reading import question_of
from voiced.language.questions.rows_asked import narrowest
from voiced.language.questions.said_days import said_period
from voiced.language.questions.subjects import subject_names
from voiced.language.questions.tokens import Token, TokenKind, tokens_of
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise

_OF_ALL_ROWS = frozenset({Measure.TOTAL, Measure.COUNT, Measure.LISTED, Measure.WHETHER})
"""Measures whose answers tell the sum of the rows and their number."""
_SUMS = _OF_ALL_ROWS | {Measure.BALANCE}
_RANKED = frozenset({Measure.LARGEST, Measure.MOST, Measure.DIFFERENCE})
_TOLD = {
    TokenKind.BUDGET: {Measure.BUDGET},
    TokenKind.SHARE: {Measure.SHARE},
    TokenKind.COMPARE: {Measure.DIFFERENCE, Measure.BALANCE, Measure.MOST},
    TokenKind.DIFFER: {Measure.DIFFERENCE, Measure.BALANCE},
    TokenKind.LATEST: {Measure.LATEST},
    TokenKind.EARLIEST: {Measure.EARLIEST},
    TokenKind.COUNT: _SUMS,
    TokenKind.SEVERAL: {Measure.LARGEST, Measure.SMALLEST},
    TokenKind.MOST: _RANKED,
    TokenKind.LEAST: {Measure.SMALLEST, Measure.LEAST, Measure.DIFFERENCE},
    TokenKind.IN_ALL: {*Measure} - {Measure.LARGEST, Measure.SMALLEST, Measure.MOST, Measure.LEAST},
    TokenKind.AVERAGE: {Measure.AVERAGE},
    TokenKind.PER_DAY: {Measure.AVERAGE, Measure.EACH},
    TokenKind.PER_WEEK: {Measure.AVERAGE},
    TokenKind.PER_MONTH: {Measure.AVERAGE, Measure.EACH},
    TokenKind.PER_ROW: {Measure.AVERAGE},
}
"""The measures that words of a kind leave open."""
_RANKINGS = frozenset({Measure.MOST, Measure.LEAST})
_NAMED_OF_A_RANKING = 3
_SIDES = 2
_COMPARES = frozenset({TokenKind.COMPARE, TokenKind.DIFFER})
_SAID_UNITS = {
    Unit.DAY: expression("[天日]"),
    Unit.WEEK: expression("周|星期|礼拜"),
    Unit.MONTH: expression("月"),
    Unit.ROW: expression("[次笔回趟杯顿单件场]"),
}
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
        before: the question that our last sentence answered; what the words leave out is as in it.
        believed: whether the model's word counts for what words of no list tell.
    """
    given = _Given(value, vocabulary)
    if before is not None and points_back(said):
        return None
    tokens = tokens_of(said, vocabulary, now)
    told = None if tokens is None else telling(tokens, (*given.names, *given.without), believed=believed)
    parts = None if told is None else _parts_for(told.tokens, value, said)
    if told is None or parts is None:
        return None
    parts = _with_said_days(parts, told, value, said, now.date())
    if parts is None:
        return None
    for whole, question in _readings(parts, before, now):
        if given.agrees(question, whole, is_bare=not whole.periods, today=now.date()):
            return _with_whole_ledger_named(question)
    return None


def _parts_for(tokens: tuple[Token, ...], value: QuestionValue, said: str) -> Parts | None:
    """The parts of the words for the measure of the value; None if they surely ask for another figure."""
    measure = value.measure
    kinds = {token.kind for token in tokens}
    if any(measure not in told for kind, told in _TOLD.items() if kind in kinds):
        return None
    unit = value.unit or Unit.ROW
    if (measure is Measure.BUDGET and TokenKind.BUDGET not in kinds) or (
        measure is Measure.AVERAGE and not _SAID_UNITS[unit].search(said)
    ):
        return None
    parts = parts_for(tokens, measure, value.grouping, unit)
    if parts is None:
        return None
    subjects = parts.subjects
    if measure is Measure.SHARE and len(subjects) > 1:
        if value.against is None:
            return None  # The words leave open which is the whole.
        whole = {*value.against.names}
        subjects = tuple(sorted(subjects, key=lambda known: bool(_names_of(known.subject) & whole)))
    elif _is_act_of_another(tokens):
        subjects = tuple(structs.replace(known, is_owner=True) for known in subjects)
    kinds = parts.kinds | {TokenKind.SPENT, TokenKind.HOW_MUCH}
    return structs.replace(parts, subjects=subjects, kinds=kinds, is_bare_act=False)


def _names_of(subject: Subject) -> set[str]:
    return {subject.label, *subject.categories, *subject.words}


_BETWEEN = frozenset({TokenKind.SPENT, TokenKind.FILLER})


def _is_act_of_another(tokens: Sequence[Token]) -> bool:
    """Whether two names with a verb between them narrow each other: 跟同学吃火锅, 给妈妈买礼物."""
    places = [place for place, token in enumerate(tokens) if token.kind is TokenKind.SUBJECT]
    if len(places) != _SIDES:
        return False
    between = {token.kind for token in tokens[places[0] + 1 : places[1]]}
    return TokenKind.SPENT in between and between <= _BETWEEN


def _with_said_days(
    parts: Parts, told: ToldWords, value: QuestionValue, said: str, today: date
) -> Parts | None:
    """The parts with the days of words that sound like a time and no rule reads, or of periods that lie apart; None if unsure."""
    lie_apart = len(parts.periods) > 1 and narrowest(parts.periods) is None
    if not told.times and (not lie_apart or value.against is not None):
        return parts
    first, last = value.rows.first, value.rows.last
    if first is None or last is None or value.against is not None:
        return None
    period = said_period(said, (first, last), parts.periods, today)
    return None if period is None else structs.replace(parts, periods=(period,))


def _readings(
    parts: Parts, before: LedgerQuestion | None, now: datetime
) -> Iterator[tuple[Parts, LedgerQuestion]]:
    """The words as half a question after the last one, and as a whole one; after an answer a whole one names its period."""
    is_same = before is not None and before.measure is parts.measure and not parts.kinds & _COMPARES
    said = structs.replace(parts, measure=None) if is_same else parts
    if before is not None and (half := completed(said, before)) is not None:
        question = half_question(parts, half, before, now)
        if question is not None:
            yield half, question
    if before is None or parts.periods or parts.measure in ONE_ROW:
        whole = structs.replace(parts, kinds=parts.kinds | {TokenKind.COMPARE})
        question = question_of(whole, now)
        if question is not None:
            yield parts, question


def _with_whole_ledger_named(question: LedgerQuestion) -> LedgerQuestion:
    """The question with a name for all days, so that the answer begins with what was understood."""

    def named(rows: AskedRows) -> AskedRows:
        if rows.period.label:
            return rows
        return replace(rows, period=Period(WHOLE_LEDGER, rows.period.first, rows.period.last))

    against = question.against and named(question.against)
    return replace(question, rows=named(question.rows), against=against)


class _Given:
    """What a value states, for a comparison with the question that rules read."""

    def __init__(self, value: QuestionValue, vocabulary: Vocabulary) -> None:
        self._value = value
        self._vocabulary = vocabulary
        sides = [value.rows] if value.against is None else [value.rows, value.against]
        self.names = [normalise(name) for rows in sides for name in rows.names]
        self.without = [normalise(name) for name in value.rows.without]

    def agrees(self, question: LedgerQuestion, parts: Parts, *, is_bare: bool, today: date) -> bool:
        """Whether the value and the question are about the same rows and the same figure; `is_bare`: no period was named."""
        return (
            self._agrees_in_measure(question)
            and self._agrees_in_names(parts)
            and self._agrees_in_type(question)
            and self._agrees_in_bounds(parts)
            and self._agrees_in_days(question, is_bare=is_bare, today=today)
        )

    def _agrees_in_measure(self, question: LedgerQuestion) -> bool:
        asked, found, limit = self._value.measure, question.measure, self._value.limit
        is_same = (
            asked is found
            or {asked, found} <= _OF_ALL_ROWS
            or (asked, found) == (Measure.MOST, Measure.LISTED)
            or (asked is Measure.TOTAL and found is Measure.BALANCE and self._value.rows.type is None)
        )
        is_one_grouping = self._value.grouping in (None, question.grouping) or found not in (
            *_RANKINGS,
            Measure.EACH,
        )
        is_one_unit = found is not Measure.AVERAGE or self._value.unit in (None, question.unit)
        is_one_limit = limit == question.limit or (found in _RANKINGS and limit <= _NAMED_OF_A_RANKING)
        return is_same and is_one_grouping and is_one_unit and is_one_limit

    def _agrees_in_names(self, parts: Parts) -> bool:
        subjects = [known.subject for known in parts.subjects]
        accounts = [Subject(account, (), ()) for account in parts.accounts]
        without = [] if parts.without is None else [parts.without]
        return self._fit(self.names, [*subjects, *accounts]) and self._fit(self.without, without)

    def _fit(self, names: Iterable[str], subjects: list[Subject]) -> bool:
        """Whether each name is one of a subject, and each subject has one of the names."""
        pairs = [(name, subject) for name in names for subject in subjects if self._names(name, subject)]
        return {name for name, _ in pairs} == {*names} and {subject for _, subject in pairs} == {*subjects}

    def _names(self, name: str, subject: Subject) -> bool:
        words = (subject.label, *subject.words)
        if name in subject.categories or any(name in word or word in name for word in words):
            return True
        known = subject_names(self._vocabulary).known.get(name)
        if known is not None and (
            known.subject == subject or {*known.subject.categories} & {*subject.categories}
        ):
            return True
        types = (TransactionType.EXPENSE, TransactionType.INCOME)
        return any(
            match_category(word, of_type, self._vocabulary) == name for word in words for of_type in types
        )

    def _agrees_in_type(self, question: LedgerQuestion) -> bool:
        either = (None, question.rows.type)
        is_open = question.rows.type is None or question.measure is Measure.BALANCE
        return is_open or self._value.rows.type in either

    def _agrees_in_bounds(self, parts: Parts) -> bool:
        least, most = self._value.rows.at_least, self._value.rows.at_most
        if not parts.bounds:
            return least is None and most is None
        return _is_near(least, parts.bounds[0].at_least) and _is_near(most, parts.bounds[0].at_most)

    def _agrees_in_days(self, question: LedgerQuestion, *, is_bare: bool, today: date) -> bool:
        rows, against = self._value.rows, self._value.against
        if is_bare and question.measure is not Measure.DIFFERENCE:
            return rows.first is None or _is_within(rows, question.rows.period, today)
        if question.measure is not Measure.DIFFERENCE or question.against is None:
            return _is_within(rows, question.rows.period, today)
        if against is None:
            return False
        if against.first is None:
            against = replace(against, first=rows.first, last=rows.last)
        pairs = (
            ((rows, question.rows), (against, question.against)),
            ((against, question.rows), (rows, question.against)),
        )
        return any(all(_is_within(one, other.period, today) for one, other in pair) for pair in pairs)


def _is_within(rows: RowsValue, period: Period, today: date) -> bool:
    """Whether a value names the days of a period; of a running one the days to come do not count."""
    if rows.first is None or rows.last is None:
        return period.first == date.min
    cut = max(today, period.first)
    return rows.first == period.first and min(rows.last, cut) == min(period.last, cut)


def _is_near(stated: Money | None, bound: Money | None) -> bool:
    """Whether a bound is the stated amount; one that excludes its amount (超过一百) is a fen beside it."""
    if stated is None or bound is None:
        return stated is bound
    return abs(stated.fen - bound.fen) <= 1
