"""Words with an amount while a draft is open: a change of a row, a question which is meant, or another entry."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.gateway.drafts import draft
from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.changes.correction import Changed
from voiced.language.changes.restating import AboutRows, SameRow, about_open_rows
from voiced.language.changes.slots import Restated
from voiced.language.rows import WhichRow
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)

DINNER = draft("支90 餐饮 晚餐")
TRIP = draft("支150 旅行 门票", "支40 交通 滴滴", "支9 饮品 柠檬茶")


def about(said: str, rows: tuple[DraftTransaction, ...]) -> AboutRows | None:
    return about_open_rows(normalise(said), rows, DEFAULT_VOCABULARY, NOW)


def changed(index: int, yuan: str) -> Changed:
    return Changed((Correction(index, FieldChange(amount=Money.from_text(yuan))),))


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("实付七十九块九", DINNER, changed(0, "79.9")),
        ("用了券实付七十九", DINNER, changed(0, "79")),
        ("后面加个零", DINNER, changed(0, "900")),
        ("门票打完折一百二", TRIP, changed(0, "120")),
        ("门票两张三百", TRIP, changed(0, "300")),
        ("柠檬茶买了两杯十八", TRIP, changed(2, "18")),
        ("服务员给抹了零头八十八", DINNER, changed(0, "88")),
        ("后来又退了六块", DINNER, changed(0, "84")),
        ("晚餐加了两个菜一百一", DINNER, changed(0, "110")),
        ("滴滴十四", draft("支41 交通 滴滴", "支9 饮品 柠檬茶"), changed(0, "14")),
        ("所以一共是一百八", DINNER, changed(0, "180")),
        ("自己只出了四十", DINNER, changed(0, "40")),
        ("用了张十块的券你给减掉", DINNER, changed(0, "80")),
        ("滴滴是拼的二十六", TRIP, changed(1, "26")),
    ],
)
def test_the_amount_really_paid_changes_the_row(
    said: str, rows: tuple[DraftTransaction, ...], expected: Changed
) -> None:
    assert about(said, rows) == expected


@pytest.mark.parametrize(
    ("said", "rows", "row"),
    [
        ("晚餐九十五", DINNER, 0),
        ("甜点二十也算进去", DINNER, 0),
        ("加了份一共一百", DINNER, 0),
        ("转了九十五", DINNER, 0),
        ("车费来回八十打完折", draft("支50 交通 打车", "支9 饮品 柠檬茶"), 0),
        ("柠檬茶配蛋糕三十", TRIP, 2),
        ("两捆葱六块", draft("支3 买菜 葱", "支9 买菜 豆腐"), 0),
        ("葱买了一捆五块", draft("支3 买菜 葱", "支9 买菜 豆腐"), 0),
    ],
)
def test_words_of_an_open_row_ask_whether_it_changes(
    said: str, rows: tuple[DraftTransaction, ...], row: int
) -> None:
    assert about(said, rows) == SameRow(row)


@pytest.mark.parametrize("said", ["前一个四十八", "早上那趟三十五", "两笔合起来两百", "打完折三十"])
def test_words_that_point_at_one_of_several_rows_ask_which(said: str) -> None:
    assert about(said, TRIP) == WhichRow()


@pytest.mark.parametrize("said", ["九十没变", "还是九十", "服务员说就是九十"])
def test_the_present_amount_said_again_is_no_entry(said: str) -> None:
    assert about(said, DINNER) == Restated()


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ("还有停车费十块", DINNER),
        ("又打车三十", TRIP),
        ("再加一瓶水三块", TRIP),
        ("羽毛球拍打折两百四", DINNER),
        ("原价三百打完折两百四的鞋", DINNER),
        ("昨天晚餐六十八", DINNER),
        ("帮我记一笔牛奶十五", TRIP),
        ("那个打车花了四十五", DINNER),
        ("拖把十五", DINNER),
        ("晚餐六十滴滴三十", DINNER),
        ("打车30不算，奶茶15", TRIP),
        ("实付三十", ()),
    ],
)
def test_another_entry_stays_an_entry(said: str, rows: tuple[DraftTransaction, ...]) -> None:
    assert about(said, rows) is None


def test_a_row_of_the_same_name_is_found_by_the_entry_too() -> None:
    assert about("喝柠檬茶十二", TRIP) == SameRow(2)
    assert about("七喜三块", draft("支3 饮品 七喜")) == SameRow(0)
