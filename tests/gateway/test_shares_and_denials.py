"""Amounts that words share out, deny, or state of another: a model's computed amount passes marked, a denied one never."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest

from tests.gateway.said_model import corrected_by, entries_by
from voiced.dialogue.values.requests import Corrected, Unclear
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.gateway.entries import IN_DOUBT


def entries_json(*amounts: int) -> str:
    return json.dumps([{"amount": amount, "type": "EXPENSE"} for amount in amounts])


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("跟室友分房租3000我出一半", 1500),
        ("三个孩子每人压岁钱两百", 600),
        ("聚餐三百二，四个人AA", 80),
        ("给爸妈各转了五百", 1000),
        ("两杯奶茶各18", 36),
    ],
)
async def test_a_computed_share_or_sum_passes_with_a_mark(said: str, amount: int):
    (row,) = (await entries_by(entries_json(amount), said)).results
    assert (str(row.amount), row.confidence) == (str(amount), IN_DOUBT)


@pytest.mark.parametrize("said", ["跟室友分房租3000我出一半", "聚餐三百二，四个人AA", "两杯奶茶各18"])
async def test_no_other_amount_passes_without_a_mark(said: str):
    (row,) = (await entries_by(entries_json(7), said)).results
    assert row.confidence == IN_DOUBT


@pytest.mark.parametrize(
    ("said", "proposed", "kept"),
    [
        ("不是打车30是地铁4块", [4], ["4"]),
        ("不是打车30是地铁4块", [30, 4], ["4"]),
        ("打车30作废，午饭20", [30, 20], ["20"]),
        ("打车30不对没打车", [30], []),
        ("我没说打车二十", [20], []),
    ],
)
async def test_a_denied_entry_becomes_no_row_by_any_model(said: str, proposed: list[int], kept: list[str]):
    rows = (await entries_by(entries_json(*proposed), said)).results
    assert [str(row.amount) for row in rows] == kept


async def new_amount(said: str, amount: int) -> list[tuple[str, float | None]] | None:
    """The amount and confidence that a row of 50 gets by a model that answers with this amount; None if it is refused."""
    row = ParseResult(
        Money.from_yuan(Decimal(50)), TransactionType.EXPENSE, "交通", date(2026, 11, 21), "打车"
    )
    answer = {"intent": "correction", "corrections": [{"index": 0, "updatedFields": {"amount": amount}}]}
    outcome = await corrected_by(json.dumps(answer), (row,), said)
    match outcome:
        case Corrected(corrections):
            return [(str(one.fields.amount), one.confidence) for one in corrections]
        case _:
            assert isinstance(outcome, Unclear)
            return None


@pytest.mark.parametrize("said", ["我没说打车二十", "不是打车二十", "不是二十", "别记二十"])
async def test_a_denied_amount_is_no_rows_new_amount(said: str):
    assert await new_amount(said, 20) is None


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("小王说他打车花了四十", 40),
        ("打车下次付十块的", 10),
        ("打车用了十块的优惠券", 10),
        ("打车押金两块", 2),
    ],
)
async def test_an_amount_of_another_kind_passes_only_with_a_mark(said: str, amount: int):
    assert await new_amount(said, amount) == [(str(amount), IN_DOUBT)]


@pytest.mark.parametrize("said", ["打车改成四十", "打车是四十", "打车其实花了四十"])
async def test_a_plainly_stated_amount_passes_without_a_mark(said: str):
    assert await new_amount(said, 40) == [("40", None)]


async def test_a_difference_is_computed_by_rule_whatever_the_model_says():
    assert await new_amount("打车抹了两块", 2) == [("48", None)]
