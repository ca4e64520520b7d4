from __future__ import annotations

from datetime import date

import pytest

from voiced.domain.batch import DraftStatus, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.language.commands.command import (
    AllRowsBut,
    CountedRows,
    DescribedRow,
    OtherRows,
    Rows,
    RowSelector,
)
from voiced.language.rows import Chosen, NoSuchRow, WhichRow, find_rows, numbered, select


def row(
    index: int, amount: str, of_type: TransactionType, category: str, description: str
) -> DraftTransaction:
    result = ParseResult(Money.from_text(amount), of_type, category, date(2026, 11, 21), description)
    return DraftTransaction(index, result)


EXPENSE, INCOME = TransactionType.EXPENSE, TransactionType.INCOME
ROWS = (
    row(0, "60", EXPENSE, "餐饮", "吃饭"),
    row(2, "60", EXPENSE, "洗浴", "洗脚"),
    row(3, "30", INCOME, "红包", "抢红包"),
    row(5, "90", INCOME, "工资", "发工资"),
    row(6, "4", EXPENSE, "烟酒", "烟"),
)


@pytest.mark.parametrize(
    ("words", "indices"),
    [
        ("吃饭", (0,)),
        ("吃饭的", (0,)),
        ("中午吃饭", (0,)),
        ("把吃饭", (0,)),
        ("红包", (3,)),
        ("餐饮", (0,)),
        ("餐饮类", (0,)),
        ("收入", (3, 5)),
        ("支出", (0, 2, 6)),
        ("洗角", (2,)),
        ("洗绞", (2,)),
        ("西角", (2,)),
        ("红宝", (3,)),
        ("参饮", (0,)),
        ("六十", (0, 2)),
        ("六十块的", (0, 2)),
        ("三十", (3,)),
        ("洗脚六十", (2,)),
        ("六十的洗脚", (2,)),
        ("吃饭三十", ()),
        ("几十块", ()),
        ("烟", (6,)),
        ("言", ()),
        ("打车", ()),
        ("这笔", (0, 2, 3, 5, 6)),
        ("它", (0, 2, 3, 5, 6)),
        ("红包和工资", (3, 5)),
        ("洗脚跟三十的红包", (2, 3)),
        ("六十和红包", (0, 2, 3)),
        ("和小王吃饭", (0,)),
        ("和小王一起和小李吃饭", (0,)),
    ],
)
def test_rows_that_a_description_fits(words: str, indices: tuple[int, ...]) -> None:
    assert find_rows(words, ROWS) == indices


def test_pointing_is_certain_where_there_is_one_row() -> None:
    assert find_rows("这笔", ROWS[1:2]) == (2,)


def test_two_rows_of_the_same_description_both_fit() -> None:
    taxis = (row(0, "20", EXPENSE, "交通", "打车"), row(1, "35", EXPENSE, "交通", "打车回家"))
    assert find_rows("打车", taxis) == (0, 1)
    assert find_rows("三十五的打车", taxis) == (1,)


def draft_of(*statuses: DraftStatus) -> tuple[DraftTransaction, ...]:
    """吃饭, 洗脚, 打车 and 打车, each with its status."""
    names = (("餐饮", "吃饭"), ("洗浴", "洗脚"), ("交通", "打车"), ("交通", "打车"))
    return tuple(
        DraftTransaction(index, ParseResult(Money(6000), EXPENSE, category, date(2026, 11, 21), name), status)
        for index, ((category, name), status) in enumerate(zip(names, statuses, strict=True))
    )


PENDING, CONFIRMED, CANCELLED = DraftStatus.PENDING, DraftStatus.CONFIRMED, DraftStatus.CANCELLED
OPEN = draft_of(PENDING, PENDING, PENDING, PENDING)
DECIDED = draft_of(CONFIRMED, CANCELLED, PENDING, PENDING)


def numbers(chosen: Chosen | WhichRow | NoSuchRow) -> tuple[int, ...]:
    assert isinstance(chosen, tuple)
    return tuple(item.number for item in chosen)


@pytest.mark.parametrize(
    ("selector", "items", "meant"),
    [
        (Rows((2,)), OPEN, (2,)),
        (Rows((-1,)), OPEN, (4,)),
        (Rows((3, 1, 3)), OPEN, (3, 1)),
        (Rows((1, 2)), DECIDED, (1, 2)),
        (OtherRows(), OPEN, (1, 2, 3, 4)),
        (OtherRows(), DECIDED, (3, 4)),
        (AllRowsBut((1, -1)), OPEN, (2, 3)),
        (AllRowsBut((1,)), DECIDED, (3, 4)),
        (DescribedRow("洗脚"), OPEN, (2,)),
        (DescribedRow("吃饭"), DECIDED, (1,)),
        (CountedRows(4), OPEN, (1, 2, 3, 4)),
        (CountedRows(2), DECIDED, (3, 4)),
        (CountedRows(3), DECIDED, (1, 3, 4)),
    ],
)
def test_a_selector_means_rows(
    selector: RowSelector, items: tuple[DraftTransaction, ...], meant: tuple[int, ...]
) -> None:
    assert numbers(select(selector, items)) == meant


@pytest.mark.parametrize(
    ("selector", "items"),
    [
        (DescribedRow("打车"), OPEN),
        (DescribedRow("奶茶"), OPEN),
        (DescribedRow("洗脚"), DECIDED),
        (CountedRows(3), OPEN),
        (CountedRows(4), DECIDED),
    ],
)
def test_where_no_one_row_is_certain_it_has_to_be_asked(
    selector: RowSelector, items: tuple[DraftTransaction, ...]
) -> None:
    assert select(selector, items) == WhichRow()


@pytest.mark.parametrize("number", [0, 5, -5, 99])
def test_a_number_that_no_row_has_is_told(number: int) -> None:
    assert select(Rows((1, number)), OPEN) == NoSuchRow(number)
    assert select(AllRowsBut((number,)), OPEN) == NoSuchRow(number)
    assert numbered((number, 1), OPEN) == NoSuchRow(number)
