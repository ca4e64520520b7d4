"""The ways to name a period of several days: for each way a pattern, and the function that finds its first and last day."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

from msgspec import Struct

from voiced.language.days.day_rules import DAY_NUMBER, MONTH_NUMBER, WEEKDAYS
from voiced.language.numbers.numerals import value_of
from voiced.language.questions.long_holidays import holiday, summer
from voiced.language.questions.years import YEAR, year_of
from voiced.language.text.expression import Expression, expression


class PeriodRule(Struct, frozen=True):
    """A pattern, and the function that finds the first and last day of a match; None if there are no such days."""

    pattern: Expression
    resolve: Callable[[re.Match[str], date], tuple[date, date] | None]
    is_open: bool = False


_WHICH = r"(?P<which>上+一?个?|这一?个?|[勒迭介咯]个?|本|当)的?"
_WEEK = r"(?:周|星期|礼拜)"
_NUMERAL = r"\d+|[一二两三四五六七八九十]+|半|仨|俩"
_NO_DAY = r"(?!\d|一(?!共|[天顿次回笔趟杯]|[个天]?平均)|日(?![均用常])|[二三四五六天末初底中])"
_PART_OF_MONTH = {
    "上旬": (1, 10),
    "中旬": (11, 20),
    "下旬": (21, 31),
    "前半个月": (1, 15),
    "后半个月": (16, 31),
}
_WEEKDAYS = {character: at for at, character in enumerate(WEEKDAYS)} | {"天": 6}
_COUNTS = {"半": 0.5, "几": 3, "俩": 2, "仨": 3}
"""Counts that are no numerals; 这几天 are three days."""
_DIGITS = "一二三四五六七八九"
_LATELY = 30
"""The days of 最近."""


def month_of(day: date) -> tuple[date, date]:
    """The first and last day of the month that a day is in."""
    return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])


def months_away(day: date, months: int) -> date:
    """The same day so many months later, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _monday(today: date) -> date:
    return today - timedelta(days=today.weekday())


def _back(which: str) -> int:
    return which.count("上")


def _number(text: str) -> int:
    return int(value_of(text) or 1)


def _week(match: re.Match[str], today: date) -> tuple[date, date]:
    first = _monday(today) - timedelta(weeks=_back(match["which"]))
    return first, first + timedelta(days=6)


def _work_week(match: re.Match[str], today: date) -> tuple[date, date]:
    first = _monday(today) - timedelta(weeks=_back(match["which"]))
    return first, first + timedelta(days=4)


def _weekdays(match: re.Match[str], today: date) -> tuple[date, date]:
    monday = _monday(today) - timedelta(weeks=_back(match["which"] or ""))
    return (
        monday + timedelta(days=_WEEKDAYS[match["from"]]),
        monday + timedelta(days=_WEEKDAYS[match["to"]]),
    )


def _weekend(match: re.Match[str], today: date) -> tuple[date, date]:
    saturday = _monday(today) + timedelta(days=5)
    if match["which"]:
        saturday -= timedelta(weeks=_back(match["which"]))
    elif saturday > today:
        saturday -= timedelta(weeks=1)
    return saturday, saturday + timedelta(days=1)


def _month(match: re.Match[str], today: date) -> tuple[date, date]:
    return month_of(months_away(today.replace(day=1), -_back(match["which"])))


def _two_months(match: re.Match[str], today: date) -> tuple[date, date]:
    return months_away(today.replace(day=1), -1), month_of(today)[1]


def _named_month(match: re.Match[str], today: date) -> tuple[date, date]:
    return month_of(_month_said(match["year"], match["month"], today))


def _month_said(year: str | None, month: str, today: date) -> date:
    number = _number(month)
    of_year = year_of(year, today) if year else today.year - (number > today.month)
    return date(of_year, number, 1)


def _month_run(match: re.Match[str], today: date) -> tuple[date, date] | None:
    said = match["run"]
    if said not in _DIGITS:
        return None
    first = _month_said(match["year"], said[0], today)
    return first, month_of(first.replace(month=_number(said[-1])))[1]


