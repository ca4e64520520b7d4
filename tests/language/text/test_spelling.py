"""One spelling for everything that is said or typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.language.text.spelling import SEPARATORS, TO_SIMPLIFIED, clauses, normalise


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("吃饭 花 了 六十", "吃饭花了六十"),
        ("吃饭花了60,打车30", "吃饭花了60，打车30"),
        ("吃饭花了６０，打车３０。", "吃饭花了60，打车30"),
        ("打飯花了六十塊錢", "打饭花了六十块钱"),
        ("买菸三十", "买烟三十"),
        ("5,000.00元", "5000.00元"),
        ("60,30,20", "60，30，20"),
        ("12 . 5", "12.5"),
        ("¥35.50", "￥35.50"),
        ("打车三十.吃饭二十.", "打车三十。吃饭二十"),
        ("打车三十……吃饭二十", "打车三十。吃饭二十"),
        ("打车三十！！吃饭二十", "打车三十。吃饭二十"),
        ("确认吗?", "确认吗？"),
        ("KTV 200", "KTV 200"),
        ("KTV 200块", "KTV200块"),
        ("用 Apple Pay 付的", "用Apple Pay付的"),
        ("3 5", "3 5"),
        ("叁拾伍块", "三十五块"),
        ("贰元", "二元"),
        ("陆先生", "陆先生"),
        ("廿三块", "二十三块"),
        ("卅元", "三十元"),
        ("", ""),
        ("  。，", ""),
    ],
)
def test_spelling(said: str, read: str) -> None:
    assert normalise(said) == read


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("嗯，对", "对"),
        ("嗯取消", "取消"),
        ("额对", "对"),
        ("嗯，那个，打车三十", "打车三十"),
        ("就是说，打车三十", "打车三十"),
        ("打车呃三十", "打车三十"),
        ("唔，对", "对"),
        ("那个嗯打车三十", "打车三十"),
        ("第二笔嗯", "第二笔"),
        ("第二笔，嗯", "第二笔"),
        ("好的呃", "好的"),
        ("是收入不是支出啊", "是收入不是支出"),
        ("对呀，确认", "对，确认"),
    ],
)
def test_fillers_go_where_words_remain(said: str, read: str) -> None:
    assert normalise(said) == read


@pytest.mark.parametrize(
    "said",
    [
        "嗯",
        "啊",
        "那个",
        "就是这样",
        "那个应该是收入",
        "额度不够",
        "额外三十",
        "早饭五块，哦不早饭八块",
        "唔对",
        "嗯呐",
        "等一哈",
        "啊不对",
    ],
)
def test_words_that_may_be_an_answer_stay(said: str) -> None:
    assert normalise(said) == said


def test_clauses() -> None:
    assert clauses("早饭五块，地铁四块、午饭三十；好？") == ("早饭五块", "地铁四块", "午饭三十", "好")


@given(st.text(alphabet="吃饭打车嗯啊哦那个就是不额一二三十块.,，。、？! \u30005０¥元錢KTVa…", max_size=20))
def test_normalising_twice_changes_nothing(said: str) -> None:
    once = normalise(said)
    assert normalise(once) == once


@given(st.text(max_size=30))
def test_any_text_is_left_without_loose_ends(said: str) -> None:
    read = normalise(said)
    assert not read.startswith(tuple(SEPARATORS))
    assert not read.endswith(tuple(SEPARATORS.replace("？", "")))


def test_no_simplified_character_is_a_traditional_one() -> None:
    assert not set(TO_SIMPLIFIED) & set(TO_SIMPLIFIED.values())
