from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.sentences import said
from voiced.language.numbers.numerals import spoken
from voiced.language.numbers.ordinals import OrdinalMention, find_ordinals, rewrite_ordinals


def numbers(text: str) -> list[tuple[int, ...]]:
    return [mention.numbers for mention in find_ordinals(text)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("第二笔", (2,)),
        ("第2笔", (2,)),
        ("第十一笔", (11,)),
        ("第10个", (10,)),
        ("地二笔", (2,)),
        ("第二比", (2,)),
        ("第三条", (3,)),
        ("第二项", (2,)),
        ("第一笔和第三笔", (1, 3)),
        ("第一笔第三笔", (1, 3)),
        ("第一第三笔", (1, 3)),
        ("第一和第二笔", (1, 2)),
        ("第一、二、三笔", (1, 2, 3)),
        ("第一二三笔", (1, 2, 3)),
        ("第1、3笔", (1, 3)),
        ("第一笔到第三笔", (1, 2, 3)),
        ("第一到三笔", (1, 2, 3)),
        ("第一笔还有最后一笔", (1, -1)),
        ("前两笔", (1, 2)),
        ("前面三笔", (1, 2, 3)),
        ("头两个", (1, 2)),
        ("首笔", (1,)),
        ("最上面那笔", (1,)),
        ("打头那个", (1,)),
        ("最上面两笔", (1, 2)),
        ("末了那笔", (-1,)),
        ("最底下那条", (-1,)),
        ("第二那笔", (2,)),
        ("二号删掉", (2,)),
        ("1号和3号保存", (1, 3)),
        ("二号和三号都不要", (2, 3)),
        ("头一笔", (1,)),
        ("最后一笔", (-1,)),
        ("最后那笔", (-1,)),
        ("最后的那笔", (-1,)),
        ("最后两笔", (-2, -1)),
        ("后两笔", (-2, -1)),
        ("倒数第二笔", (-2,)),
        ("倒数两笔", (-2, -1)),
        ("第二不要", (2,)),
        ("二和三没问题", (2, 3)),
        ("把1跟4都删了", (1, 4)),
        ("好，一、二、五确认", (1, 2, 5)),
        ("第一笔第一笔", (1,)),
        ("第九十九笔", (99,)),
        ("第三四百笔", ()),
        ("二号不要", (2,)),
        ("二号那条划掉", (2,)),
        ("后一笔不要", (-1,)),
        ("后面那个", ()),
        ("前一个删掉", (1,)),
    ],
)
def test_rows_are_numbered_as_said(text: str, named: tuple[int, ...]) -> None:
    assert numbers(text) == ([named] if named else [])


@pytest.mark.parametrize(
    "text",
    said(
        "第一次|第二天|第二杯半价|第一个月房租|前两天|前两个月|最后一顿|第二比赛|两笔|一笔|第一|最后|后天|头发|首先|一共|二和三|二和三十确认|二和三百都对|三跟四改成五十|和小李对|你和我都可以|二号付的|前一个|后一个四十|二号不要钱|十二号不要|前一个月|后一个星期|三月二号不要|十二号取消|日期二号没错|二号那笔|周末了两笔|末了|打头炮三十"
    ),
)
def test_a_count_or_a_date_numbers_no_row(text: str) -> None:
    assert numbers(text) in ([], [(1,)] if text == "第一" else [])


def test_rows_in_different_clauses_are_mentions_of_their_own() -> None:
    assert find_ordinals("第一笔改成五，第二笔不要") == (
        OrdinalMention(0, 3, (1,)),
        OrdinalMention(7, 10, (2,)),
    )
    assert numbers("第一笔，第二笔") == [(1,), (2,)]


@pytest.mark.parametrize(
    ("text", "places", "rewritten"),
    [
        ("第三笔改成五十", {1: 1, 3: 2}, "第二笔改成五十"),
        ("第3笔改成50", {1: 1, 3: 2}, "第2笔改成50"),
        ("把第三比改成五十", {3: 1}, "把第一比改成五十"),
        ("第二笔改成五十", {1: 1, 3: 2}, "第二笔改成五十"),
        ("第一笔和第三笔对调", {1: 1, 3: 2}, "第一笔和第二笔对调"),
        ("前两笔都算餐饮", {2: 1, 3: 2}, "第一笔都算餐饮"),
        ("前两笔都算餐饮", {1: 1, 2: 2}, "前两笔都算餐饮"),
        ("第一二三笔", {1: 1, 3: 2}, "第一笔和第二笔"),
        ("第一到三笔", {2: 1, 3: 2}, "第一笔和第二笔"),
        ("最后一笔改成五十", {1: 1, 2: 2}, "最后一笔改成五十"),
        ("最后一笔改成五十", {-1: 2, 3: 2}, "第二笔改成五十"),
        ("第十二笔", {12: 11}, "第十一笔"),
        ("第二不要", {2: 1}, "第一不要"),
        ("打车改成四十", {1: 1}, "打车改成四十"),
    ],
)
def test_an_ordinal_becomes_the_place_in_the_request(
    text: str, places: dict[int, int], rewritten: str
) -> None:
    assert rewrite_ordinals(text, places) == rewritten


@given(st.integers(1, 20), st.integers(1, 20))
def test_a_rewritten_row_is_found_again(number: int, place: int) -> None:
    text = rewrite_ordinals(f"把第{spoken(number)}笔改成五十", {number: place})
    assert numbers(text) == [(place,)]
