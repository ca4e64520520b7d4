"""The year in a question: this one, an earlier one, or one by its number."""

from __future__ import annotations

from datetime import date

from voiced.language.numbers.numerals import value_of

YEAR = r"(?P<year>今年|这一年|本年度?|上年度?|(?<!年)全年|去年|大?前年|(?:20)?\d\d年|二[零〇]?[零〇一二三四五六七八九]{2}年|(?<![十百])二[一二三四五六七八九]年(?!级))"
"""The pattern of a year, in a group of that name."""
_YEARS_BACK = {
    "今年": 0,
    "这一年": 0,
    "本年": 0,
    "本年度": 0,
    "全年": 0,
    "上年": 1,
    "上年度": 1,
    "去年": 1,
    "前年": 2,
    "大前年": 3,
}


def year_of(said: str, today: date) -> int:
    """The number of the year that words in a match of `YEAR` name."""
    if said in _YEARS_BACK:
        return today.year - _YEARS_BACK[said]
    number = int(value_of(said.removesuffix("年")) or 1)
    return number if number >= 100 else 2000 + number
