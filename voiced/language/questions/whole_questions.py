"""Whole questions behind an answer, or behind a question without one: they stand alone, or are half of what was asked."""

from __future__ import annotations

from datetime import date, datetime

from msgspec.structs import replace

from voiced.domain.question import LedgerQuestion, Measure, Unit
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.follow_ups import LED_IN, follow_up, points_back
from voiced.language.questions.parts import ONE_ROW, Parts, parts_of
from voiced.language.questions.tokens import TokenKind, tokens_of

_OF_NOW = frozenset({Measure.BUDGET, Measure.WHETHER, *ONE_ROW})
"""Measures that are about now or about all days, whatever was asked before."""


def after_answer(
    text: str, whole: LedgerQuestion, before: LedgerQuestion, vocabulary: Vocabulary, now: datetime
) -> LedgerQuestion | None:
    """The question that words with a whole question mean after an answer; None if that is not certain.

    Words that name no days, or not what they ask about, are half a question: 「一共花了多少」 after 「今年喝咖啡几次」 is about
    this year's coffee.
    """
    if points_back(text):
        return None
    parts = parts_of(text, vocabulary, now)
    if parts is None:
        return whole
    # 「一共取了多少」 behind 「今年取过几次」 is about this year.
    goes_on = TokenKind.IN_ALL in parts.kinds and not parts.periods and _is_of_same(whole, before)
    is_of_now = not goes_on and (_is_of_all_days(whole) or whole.unit is Unit.MONTH)
    if not _is_half(text, whole, parts) and (is_of_now or (parts.periods and _says_of_what(parts))):
        return whole
    half = follow_up(text, before, vocabulary, now)
    if half is not None and (half.measure, half.rows) == (before.measure, before.rows):
        # What was just answered is not asked again: 「一共花了多少」 behind 「今年打车花了多少」 is about all of this year.
        return (
            replace(whole, rows=replace(whole.rows, period=before.rows.period))
            if whole.against is None
            else None
        )
    rows = before.rows
    is_of_all = not (rows.subjects or rows.accounts or rows.without or before.series)
    return half or (whole if is_of_all and whole.rows.period == rows.period else None)


def _is_of_same(whole: LedgerQuestion, before: LedgerQuestion) -> bool:
    """Whether both questions are about the same things."""
    things = [
        {word for one in question.rows.subjects for word in (one.label, *one.words)}
        for question in (whole, before)
    ]
    return bool(things[0] & things[1])


def stands_alone(text: str, whole: LedgerQuestion, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether a question behind one that had no answer is surely no half of it: it names its days, or a thing of all days."""
    parts = parts_of(text, vocabulary, now)
    if parts is None or whole.measure is Measure.BUDGET:
        return parts is not None and TokenKind.BUDGET in parts.kinds
    if _is_half(text, whole, parts):
        return False
    if whole.measure is Measure.DIFFERENCE:
        return bool(parts.periods)
    return _says_of_what(parts) and bool(parts.periods or (parts.subjects and _is_of_all_days(whole)))


def names_its_days(text: str, question: LedgerQuestion, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether a model's question behind one that had no answer is surely no half of it: its days were said, or it is about all of them."""
    tokens = tokens_of(text, vocabulary, now) or ()
    return _is_of_all_days(question) or any(token.kind is TokenKind.PERIOD for token in tokens)


def _is_half(text: str, whole: LedgerQuestion, parts: Parts) -> bool:
    """Whether the words go on about what was asked before (那上个月花了多少), or leave open what was compared or done.

    「比去年多花了多少」 and 「这个月交了没」 leave it open.
    """
    named = parts.subjects or parts.accounts
    if LED_IN.match(text) and not named:
        return True
    match whole.measure:
        case Measure.WHETHER:
            return not (named or parts.bounds)
        case Measure.DIFFERENCE:
            return max(len(parts.periods), len(parts.subjects), len(parts.accounts)) <= 1
        case _:
            return False


def _is_of_all_days(whole: LedgerQuestion) -> bool:
    """Whether the question is about now or about all days, whatever was asked before."""
    return whole.measure in _OF_NOW or whole.rows.period.first == date.min


def _says_of_what(parts: Parts) -> bool:
    """Whether the words name what they ask about: 「去年几趟」 and 「上个月是哪些」 leave it open."""
    return bool(parts.type or parts.subjects or parts.accounts or parts.bounds)
