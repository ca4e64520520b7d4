"""Days that a model reads in words that no rule reads: only those that follow from the words by the calendar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from voiced.domain.question import Period
from voiced.language.numbers.numerals import value_of
from voiced.language.questions.period_rules import month_of, months_away
from voiced.language.text.expression import expression

_NUMBER = expression(r"\d+|[一二两三四五六七八九十]+")
_SINCE = expression("以后|之后|往后|起|开始|到现在|至今|以来")
_BEFORE = expression("以前|之前")
_EARLIER = expression("[前上头][头面边]?(?:那|一)?一?个?[月年]|同期")
_A_DAY = timedelta(days=1)
_HALF = 15
_MOST = 400
"""Of days or months no more are counted, which is beyond every period."""


def said_period(said: str, days: tuple[date, date], bases: Sequence[Period], today: date) -> Period | None:
    """Days as a period with a name of our own; None if both do not follow from one of the periods and the words.

    Args:
        said: normalised words, perhaps with a number of days, a half, 以后 or 前头那个月.
        days: the first and last day.
        bases: the periods that rules read in the words or the question before.
        today: the day of the words.
    """
    counts = {min(int(value_of(number) or 0), _MOST) for number in _NUMBER.findall(said)}
    for base in bases:
        edges = (base.first, base.last)
        if base.first > date.min and days != edges and days in _spans(said, edges, counts, today):
            return Period(days_named(*days, today), *days)
    return None


def days_named(first: date, last: date, today: date) -> str:
    """The days by their dates, with the year if it is another one: 10月4日到10月6日."""
    named = [
        f"{f'{day.year}年' if day.year != today.year else ''}{day.month}月{day.day}日"
        for day in (first, last)
    ]
    return named[0] if first == last else "到".join(named)


def _spans(said: str, base: tuple[date, date], counts: set[int], today: date) -> Iterator[tuple[date, date]]:
    """All spans that words may make of a period: days and counts within it, its halves, what is behind and before it."""
    first, last = base
    halves = [first.replace(day=day) for day in (_HALF, _HALF + 1)] if "半" in said else []
    inside = [
        first + _A_DAY * (count - 1) for count in counts
    ]  # The first so many days, and a day of a month.
    ends = [last, *inside, *halves[:1], *(month_of(months_away(first, count - 1))[1] for count in counts)]
    starts = [first, *inside, *halves[1:], *(last - _A_DAY * (count - 1) for count in counts)]
    starts += [month_of(months_away(last, 1 - count))[0] for count in counts]
    yield from ((start, end) for start in starts for end in (*ends, today) if first <= start <= end <= last)
    if _SINCE.search(said):
        yield from ((start, end) for start in (first, last + _A_DAY) for end in (today, month_of(first)[1]))
    if _BEFORE.search(said):
        yield from ((first.replace(day=1), end) for end in (last, first - _A_DAY))
    if _EARLIER.search(said):
        is_month = base == month_of(first)
        for months in (1, 12):
            start, end = months_away(first, -months), months_away(last, -months)
            yield start, month_of(start)[1] if is_month else end
