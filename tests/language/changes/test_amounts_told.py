"""The amounts that words may give a row: stated, or computed from what was said."""

from __future__ import annotations

from voiced.domain.money import Money
from voiced.language.changes.amounts_told import AmountsTold, amounts_told
from voiced.language.text.spelling import normalise


def told(said: str, before: str) -> AmountsTold:
    return amounts_told(normalise(said), Money.from_text(before), ())


def test_a_difference_gives_a_computed_amount() -> None:
    found = told("少记了五块", "60")
    assert found.stated == frozenset()
    assert Money.from_text("65") in found.possible


def test_a_product_that_is_too_large_for_a_row_is_no_amount() -> None:
    found = told("每张三亿，五张", "60")
    assert Money.from_text("300000000") in found.possible
    assert all(amount.is_recordable for amount in found.possible)


def test_an_amount_that_is_rounded_lost_its_last_figures() -> None:
    found = told("抹零", "68.5")
    assert {Money.from_text("68"), Money.from_text("60")} <= found.possible
