"""A change takes effect where it says something, and leaves the rest alone."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import NO_CHANGE, EntryField, FieldChange, ParseResult, TransactionType

LUNCH = ParseResult(
    amount=Money(6000),
    type=TransactionType.EXPENSE,
    category="餐饮",
    date=date(2026, 11, 21),
    description="吃饭",
    account="微信",
    confidence=0.6,
)
SURE_OF_LUNCH = replace(LUNCH, confidence=None)
DAY_AND_TYPE = frozenset({EntryField.DATE, EntryField.TYPE})


@pytest.mark.parametrize(
    ("change", "amended"),
    [
        (FieldChange(amount=Money(5000)), replace(SURE_OF_LUNCH, amount=Money(5000))),
        (FieldChange(type=TransactionType.INCOME), replace(LUNCH, type=TransactionType.INCOME)),
        (FieldChange(category="交通"), replace(LUNCH, category="交通")),
        (FieldChange(description="晚饭"), replace(LUNCH, description="晚饭")),
        (FieldChange(date=date(2026, 11, 20)), replace(LUNCH, date=date(2026, 11, 20))),
        (FieldChange(account="现金"), replace(LUNCH, account="现金")),
    ],
)
def test_a_change_sets_its_field_alone(change: FieldChange, amended: ParseResult) -> None:
    assert LUNCH.amended(change) == amended


def test_a_change_of_everything_keeps_nothing() -> None:
    change = FieldChange(Money(100), TransactionType.INCOME, "红包", "压岁钱", date(2026, 2, 17), "支付宝")
    assert LUNCH.amended(change) == ParseResult(
        Money(100), TransactionType.INCOME, "红包", date(2026, 2, 17), "压岁钱", "支付宝"
    )


def test_a_doubt_stays_until_all_that_it_is_about_was_changed() -> None:
    lunch = replace(SURE_OF_LUNCH, confidence=0.4, doubtful=DAY_AND_TYPE)
    earlier = lunch.amended(FieldChange(amount=Money(100), date=date(2026, 11, 20)))
    assert (earlier.confidence, earlier.doubtful) == (0.4, {EntryField.TYPE})
    assert earlier.amended(FieldChange(type=TransactionType.INCOME)).confidence is None


def test_a_doubt_comes_on_top_of_another() -> None:
    doubted = SURE_OF_LUNCH.doubted(DAY_AND_TYPE, 0.5)
    assert (doubted.confidence, doubted.doubtful) == (0.5, DAY_AND_TYPE)
    twice = doubted.doubted(frozenset({EntryField.AMOUNT}), 0.6)
    assert (twice.confidence, twice.doubtful) == (0.5, {*DAY_AND_TYPE, EntryField.AMOUNT})


def test_an_empty_text_is_a_value_too() -> None:
    assert LUNCH.amended(FieldChange(description="")).description == ""


def test_no_change_leaves_an_entry_as_it_is_and_as_doubtful_as_it_was() -> None:
    assert LUNCH.amended(NO_CHANGE) == LUNCH


def test_an_amount_is_given_to_an_entry_that_had_none() -> None:
    unknown = replace(LUNCH, amount=None)
    assert unknown.amended(FieldChange(amount=Money(6000))) == SURE_OF_LUNCH


def test_knows_whether_it_changes_anything() -> None:
    assert FieldChange().is_empty
    assert not FieldChange(description="").is_empty
    assert not FieldChange(amount=Money(0)).is_empty


def test_an_entry_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        LUNCH.amount = Money(1)  # pyright: ignore[reportAttributeAccessIssue] - what is tested


def test_a_change_keeps_only_the_fields_that_differ_from_the_row() -> None:
    change = FieldChange(LUNCH.amount, TransactionType.INCOME, LUNCH.category, account="支付宝")
    assert change.differing_from(LUNCH) == FieldChange(type=TransactionType.INCOME, account="支付宝")
    assert FieldChange(LUNCH.amount).differing_from(LUNCH) == NO_CHANGE
