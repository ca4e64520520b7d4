"""Rows told by their place among others."""

import pytest

from tests.gateway.drafts import draft
from voiced.language.changes.change_rows import with_extreme_numbered, with_rows_numbered

DAY = ("支20 饮品 咖啡", "支35 交通 打车", "支22 饮品 咖啡", "支9 交通 打车")


@pytest.mark.parametrize(
    ("said", "numbered"),
    [
        ("第二杯咖啡是三十", "第三笔是三十"),
        ("第一次打车改成四十", "第二笔改成四十"),
        ("后面那个打车十二块", "第四笔十二块"),
        ("前面那杯咖啡二十五", "第一笔二十五"),
        ("第三次打车改成四十", "第三次打车改成四十"),
        ("第二次洗脚改成四十", "第二次洗脚改成四十"),
    ],
)
def test_a_row_among_its_like(said: str, numbered: str):
    assert with_rows_numbered(said, draft(*DAY)) == numbered


@pytest.mark.parametrize(
    ("said", "numbered"),
    [
        ("最贵的那笔改成三十", "第二笔改成三十"),
        ("最便宜的改成十块", "第四笔改成十块"),
        ("改成三十", "改成三十"),
    ],
)
def test_the_dearest_and_the_cheapest(said: str, numbered: str):
    assert with_extreme_numbered(said, draft(*DAY)) == numbered


def test_of_two_equally_dear_rows_none_is_the_dearest():
    said = "最贵的那笔改成三十"
    assert with_extreme_numbered(said, draft("支20 饮品 咖啡", "支20 交通 打车")) == said


def test_without_rows_no_row_is_the_smallest() -> None:
    said = "小的那个奶瓶四十五"
    assert with_extreme_numbered(said, ()) == said
