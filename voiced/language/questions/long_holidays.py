"""The days of holidays that last several days, such as 国庆 and 暑假."""

from __future__ import annotations

import re
from datetime import date, timedelta

from voiced.language.days.holidays import days_of
from voiced.language.questions.years import year_of

_FIRST_DAYS = {"国庆": "国庆", "十一": "国庆", "五一": "五一", "春节": "春节", "过年": "春节", "清明": "清明"}
_LONG_HOLIDAYS = {
    "国庆": (7, 0),
    "十一": (7, 0),
    "五一": (5, 0),
    "春节": (8, 1),
    "过年": (8, 1),
    "清明": (3, 1),
}
"""Holidays of several days: their number, and how many of them lie before the day of the name."""


def holiday(match: re.Match[str], today: date) -> tuple[date, date] | None:
    """The days of a holiday's last time, or of its year; None if its day is unknown."""
    name, year = match["holiday"], match["year"]
    length, days_before = _LONG_HOLIDAYS[name]
    years = [year_of(year, today)] if year else range(today.year, today.year - 3, -1)
    firsts = (
        day - timedelta(days=days_before) for of_year in years for day in days_of(_FIRST_DAYS[name], of_year)
    )
    first = next((day for day in firsts if day <= today or year), None)
    return None if first is None else (first, first + timedelta(days=length - 1))


def summer(match: re.Match[str], today: date) -> tuple[date, date]:
    """July and August of the last summer holidays that began, or of their year."""
    year = year_of(match["year"], today) if match["year"] else today.year - (today.month < 7)
    return date(year, 7, 1), date(year, 8, 31)
