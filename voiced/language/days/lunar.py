"""The Chinese lunar calendar of the years that a ledger may hold, and the solar terms that are holidays.

A table of the years takes the place of a library: it is small, and one common library is under the GPL.
"""

from __future__ import annotations

from datetime import date, timedelta

from voiced.packaged import packaged_lines

_YEARS = {
    int(year): (first, int(leap), lengths)
    for year, first, leap, lengths in map(str.split, packaged_lines("voiced.language", "tables/lunar.txt"))
}
FIRST_YEAR, LAST_YEAR = min(_YEARS), max(_YEARS)


def day_of(year: int, month: int, day: int) -> date | None:
    """The date of a day of a lunar month that is not a leap month; None if the month or the table does not have it.

    Args:
        year: the solar year in which the lunar year begins.
        month: 1 to 12.
        day: 1 to 30; -1 is the last day of the month.
    """
    if year not in _YEARS:
        return None
    first, leap, lengths = _YEARS[year]
    before = month - 1 + (1 if leap and month > leap else 0)
    length = 29 + int(lengths[before])
    day = length if day == -1 else day
    if not 1 <= day <= length:
        return None
    days = sum(29 + int(bit) for bit in lengths[:before]) + day - 1
    return date.fromisoformat(f"{year}-{first}") + timedelta(days=days)


def pure_brightness(year: int) -> date:
    """The date of 清明 in a year from 2000 to 2099, by the usual interpolation; checked for 2000 to 2060."""
    return date(year, 4, _solar_term(year, 4.81))


def winter_solstice(year: int) -> date:
    """The date of 冬至 in a year from 2000 to 2099, by the usual interpolation, corrected by a day for 2021."""
    return date(year, 12, _solar_term(year, 21.94) - (1 if year == 2021 else 0))


def _solar_term(year: int, constant: float) -> int:
    years = year % 100
    return int(years * 0.2422 + constant) - years // 4
