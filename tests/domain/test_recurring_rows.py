"""The rows that belong to recurring entries, told in the same words or in others."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from tests.support.recurring import RENT, rent
from voiced.domain.money import Money
from voiced.domain.recurring import DueDays, Every, Recurring
from voiced.domain.recurring_rows import SavedRow, SetUp, with_rows
from voiced.domain.transaction import TransactionType

ROW = SavedRow(
    1,
    Money(3100_00),
    "住房",
    "微信",
    "房租",
    date(2026, 10, 15),
    teaches=True,
    type=TransactionType.EXPENSE,
)
TODAY = date(2026, 11, 18)


def one(entry: Recurring, *rows: SavedRow) -> Recurring:
    (found,) = with_rows([SetUp(entry, 0)], rows)
    return found


def both(one: Recurring, other: Recurring, row: SavedRow) -> tuple[Recurring, ...]:
    return with_rows([SetUp(one, 0), SetUp(other, 0)], [row])


def test_the_last_row_near_a_due_day_teaches_its_values() -> None:
    later = replace(ROW, amount=Money(3200_00), account=None, date=date(2026, 11, 13))
    taught = one(RENT, ROW, later)
    assert (taught.amount, taught.category, taught.account) == (later.amount, "住房", None)
    assert one(RENT, later, ROW).account == "微信"
    assert taught.alike == (ROW.date, later.date)


@pytest.mark.parametrize(
    "row",
    [
        replace(ROW, teaches=False),
        replace(ROW, date=date(2026, 10, 19)),
        replace(ROW, date=date(2026, 10, 11)),
        replace(ROW, description="水费"),
    ],
)
def test_a_row_of_this_time_of_another_day_or_of_another_thing_teaches_nothing(row: SavedRow) -> None:
    assert one(RENT, row).amount == RENT.amount


def test_a_week_is_too_short_for_a_row_before_its_day() -> None:
    monday = rent(days=DueDays(Every.WEEK, 1))
    assert one(monday, replace(ROW, date=date(2026, 10, 15))).amount == ROW.amount
    assert one(monday, replace(ROW, date=date(2026, 10, 16))).amount == RENT.amount


@pytest.mark.parametrize(
    ("name", "said", "is_like"),
    [
        ("房租", "房租交掉", True),
        ("房租", "转给房东房租", True),
        ("家里的网费", "家里网费", True),
        ("家里网费", "网费", True),
        ("房租", "房东", False),
        ("书", "书", True),
        ("书", "书架", False),
        ("", "十一月", True),
    ],
)
def test_words_are_like_if_the_ones_hold_the_others(name: str, said: str, is_like: bool) -> None:
    taught = one(rent(description=name), replace(ROW, description=said))
    assert (taught.amount == ROW.amount) is is_like


def test_a_row_is_of_the_entry_whose_words_are_the_most_like() -> None:
    mine, ours = rent(id="mine", description="网费"), rent(id="ours", description="家里网费")
    row = replace(ROW, description="家里网费")
    found = both(mine, ours, row)
    assert [entry.amount for entry in found] == [RENT.amount, ROW.amount]
    assert [entry.alike for entry in found] == [(), (row.date,)]


OTHER = replace(ROW, description="转给那边", amount=RENT.amount, date=date(2026, 11, 16))
"""A row of the amount of the rent, in other words."""


def is_settled(*rows: SavedRow) -> bool:
    return one(RENT, *rows).due_on(TODAY) is None


def test_a_row_of_other_words_settles_by_its_category_and_its_amount() -> None:
    assert is_settled(OTHER)
    assert not is_settled(replace(OTHER, amount=Money(1)))
    income = replace(OTHER, type=TransactionType.INCOME)
    assert is_settled(income)
    assert not is_settled(ROW, income)


def test_a_row_of_other_words_settles_by_its_amount_if_no_other_day_has_it() -> None:
    moved = replace(OTHER, category="人情")
    assert is_settled(moved)
    another_day = replace(moved, description="手机", date=date(2026, 11, 5))
    assert not is_settled(another_day, moved)
    assert not is_settled(replace(moved, date=date(2026, 11, 5), amount=Money(1)), moved)


def test_a_row_of_another_category_settles_a_taught_entry_by_its_account() -> None:
    taught = replace(ROW, amount=RENT.amount)
    moved = replace(OTHER, category="人情")
    assert is_settled(taught, moved)
    assert is_settled(taught, replace(OTHER, amount=Money(3300_00)))
    assert not is_settled(taught, replace(moved, account="现金"))


def test_a_row_of_a_part_of_the_words_settles_by_its_category_if_its_amount_is_near() -> None:
    entry = rent(description="老房子租金")
    raised = replace(OTHER, description="老房子的钱", amount=Money(3300_00))
    assert one(entry, raised).due_on(TODAY) is None
    assert one(entry, raised).amount == raised.amount
    for other in (
        replace(raised, amount=Money(4000_00)),
        replace(raised, category="人情"),
        replace(raised, description="那边"),
    ):
        assert one(entry, other).due_on(TODAY) is not None


def test_a_row_of_its_amount_is_another_thing_if_its_own_words_were_told() -> None:
    assert one(RENT, replace(ROW, date=date(2026, 11, 14)), OTHER).alike == (date(2026, 11, 14),)


def test_a_row_that_may_be_of_two_entries_settles_both_and_teaches_neither() -> None:
    same = rent(id="same", description="车位费")
    row = replace(OTHER, category="人情")
    found = both(RENT, same, row)
    assert [entry.due_on(TODAY) for entry in found] == [None, None]
    assert [entry.category for entry in found] == ["住房", "住房"]


def test_words_that_were_told_in_its_place_are_its_own_from_then_on() -> None:
    before = replace(OTHER, date=date(2026, 10, 16))
    again = replace(OTHER, amount=Money(5000_00), category="人情")
    assert one(RENT, before, again).amount == again.amount
    assert one(RENT, again).amount == RENT.amount


def test_a_row_that_was_called_an_income_makes_the_entry_one() -> None:
    income = replace(ROW, amount=RENT.amount, type=TransactionType.INCOME)
    assert one(RENT, income).type is TransactionType.INCOME
    assert one(RENT, replace(income, amount=Money(1))).type is RENT.type


def test_a_row_like_another_entry_settles_that_one_alone() -> None:
    same = rent(id="same", description="车位费")
    row = replace(ROW, amount=RENT.amount, date=date(2026, 11, 15))
    found = both(RENT, same, row)
    assert [entry.due_on(TODAY) is None for entry in found] == [True, False]


@pytest.mark.parametrize(("day", "waits"), [(11, True), (12, False), (18, False), (19, True)])
def test_a_row_of_like_words_settles_within_three_days(day: int, waits: bool) -> None:
    entry = rent(alike=(date(2026, 11, day),))
    assert (entry.due_on(date(2026, 11, 20)) is not None) is waits