def _first_days(match: re.Match[str], today: date) -> tuple[date, date] | None:
    first, last = _month(match, today)
    count = _number(match["count"])
    return (first, first + timedelta(days=count - 1)) if count <= last.day else None


def _first_months(match: re.Match[str], today: date) -> tuple[date, date] | None:
    first, count = date(year_of(match["year"] or "今年", today), 1, 1), _number(match["count"])
    return (first, month_of(first.replace(month=count))[1]) if count <= 12 else None


def _months(match: re.Match[str], today: date) -> tuple[date, date] | None:
    first = _month_said(match["year"], match["from"], today)
    last = date(first.year, _number(match["to"]), 1)
    return (first, month_of(last)[1]) if first <= last else None


def _part_of_month(match: re.Match[str], today: date) -> tuple[date, date]:
    if match["which"]:
        first, last = _month(match, today)
    elif match["month"]:
        first, last = _named_month(match, today)
    else:
        first, last = month_of(today)
    start, end = _PART_OF_MONTH[match["part"]]
    return first.replace(day=start), min(first.replace(day=min(end, last.day)), last)


def _days_of_month(match: re.Match[str], today: date) -> tuple[date, date] | None:
    if match["which"]:
        first, _ = _month(match, today)
    elif match["month"]:
        first = _month_said(match["year"], match["month"], today)
    else:
        first = today.replace(day=1)
    end = _month_said(match["year"], match["to_month"], today) if match["to_month"] else first
    try:
        return first.replace(day=_number(match["from"])), end.replace(day=_number(match["to"]))
    except ValueError:
        return None


def _quarter(match: re.Match[str], today: date) -> tuple[date, date]:
    if match["which"]:
        first = months_away(today.replace(day=1), -((today.month - 1) % 3) - 3 * _back(match["which"]))
    else:
        number = _number(match["number"] or match["q"])
        month = 3 * number - 2
        year = year_of(match["year"], today) if match["year"] else today.year - (month > today.month)
        first = date(year, month, 1)
    return first, month_of(months_away(first, 2))[1]


def _half_year(match: re.Match[str], today: date) -> tuple[date, date]:
    month = 1 if match["half"] in "上前" else 7
    year = year_of(match["year"], today) if match["year"] else today.year - (month > today.month)
    return date(year, month, 1), month_of(date(year, month + 5, 1))[1]


def _whole_year(match: re.Match[str], today: date) -> tuple[date, date]:
    year = year_of(match["year"], today)
    return date(year, 1, 1), date(year, 12, 31)


def _lately(match: re.Match[str], today: date) -> tuple[date, date]:
    said = match["count"]
    count, unit, half = (
        _COUNTS.get(said) or _number(said),
        match["unit"],
        match["half"],
    )
    count += 0.5 if half else 0
    match unit:
        case "年":
            return months_away(today, -int(count * 12)) + timedelta(days=1), today
        case "季度":
            return months_away(today, -int(count * 3)) + timedelta(days=1), today
        case "月" if count % 1:
            return months_away(today, -int(count)) - timedelta(days=14), today
        case "月":
            return months_away(today, -int(count)) + timedelta(days=1), today
        case "天" | "日":
            return today - timedelta(days=int(count) - 1), today
        case _:
            return today - timedelta(days=int(count * 7) - 1), today


