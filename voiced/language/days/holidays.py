"""Solar, lunar and movable holidays by the names that people use."""

from __future__ import annotations

from datetime import date, timedelta

from voiced.language.days import lunar

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
_SOLAR_TERMS = {"清明": lunar.pure_brightness, "冬至": lunar.winter_solstice}

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
    """The days of a solar year on which a day of the lunar calendar falls, in order; see `lunar.day_of`."""
    found = (lunar.day_of(lunar_year, month, day) for lunar_year in (year - 1, year))
    return tuple(at for at in found if at and at.year == year)


def _nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
