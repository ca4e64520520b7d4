"""The Chinese lunar calendar of the years that a ledger may speak of, and the solar terms that are holidays.

The table follows GB/T 33661-2017. It was written out by lunar-python 1.4.8 and agrees with borax 4.1.3 in every
month of every year (both MIT); a library would only be read once a year, and one common one is GPL.
"""

from __future__ import annotations

from datetime import date, timedelta

# Year, its first day, its leap month (0 for none), and the length of its months: 1 for 30 days, 0 for 29.
_TABLE = """
2000 02-05  0 110010010110
2001 01-24  4 1101010010101
2002 02-12  0 110101001010
2003 02-01  0 110110100101
2004 01-22  2 0101101010101
2005 02-09  0 010101101010
2006 01-29  7 1010101011011
2007 02-18  0 001001011101
2008 02-07  0 100100101101
2009 01-26  5 1100100101011
2010 02-14  0 101010010101
2011 02-03  0 101101001010
2012 01-23  4 1011010101010
2013 02-10  0 101011010101
2014 01-31  9 0101010110101
2015 02-19  0 010010111010
2016 02-08  0 101001011011
2017 01-28  6 0101001010111
2018 02-16  0 010100101011
2019 02-05  0 101010010011
2020 01-25  4 0111010010101
2021 02-12  0 011010101010
2022 02-01  0 101011010101
2023 01-22  2 0100110110101
2024 02-10  0 010010110110
2025 01-29  6 1010010101110
2026 02-17  0 101001001110
2027 02-06  0 110100100110
2028 01-26  5 1110100100110
2029 02-13  0 110101010011
2030 02-03  0 010110101010
2031 01-23  3 0110101101010
2032 02-11  0 100101101101
2033 01-31 11 0100101011101
2034 02-19  0 010010101101
2035 02-08  0 101001001101
2036 01-28  6 1101001001011
2037 02-15  0 110100100101
2038 02-04  0 110101010010
2039 01-24  5 1101101010100
2040 02-12  0 101101011010
2041 02-01  0 010101101101
2042 01-22  2 0100101011011
2043 02-10  0 010010011011
2044 01-30  7 1010010010111
2045 02-17  0 101001001011
2046 02-06  0 101010100101
2047 01-26  5 1011010100101
2048 02-14  0 011011010010
2049 02-02  0 101011011010
2050 01-23  3 0101010110110
2051 02-11  0 100100110111
2052 02-01  8 0100100101111
2053 02-19  0 010010010111
2054 02-08  0 011001001011
2055 01-28  6 0110101001010
2056 02-15  0 111010100101
2057 02-04  0 011010110010
2058 01-24  4 1010101101100
2059 02-12  0 101010101110
2060 02-02  0 100100101110
"""
_YEARS = {
    int(year): (first, int(leap), lengths)
    for year, first, leap, lengths in map(str.split, _TABLE.split("\n")[1:-1])
}
FIRST_YEAR, LAST_YEAR = min(_YEARS), max(_YEARS)


def day_of(year: int, month: int, day: int) -> date | None:
    """The day of a lunar month, leap months aside; None where the month is shorter or the year is not in the table.

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
    """清明 of a year from 2000 to 2099, by the usual interpolation; checked for 2000 to 2060."""
    return date(year, 4, _solar_term(year, 4.81))


def winter_solstice(year: int) -> date:
    """冬至 of a year from 2000 to 2099, by the usual interpolation, which is a day late in 2021."""
    return date(year, 12, _solar_term(year, 21.94) - (1 if year == 2021 else 0))


def _solar_term(year: int, constant: float) -> int:
    years = year % 100
    return int(years * 0.2422 + constant) - years // 4