_HOLIDAY_TIME = r"(?:节|期间|假期|长假|小长假|黄金周|放假|那几天|这几天|那阵子|那一?周|那?[三五七八]天假?(?!内)|那会儿?|时候|的时候)"
PERIOD_RULES = (
    PeriodRule(expression(rf"{_WHICH}{_WEEK}{_NO_DAY}"), _week, is_open=True),
    PeriodRule(expression(rf"{_WHICH}{_WEEK}的?工作日"), _work_week, is_open=True),
    PeriodRule(
        expression(
            rf"从?(?P<which>上+个?|这个?|本)?{_WEEK}(?P<from>[一二三四五六])[到至]{_WEEK}?(?P<to>[二三四五六日天])"
        ),
        _weekdays,
    ),
    PeriodRule(expression(rf"(?:(?P<which>上+一?个?|这一?个?|本)的?)?{_WEEK}末"), _weekend, is_open=True),
    PeriodRule(expression(rf"{_WHICH}月份?{_NO_DAY}"), _month),
    PeriodRule(expression(r"[这近]两个月"), _two_months, is_open=True),
    PeriodRule(
        expression(
            rf"(?:{YEAR}的?)?(?<![\d一二三四五六七八九十个])(?P<month>{MONTH_NUMBER})月份?(?![\d一二三四五六七八九十]+[号日])"
        ),
        _named_month,
    ),
    PeriodRule(
        expression(
            rf"(?:{YEAR}的?)?(?<![\d一二三四五六七八九十])(?P<run>[一二三四五六七八九]{{2,9}}?)(?:这?[两俩二三仨四五六]个)?月份?{_NO_DAY}"
        ),
        _month_run,
    ),
    PeriodRule(
        expression(rf"(?:{YEAR}的?|(?<=算))前(?P<count>{_NUMERAL})个月"),
        _first_months,
    ),
    PeriodRule(expression(rf"{_WHICH}月的?[头前](?P<count>{_NUMERAL})[天日]"), _first_days),
    PeriodRule(
        expression(
            rf"(?:{YEAR}的?)?从?(?P<from>{MONTH_NUMBER})月?份?[到至](?P<to>{MONTH_NUMBER})月份?(?![\d一二三四五六七八九十]+[号日])"
        ),
        _months,
    ),
    PeriodRule(
        expression(
            rf"(?:{_WHICH}月|(?:{YEAR}的?)?(?P<month>{MONTH_NUMBER})月份?|(?<!月))的?(?P<part>[上中下]旬|[前后]半个月)"
        ),
        _part_of_month,
        is_open=True,
    ),
    PeriodRule(
        expression(
            rf"(?:从|打)?(?:{_WHICH}月|(?:{YEAR}的?)?(?P<month>{MONTH_NUMBER})月份?|(?<!月))的?(?P<from>{DAY_NUMBER})[号日]?[到至]"
            rf"(?:(?P<to_month>{MONTH_NUMBER})月份?)?(?P<to>{DAY_NUMBER})[号日]"
        ),
        _days_of_month,
    ),
    PeriodRule(
        expression(
            rf"(?:{_WHICH}季度?|(?:{YEAR}的?)?(?:第?(?P<number>[一二三四1-4])季度?|[Qq](?P<q>[1-4])))(?!节)"
        ),
        _quarter,
    ),
    PeriodRule(expression(rf"(?:{YEAR}的?)?(?P<half>[上下前后])半年"), _half_year),
    PeriodRule(expression(rf"{YEAR}(?:一整年|全年|一年|整年)?"), _whole_year),
    PeriodRule(
        expression(
            rf"(?:最近这?|近|过去的?|这(?!一年))(?P<count>{_NUMERAL}|几)个?(?P<half>半)?(?P<unit>年|季度|月|星期|礼拜|周|天|日){_NO_DAY}"
        ),
        _lately,
        is_open=True,
    ),
    PeriodRule(
        expression(
            r"(?:最近|近来|近期)(?P<count>)(?P<half>)(?P<unit>)(?!的?[这那]?[一几二两三四五六七八九十\d]*[笔次回条])"
        ),
        lambda match, today: (today - timedelta(days=_LATELY - 1), today),
        is_open=True,
    ),
    PeriodRule(
        expression(
            rf"(?:{YEAR}的?)?(?P<holiday>国庆|五一|春节|过年|清明)(?:节)?{_HOLIDAY_TIME}*(?![那当]天)"
        ),
        holiday,
        is_open=True,
    ),
    PeriodRule(
        expression(rf"(?:{YEAR}的?)?(?P<holiday>十一)(?:期间|假期|长假|黄金周|放假){_HOLIDAY_TIME}*"),
        holiday,
        is_open=True,
    ),
    PeriodRule(expression(rf"(?:{YEAR}的?)?暑假(?:期间|[俩两]个?月|里)?"), summer, is_open=True),
)
"""All ways to name a period of several days. If several match at one place, the longest match counts."""

A_YEAR = expression(rf"{YEAR}(?:一整年|全年|一年|整年)?")
