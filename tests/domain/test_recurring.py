"""The due days of recurring entries, and the one that waits for an answer."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.support.recurring import monthly, rent
from voiced.domain.money import MAX_FEN, Money
from voiced.domain.recurring import Due, DueDays, Every, Recurring, due_entries, same_entry
from voiced.domain.transaction import ParseResult, TransactionType

MONDAY, SUNDAY = DueDays(Every.WEEK, 1), DueDays(Every.WEEK, 7)
THE_31ST = monthly(31)
LEAP_DAY = DueDays(Every.YEAR, 29, 2)
NEW_YEAR, LAST_OF_YEAR = DueDays(Every.YEAR, 1, 1), DueDays(Every.YEAR, 31, 12)


@pytest.mark.parametrize(
    ("days", "today", "latest", "coming"),
    [
        (monthly(15), "2026-11-14", "2026-10-15", "2026-11-15"),
        (monthly(15), "2026-11-15", "2026-11-15", "2026-11-15"),
        (monthly(15), "2026-11-16", "2026-11-15", "2026-12-15"),
        (THE_31ST, "2026-11-29", "2026-10-31", "2026-11-30"),
        (THE_31ST, "2026-11-30", "2026-11-30", "2026-11-30"),
        (THE_31ST, "2026-12-01", "2026-11-30", "2026-12-31"),
        (THE_31ST, "2027-02-27", "2027-01-31", "2027-02-28"),
        (THE_31ST, "2027-03-01", "2027-02-28", "2027-03-31"),
        (THE_31ST, "2028-02-28", "2028-01-31", "2028-02-29"),
        (monthly(30), "2027-02-28", "2027-02-28", "2027-02-28"),
        (monthly(30), "2027-03-29", "2027-02-28", "2027-03-30"),
        (monthly(20), "2027-01-05", "2026-12-20", "2027-01-20"),
        (monthly(1), "2026-12-31", "2026-12-01", "2027-01-01"),
        (MONDAY, "2026-11-23", "2026-11-23", "2026-11-23"),
        (MONDAY, "2026-11-22", "2026-11-16", "2026-11-23"),
        (SUNDAY, "2027-01-01", "2026-12-27", "2027-01-03"),
        (LEAP_DAY, "2027-02-28", "2027-02-28", "2027-02-28"),
        (LEAP_DAY, "2028-02-28", "2027-02-28", "2028-02-29"),
        (LEAP_DAY, "2028-03-01", "2028-02-29", "2029-02-28"),
        (NEW_YEAR, "2026-12-31", "2026-01-01", "2027-01-01"),
        (LAST_OF_YEAR, "2027-01-01", "2026-12-31", "2027-12-31"),
    ],
)
def test_a_due_day_lies_in_each_period(days: DueDays, today: str, latest: str, coming: str):
    day = date.fromisoformat(today)
    assert (str(days.latest(day)), str(days.coming(day))) == (latest, coming)


def test_each_period_of_years_has_one_due_day():
    start = date(2027, 1, 1)
    days = [start + timedelta(days=count) for count in range(4 * 365 + 1)]
    for rule, times in ((THE_31ST, 48), (monthly(15), 48), (LEAP_DAY, 4), (MONDAY, 209)):
        due = [day for day in days if rule.latest(day) == day]
        assert due == [day for day in days if rule.coming(day) == day]
        assert len(due) == times


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (MONDAY, "每周一"),
        (SUNDAY, "每周日"),
        (monthly(15), "每月15号"),
        (THE_31ST, "每月最后一天"),
        (LEAP_DAY, "每年2月29号"),
    ],
)
def test_days_are_said_as_people_say_them(days: DueDays, words: str):
    assert str(days) == words


@pytest.mark.parametrize(
    "days",
    [
        DueDays(Every.WEEK, 0),
        DueDays(Every.WEEK, 8),
        DueDays(Every.WEEK, 1, 1),
        DueDays(Every.MONTH, 0),
        DueDays(Every.MONTH, 32),
        DueDays(Every.MONTH, 3, 1),
        DueDays(Every.YEAR, 30, 2),
        DueDays(Every.YEAR, 31, 4),
        DueDays(Every.YEAR, 1, 13),
        DueDays(Every.YEAR, 1),
    ],
)
def test_days_that_no_calendar_has_are_impossible(days: DueDays):
    assert not days.is_possible


@pytest.mark.parametrize("days", [MONDAY, SUNDAY, monthly(1), THE_31ST, LEAP_DAY, LAST_OF_YEAR])
def test_days_of_the_calendar_are_possible(days: DueDays):
    assert days.is_possible


def due(entry: Recurring, today: str) -> str | None:
    day = entry.due_on(date.fromisoformat(today))
    return None if day is None else str(day)


class TestWhatIsDue:
    def test_waits_from_its_day_on(self):
        entry = rent(since=date(2026, 11, 1))
        assert due(entry, "2026-11-14") is None
        assert due(entry, "2026-11-15") == "2026-11-15"
        assert due(entry, "2026-12-14") == "2026-11-15"
        assert due(entry, "2026-12-15") == "2026-12-15"

    def test_is_due_on_the_day_of_its_beginning_but_on_no_day_before(self):
        assert due(rent(since=date(2026, 11, 15)), "2026-11-15") == "2026-11-15"
        assert due(rent(since=date(2026, 11, 16)), "2026-11-20") is None

    def test_is_settled_by_an_answer_until_the_next_day(self):
        entry = rent(settled=date(2026, 11, 15))
        assert due(entry, "2026-11-20") is None
        assert due(entry, "2026-12-15") == "2026-12-15"

    def test_is_settled_by_a_row_of_that_day_or_a_later_one(self):
        assert due(rent(recorded=date(2026, 11, 15)), "2026-11-15") is None
        assert due(rent(recorded=date(2026, 11, 18)), "2026-11-20") is None

    @pytest.mark.parametrize(
        ("days", "recorded", "waits"),
        [
            (monthly(15), "2026-11-12", None),
            (monthly(15), "2026-11-11", "2026-11-15"),
            (monthly(1), "2026-10-30", None),
            (DueDays(Every.YEAR, 15, 11), "2026-11-14", None),
            (MONDAY, "2026-11-15", "2026-11-16"),
            (MONDAY, "2026-11-16", None),
        ],
    )
    def test_is_settled_by_a_row_of_up_to_three_days_before_unless_it_comes_weekly(
        self, days: DueDays, recorded: str, waits: str | None
    ):
        assert due(rent(days=days, recorded=date.fromisoformat(recorded)), "2026-11-18") == waits

    def test_is_offered_once_a_day_until_it_is_answered(self):
        entry = rent(offered=date(2026, 11, 15))
        assert not entry.is_to_offer(date(2026, 11, 15))
        assert entry.is_to_offer(date(2026, 11, 16))
        assert not rent(settled=date(2026, 11, 15)).is_to_offer(date(2026, 11, 16))


class TestAClockThatWasWrong:
    def test_years_ahead_makes_one_entry_due_instead_of_a_flood(self):
        (one,) = due_entries([rent()], date(2040, 5, 20))
        assert one == Due(rent(), date(2040, 5, 15))

    def test_an_answer_in_the_future_does_not_keep_the_entry_silent(self):
        entry = rent(settled=date(2040, 5, 15), offered=date(2040, 5, 20))
        assert due(entry, "2026-11-20") == "2026-11-15"
        assert entry.is_to_offer(date(2026, 11, 20))

    def test_a_row_in_the_future_does_not_either(self):
        assert due(rent(recorded=date(2040, 5, 15)), "2026-11-20") == "2026-11-15"

    def test_a_beginning_in_the_future_does_not_either(self):
        assert due(rent(since=date(2040, 5, 1)), "2026-11-20") == "2026-11-15"


def test_the_earliest_due_day_comes_first():
    late, early = rent(id="a"), rent(id="b", days=monthly(3))
    assert [
        one.recurring.id
        for one in due_entries([late, early, rent(settled=date(2026, 11, 15))], date(2026, 11, 20))
    ] == [
        "b",
        "a",
    ]


def test_the_entry_of_a_due_day_has_that_day():
    assert Due(rent(account="微信"), date(2026, 11, 15)).entry == ParseResult(
        Money(3000_00), TransactionType.EXPENSE, "住房", date(2026, 11, 15), "房租", "微信"
    )


def test_an_entry_without_an_amount_or_beyond_bounds_cannot_come_again():
    entry = ParseResult(None, TransactionType.EXPENSE, "住房", date(2026, 11, 15))
    assert Recurring.of(entry, monthly(15), id="a", since=entry.date) is None
    too_much = ParseResult(Money(MAX_FEN + 1), TransactionType.EXPENSE, "住房", entry.date)
    assert Recurring.of(too_much, monthly(15), id="a", since=entry.date) is None


def test_a_thing_without_words_is_called_by_its_category():
    assert (rent().name, rent(description="").name) == ("房租", "住房")


def test_entries_are_the_same_by_thing_amount_and_days():
    known = rent(id="known")
    assert same_entry(rent(id="new"), [rent(id="other", days=monthly(3)), known]) == known
    for other in (rent(amount=Money(1)), rent(days=monthly(3)), rent(description="房贷")):
        assert same_entry(other, [known]) is None
