"""The bills of households, imported into real ledgers: what a writer who did not see the matcher knows of them."""

from __future__ import annotations

import pytest

from benchmarks.bill_matching import a_desk, a_ledger, score_of
from tests.support.bill_samples import OTHER_HOUSEHOLDS, SAMPLE_BILLS, Household
from voiced.adapters.bills.files import read_bill
from voiced.domain.transaction import TransactionType


@pytest.fixture(params=[".", *OTHER_HOUSEHOLDS])
def household(request: pytest.FixtureRequest) -> Household:
    """One of them."""
    return Household(SAMPLE_BILLS / request.param)


async def test_links_are_right_and_found_and_few_lines_are_asked_about(household: Household) -> None:
    score = await score_of(household, orders=2)
    right, found, _, asked = score.shares
    assert right >= 0.995
    assert found >= 0.95
    assert asked <= 0.09
    assert score.twice == 0
    assert score.unstable == 0


@pytest.mark.parametrize("letter", "defghijklmnopqr")
async def test_other_writers_households_are_settled_as_well(letter: str) -> None:
    score = await score_of(Household(SAMPLE_BILLS / f"household-{letter}"), orders=2)
    right, found, _, asked = score.shares
    assert right >= 0.995
    assert found >= 0.95
    assert asked <= 0.07
    assert score.twice == 0
    assert score.unstable == 0


async def test_an_undoing_of_all_bills_restores_what_was_said(household: Household) -> None:
    async with a_ledger(household) as (ledger, bills):
        before = [row async for row in ledger.rows()]
        desk = a_desk(household, bills)
        for file in household.bills:
            await desk.take(file.read_bytes(), is_mine=True)
        assert [row async for row in ledger.rows()] != before
        for bill in await desk.bills():
            await ledger.undo_batch(bill.batch_id)
        assert [row async for row in ledger.rows()] == before


def test_money_that_comes_to_a_credit_card_as_a_repayment_moves_between_own_accounts() -> None:
    household = Household(SAMPLE_BILLS / "household-e")
    bill = read_bill(household.folder / "工行信用卡.csv", household.vocabulary)
    (line,) = [line for line in bill.lines if line.merchant == "跨行还款"]
    assert (line.type, line.account, line.to_account) == (TransactionType.TRANSFER, None, "工行信用卡")
