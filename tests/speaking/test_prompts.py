"""What a household says to record its own voice, and when a recogniser understood it."""

from __future__ import annotations

import pytest

from voiced.speaking.prompts import FIRST_AND_LAST, is_understood, prompts
from voiced.speaking.unit_plan import Repertoire, plan

PROMPTS = prompts(
    ("记好了，还有吗？", "已取消。"),
    ("餐饮", "微信", "餐饮"),
    ("霸王茶姬", "KTV", "书", "三个字以上太长的词"),
)


def test_every_amount_below_a_hundred_is_one_recording() -> None:
    units = Repertoire(frozenset(PROMPTS), max(map(len, PROMPTS)))
    assert [piece.unit for piece in plan("记录支出四十六元，餐饮，确认吗？", units)] == [
        "记录支出",
        "四十六元",
        "餐饮",
        "确认吗",
    ]
    spoken = "".join(piece.unit for piece in plan("两千三百零五元", units))
    assert spoken == "两千三百零五元"
    assert [piece.unit for piece in plan("三百一十五元", units)] == ["三百", "一十五元"]


def test_each_is_asked_once_and_the_first_is_the_one_that_is_compared() -> None:
    assert PROMPTS[0] == FIRST_AND_LAST
    assert len(PROMPTS) == len(set(PROMPTS))
    assert {"两元", "九十九元", "两百", "第十笔", "两笔", "上周日", "十二月", "三十一号", "还有吗"} <= set(
        PROMPTS
    )


def test_own_words_are_those_that_can_be_read_and_joined() -> None:
    assert "霸王茶姬" in PROMPTS
    assert not {"KTV", "书", "三个字以上太长的词"} & set(PROMPTS)


@pytest.mark.parametrize(
    ("prompt", "heard"),
    [
        ("四十六元", "46元。"),
        ("四十六元", "四十六元"),
        ("两百", "200"),
        ("两元", "2元"),
        ("零五元", "05元"),
        ("块五", "块5"),
        ("第二笔", "第2笔"),
        ("餐饮", "餐饮。"),
        ("请确认或修改", "请确认或修盖"),
    ],
)
def test_it_is_understood_in_any_spelling(prompt: str, heard: str) -> None:
    assert is_understood(prompt, heard)


@pytest.mark.parametrize(
    ("prompt", "heard"),
    [
        ("四十六元", "416元"),
        ("四元", "十元"),
        ("四十元", "十四元"),
        ("一元", ""),
        ("餐饮", "交通"),
        ("第二笔", "第一笔"),
        ("三百", "三百元钱"),
    ],
)
def test_other_numbers_and_other_words_are_asked_again(prompt: str, heard: str) -> None:
    assert not is_understood(prompt, heard)
