"""Changes that are computed, and those that are left alone because something is open."""

import pytest

from tests.gateway.drafts import draft, money
from voiced.language.changes.arithmetic import computed_changes
from voiced.language.text.spelling import normalise

HOME = ("支200 水电 电费", "支40 水电 水费", "支3000 住房 房租", "收90 工资 加班费")


def amounts(said: str, *rows: str) -> dict[int, str]:
    """New amounts by index."""
    changes = computed_changes(normalise(said), draft(*rows))
    assert all(change.fields.amount is not None for change in changes)
    return {change.index: str(change.fields.amount) for change in changes}


@pytest.mark.parametrize(
    ("said", "new"),
    [
        ("都加二十块", {0: "220", 1: "60", 2: "3020", 3: "110"}),
        ("每笔减十块五", {0: "189.5", 1: "29.5", 2: "2989.5", 3: "79.5"}),
        ("水电的都加五块", {0: "205", 1: "45"}),
        ("支出的全部打八折", {0: "160", 1: "32", 2: "2400"}),
        ("除了房租都翻倍", {0: "400", 1: "80", 3: "180"}),
        ("第二笔减半", {1: "20"}),
        ("房租打八五折", {2: "2550"}),
        ("最后一笔再加一百", {3: "190"}),
        ("前两笔各加一块", {0: "201", 1: "41"}),
        ("第一笔加十块第二笔减十块", {0: "210", 1: "30"}),
        ("第一笔和第二笔金额对调", {0: "40", 1: "200"}),
        ("电费和水费的金额说反了", {0: "40", 1: "200"}),
    ],
)
def test_computes_what_the_words_leave_no_doubt_about(said: str, new: dict[int, str]):
    assert amounts(said, *HOME) == new


@pytest.mark.parametrize(
    "said",
    [
        "加五块",  # which row?
        "水电加五块",  # two rows, and nobody said both
        "第九笔加五块",
        "停车费加五块",
        "都减五十",  # one row would have nothing left
        "改成五十",
        "第一笔加几十块",
        "电费加五块是三十",
        "都加分类",
        "第一笔和第九笔对调",
        "换一下",
        "除了停车费都翻倍",  # no such row
        "电费和停车费说反了",
        "火锅和电影互换金额",  # no row is one of these
        "两笔都加五块",  # there are four
    ],
)
def test_ambiguous_arithmetic_changes_nothing(said: str):
    assert amounts(said, *HOME) == {}


def test_the_only_row_is_the_one_that_is_meant():
    assert amounts("再加五块", "支60 餐饮 吃饭") == {0: "65"}
    assert amounts("多记了五块", "支60 餐饮 吃饭") == {0: "55"}
    assert amounts("少记了五块", "支60 餐饮 吃饭") == {0: "65"}
    assert amounts("吃饭贵了五块", "支60 餐饮 吃饭") == {0: "65"}
    assert amounts("吃饭便宜了五块", "支60 餐饮 吃饭") == {0: "55"}


def test_two_rows_named_by_their_categories_swap_their_amounts():
    swapped = amounts("饮品和交通的金额说反了", "支18 交通 打车", "支15 饮品 奶茶", "支25 餐饮 洗脚")
    assert swapped == {0: "15", 1: "18"}


def test_a_row_without_an_amount_has_nothing_to_add_to():
    assert amounts("加五块", "支? 餐饮 吃饭") == {}
    assert amounts("换一下", "支? 餐饮 吃饭", "支30 交通 打车") == {}


def test_a_fraction_of_a_fen_is_no_amount():
    assert amounts("减半", "支0.05 餐饮 糖") == {}
    assert amounts("减半", "支0.5 餐饮 糖") == {0: str(money("0.25"))}
