"""What is remarked on: an entry said twice, and an amount far from what is usual."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from tests.support.now import NOW, TODAY
from tests.support.saved_rows import row_of
from voiced.domain.memory import EMPTY_MEMORY, LedgerMemory, Oddity, Usual
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType

LUNCH = ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", TODAY, "吃饭")


@pytest.mark.parametrize(
    ("minutes_ago", "remark"), [(1, Oddity.REPEATED), (10, Oddity.REPEATED), (10.1, None)]
)
def test_the_same_entry_soon_after_is_one_said_twice(minutes_ago: float, remark: Oddity | None) -> None:
    memory = LedgerMemory(recent=(row_of(LUNCH, minutes_ago=minutes_ago),))
    assert memory.remark_on(LUNCH, NOW) is remark


@pytest.mark.parametrize(
    "other",
    [
        replace(LUNCH, amount=Money(6001)),
        replace(LUNCH, type=TransactionType.INCOME),
        replace(LUNCH, category="饮品"),
        replace(LUNCH, description="晚饭"),
        replace(LUNCH, date=date(2026, 11, 20)),
    ],
)
def test_an_entry_that_differs_in_anything_is_another_one(other: ParseResult) -> None:
    memory = LedgerMemory(recent=(row_of(LUNCH, minutes_ago=1),))
    assert memory.remark_on(other, NOW) is None


@pytest.mark.parametrize(
    ("fen", "remark"),
    [
        (32_000, Oddity.UNUSUALLY_HIGH),
        (31_999, None),
        (4_000, None),
        (501, None),
        (500, Oddity.UNUSUALLY_LOW),
    ],
)
def test_an_amount_far_from_the_usual_is_remarked_on(fen: int, remark: Oddity | None) -> None:
    memory = LedgerMemory(usual=(Usual(TransactionType.EXPENSE, "餐饮", Money(4000), count=5),))
    assert memory.remark_on(replace(LUNCH, amount=Money(fen)), NOW) is remark


@pytest.mark.parametrize(
    "usual",
    [
        Usual(TransactionType.EXPENSE, "餐饮", Money(100), count=4),
        Usual(TransactionType.EXPENSE, "饮品", Money(100), count=50),
        Usual(TransactionType.INCOME, "餐饮", Money(100), count=50),
    ],
    ids=["too few rows", "another category", "another type"],
)
def test_words_about_other_things_are_left_aside(usual: Usual) -> None:
    assert LedgerMemory(usual=(usual,)).remark_on(LUNCH, NOW) is None


def test_an_entry_without_an_amount_is_asked_for_not_remarked_on() -> None:
    memory = LedgerMemory(usual=(Usual(TransactionType.EXPENSE, "餐饮", Money(100), count=50),))
    assert memory.remark_on(replace(LUNCH, amount=None), NOW) is None


def test_a_new_ledger_finds_nothing_odd() -> None:
    assert EMPTY_MEMORY.remark_on(LUNCH, NOW) is None
