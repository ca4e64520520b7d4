"""Solar, lunar and movable holidays by the names that people use, and the Chinese lunar calendar behind them.

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


def lunar_day(year: int, month: int, day: int) -> date | None:
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


_SOLAR = {
    "元旦": (1, 1),
    "跨年": (12, 31),
    "情人节": (2, 14),
    "妇女节": (3, 8),
    "三八节": (3, 8),
    "女神节": (3, 8),
    "女生节": (3, 7),
    "植树节": (3, 12),
    "愚人节": (4, 1),
    "劳动节": (5, 1),
    "五一": (5, 1),
    "青年节": (5, 4),
    "儿童节": (6, 1),
    "六一": (6, 1),
    "618": (6, 18),
    "六一八": (6, 18),
    "建党节": (7, 1),
    "建军节": (8, 1),
    "教师节": (9, 10),
    "国庆": (10, 1),
    "十一": (10, 1),
    "万圣节": (10, 31),
    "万圣夜": (10, 31),
    "光棍节": (11, 11),
    "双十一": (11, 11),
    "双11": (11, 11),
    "双十二": (12, 12),
    "双12": (12, 12),
    "平安夜": (12, 24),
    "圣诞": (12, 25),
}
_LUNAR = {
    "春节": (1, 1),
    "大年初一": (1, 1),
    "元宵": (1, 15),
    "龙抬头": (2, 2),
    "端午": (5, 5),
    "七夕": (7, 7),
    "中元节": (7, 15),
    "中秋": (8, 15),
    "八月十五": (8, 15),
    "重阳": (9, 9),
    "腊八": (12, 8),
    "小年": (12, 23),
    "除夕": (12, -1),
    "大年三十": (12, -1),
    "年三十": (12, -1),
}
_SUNDAY, _THURSDAY = 6, 3
# Month, weekday, and the number of that weekday in the month.
_MOVABLE = {"母亲节": (5, _SUNDAY, 2), "父亲节": (6, _SUNDAY, 3), "感恩节": (11, _THURSDAY, 4)}
_SOLAR_TERMS = {"清明": pure_brightness, "冬至": winter_solstice}

HOLIDAYS = tuple(sorted((*_SOLAR, *_LUNAR, *_MOVABLE, *_SOLAR_TERMS), key=len, reverse=True))
"""All names, longest first. Names such as 国庆 and 中秋 are also said with 节."""


def days_of(name: str, year: int) -> tuple[date, ...]:
    """The days of a holiday of `HOLIDAYS` in a year: mostly one, but 腊八 falls twice in some years and never in others.

    除夕 and 腊八 belong to the solar year in which they fall: 「2026年除夕」 is in February 2026.
    """
    if name in _SOLAR:
        return (date(year, *_SOLAR[name]),)
    if name in _MOVABLE:
        return (_nth_weekday(year, *_MOVABLE[name]),)
    if name in _SOLAR_TERMS:
        return (_SOLAR_TERMS[name](year),)
    return lunar_days(year, *_LUNAR[name])


def lunar_days(year: int, month: int, day: int) -> tuple[date, ...]:
    """The days of a solar year on which a day of the lunar calendar falls, in order; see `lunar_day`."""
    found = (lunar_day(lunar_year, month, day) for lunar_year in (year - 1, year))
    return tuple(at for at in found if at and at.year == year)


def _nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
