"""Days that a model reads in words that no rule reads: only those that follow from the words by the calendar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from voiced.domain.question import Period
from voiced.language.numbers.numerals import value_of
from voiced.language.questions.period_rules import month_of, months_away
from voiced.language.text.expression import expression

_Days = tuple[date, date]
_NUMERAL = r"\d+|[一二两三四五六七八九十]+"
_DAY = expression(rf"(?P<day>{_NUMERAL})(?:[号日]|(?=[到至](?:{_NUMERAL})[号日]))")
_SINCE = expression("以后|之后|往后|起|开始|到现在|至今|以来")
_BEFORE = expression("以前|之前|前头")
_FIRST_HALF = expression("[上前头]半")
_SECOND_HALF = expression("[下后]半")
_FIRST_FEW = expression(rf"[头前](?P<count>{_NUMERAL})个?(?P<unit>[天日月])")
_LAST_FEW = expression(rf"(?:最后|末尾?|后)(?P<count>{_NUMERAL})个?(?P<unit>[天日月])")
_PAIR = 2
_HALF = 15
_MOST = 400
"""Of days or months no more are counted, which is beyond every period."""


def said_period(said: str, wanted: _Days, named: Sequence[Period], today: date) -> Period | None:
    """The days that a model wants as a period with a name of our own; None if the words and the named periods do not give them.

    Args:
        said: normalised words.
        wanted: the first and last day.
        named: the periods that rules read in the words, such as the month.
        today: the day of the words.
    """
    for one in named:
        if wanted in _days_beside(said, (one.first, one.last), today):
            return Period(days_named(*wanted, today), *wanted)
    for base in [(one.first, one.last) for one in named] or [month_of(today)]:
        for first, last in _days_within(said, base):
            if first == wanted[0] and min(last, max(today, first)) == min(wanted[1], max(today, first)):
                return Period(days_named(first, last, today), first, last)
    return None


def days_named(first: date, last: date, today: date) -> str:
    """The days by their dates, with the year if it is another one: 10月4日到10月6日."""
    named = [
        f"{f'{day.year}年' if day.year != today.year else ''}{day.month}月{day.day}日"
        for day in (first, last)
    ]
    return named[0] if first == last else "到".join(named)


def _days_beside(said: str, base: _Days, today: date) -> Iterator[_Days]:
    """The days from or behind a period until today, and those of its month before it; whether it counts itself is left open."""
    first, last = base
    a_day = timedelta(days=1)
    if _SINCE.search(said):
        yield from ((start, end) for start in {first, last + a_day} for end in (today, month_of(first)[1]))
    if _BEFORE.search(said):
        yield from ((first.replace(day=1), end) for end in (last, first - a_day))


def _days_within(said: str, base: _Days) -> Iterator[_Days]:
    """All days of a month or a longer period that the words may mean."""
    first, last = base
    is_month = base == month_of(first)
    days = [int(value_of(day["day"]) or 0) for day in _DAY.finditer(said)]
    if is_month and days and days == sorted(days) and days[0] > 0 and days[-1] <= last.day:
        if len(days) == _PAIR:
            yield first.replace(day=days[0]), first.replace(day=days[1])
        elif len(days) == 1 and _SINCE.search(said):
            yield first.replace(day=days[0]), last
    if days:
        return
    if is_month and _FIRST_HALF.search(said):
        yield first, first.replace(day=_HALF)
    if is_month and _SECOND_HALF.search(said):
        yield first.replace(day=_HALF + 1), last
    is_year = (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)
    for few in _FIRST_FEW.finditer(said):
        count = min(int(value_of(few["count"]) or 1), _MOST)
        end = first + timedelta(days=count - 1)
        if few["unit"] == "月":
            end = month_of(months_away(first, count - 1))[1]
        if (is_year or few["unit"] != "月") and end <= last:
            yield first, end
    for few in _LAST_FEW.finditer(said):
        count = min(int(value_of(few["count"]) or 1), _MOST)
        start = last - timedelta(days=count - 1)
        if few["unit"] == "月":
            start = month_of(months_away(last, 1 - count))[0]
        if (is_year or few["unit"] != "月") and start >= first:
            yield start, last
