"""Money is exact: what is said is what is written, and a sum never drifts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.domain.money import FEN_PER_YUAN, MAX_FEN, ZERO, Money

amounts = st.integers(-MAX_FEN, MAX_FEN).map(Money)


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        (6000, "60"),
        (3550, "35.5"),
        (3555, "35.55"),
        (5, "0.05"),
        (50, "0.5"),
        (10, "0.1"),
        (100, "1"),
        (10_000, "100"),
        (100_010, "1000.1"),
        (0, "0"),
        (-5, "-0.05"),
        (-3550, "-35.5"),
        (MAX_FEN, "1000000000"),
    ],
)
def test_is_written_for_people(fen: int, written: str) -> None:
    assert str(Money(fen)) == written


@given(amounts)
def test_a_written_amount_reads_back_as_the_same(money: Money) -> None:
    assert Money.from_text(str(money)) == money
    assert Money.from_yuan(money.yuan) == money


@given(amounts)
def test_is_written_plainly(money: Money) -> None:
    whole, _, decimals = str(money).removeprefix("-").partition(".")
    assert whole.isdigit()
    assert whole == "0" or not whole.startswith("0")
    assert len(decimals) <= 2
    assert not decimals.endswith("0")


def test_tenths_add_up_where_binary_fractions_do_not() -> None:
    tenth, fifth = Money.from_text("0.1"), Money.from_text("0.2")
    assert tenth is not None
    assert fifth is not None
    assert tenth + fifth == Money.from_text("0.3")
    assert sum([tenth] * 1000, ZERO) == Money(10_000)


@given(st.lists(amounts))
def test_a_sum_is_exact_in_any_order(moneys: list[Money]) -> None:
    exact = sum((money.yuan for money in moneys), Decimal(0))
    assert sum(moneys, ZERO).yuan == exact
    assert sum(reversed(moneys), ZERO).yuan == exact


@given(amounts, amounts)
def test_is_ordered_by_value(one: Money, other: Money) -> None:
    assert (one < other) == (one.yuan < other.yuan)


def test_a_whole_number_of_fen_is_an_integer() -> None:
    money = Money.from_yuan(Decimal("35.50"))
    assert money is not None
    assert money.fen == 3550
    assert type(money.fen) is int


@pytest.mark.parametrize("yuan", ["0.001", "35.555", "0.00999", "1e-30"])
def test_less_than_a_fen_is_not_rounded_away(yuan: str) -> None:
    assert Money.from_yuan(Decimal(yuan)) is None


def test_a_long_tail_of_zeros_is_no_fraction() -> None:
    assert Money.from_yuan(Decimal("35.5000000000000000000000000000000000")) == Money(3550)


@pytest.mark.parametrize("yuan", ["1000000000.01", "1000000001", "1e30", "1e999999", "-1e999999"])
def test_beyond_the_bound_is_no_amount(yuan: str) -> None:
    assert Money.from_yuan(Decimal(yuan)) is None


def test_the_bound_itself_is_an_amount() -> None:
    most = MAX_FEN // FEN_PER_YUAN
    assert Money.from_yuan(most) == Money(MAX_FEN)
    assert Money.from_yuan(-most) == Money(-MAX_FEN)


@pytest.mark.parametrize("yuan", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_words_without_a_number_are_no_amount(yuan: str) -> None:
    assert Money.from_yuan(Decimal(yuan)) is None
    assert Money.from_text(yuan) is None


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("60", Money(6000)),
        ("35.5", Money(3550)),
        ("-0.05", Money(-5)),
        ("+3", Money(300)),
        ("007", Money(700)),
    ],
)
def test_reads_a_plain_number(text: str, money: Money) -> None:
    assert Money.from_text(text) == money


@pytest.mark.parametrize(
    "text",
    ["", " ", "六十", "60元", "1,000", "1_000", "1e3", "0x10", "3.", ".5", "3.5.1", "--3", "３５", " 60"],
)
def test_anything_else_is_no_plain_number(text: str) -> None:
    assert Money.from_text(text) is None


@pytest.mark.parametrize(
    ("fen", "recordable"),
    [(1, True), (MAX_FEN, True), (0, False), (-1, False), (MAX_FEN + 1, False)],
)
def test_a_row_holds_a_positive_amount_within_bounds(fen: int, recordable: bool) -> None:
    assert Money(fen).is_recordable is recordable
