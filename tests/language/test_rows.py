from __future__ import annotations

from datetime import date

import pytest

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.language.rows import find_rows


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
