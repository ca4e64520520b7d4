"""Holidays and the lunar calendar behind some of them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from voiced.language.days.holidays import FIRST_YEAR, HOLIDAYS, LAST_YEAR, days_of, lunar_day, lunar_days


@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("春节", ["2020-01-25", "2023-01-22", "2026-02-17", "2033-01-31"]),
        ("中秋", ["2020-10-01", "2023-09-29", "2026-09-25", "2033-09-08"]),
        ("端午", ["2020-06-25", "2023-06-22", "2026-06-19"]),
        ("除夕", ["2020-01-24", "2023-01-21", "2026-02-16"]),
        ("清明", ["2020-04-04", "2023-04-05", "2026-04-05"]),
        ("冬至", ["2020-12-21", "2021-12-21", "2026-12-22"]),
        ("母亲节", ["2020-05-10", "2026-05-10"]),
        ("感恩节", ["2020-11-26", "2026-11-26"]),
        ("国庆", ["2020-10-01"]),
    ],
)
def test_known_days(name: str, days: list[str]) -> None:
    for day in map(date.fromisoformat, days):
        assert days_of(name, day.year) == (day,)


def test_some_lunar_days_come_twice_in_a_solar_year_or_not_at_all() -> None:
    assert days_of("腊八", 2022) == (date(2022, 1, 10), date(2022, 12, 30))
    assert days_of("腊八", 2023) == ()


@pytest.mark.parametrize("year", range(FIRST_YEAR + 1, LAST_YEAR + 1))
def test_every_holiday_can_be_named_in_every_year_of_the_table(year: int) -> None:
    for name in HOLIDAYS:
        assert all(day.year == year for day in days_of(name, year))
    assert len(days_of("中秋", year)) == 1


@pytest.mark.parametrize("year", range(FIRST_YEAR, LAST_YEAR))
def test_a_lunar_year_ends_the_day_before_the_next_begins(year: int) -> None:
    last, first = lunar_day(year, 12, -1), lunar_day(year + 1, 1, 1)
    assert last is not None
    assert last + timedelta(days=1) == first


def test_the_leap_month_is_passed_over() -> None:
    # 2023 had a second month twice.
    assert lunar_day(2023, 2, 1) == date(2023, 2, 20)
    assert lunar_day(2023, 3, 1) == date(2023, 4, 20)


def test_days_outside_the_table_are_missing() -> None:
    assert lunar_day(LAST_YEAR + 1, 1, 1) is None
    assert lunar_day(2026, 1, 31) is None
    assert lunar_day(2026, 1, 0) is None
    assert lunar_days(1950, 8, 15) == ()
