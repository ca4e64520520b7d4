"""A grammar beside free speech: it may spell what was understood, never decide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.language.batch_commands import batch_command
from voiced.language.readings import better_reading, command_phrases, grammar_of
from voiced.language.text import normalise
from voiced.language.wording import read_words

PHRASES = st.sampled_from(command_phrases())
KNOWN = frozenset({"确认", "没", "问题", "没问", "题", "小", "记", "再", "记一笔", "下", "一笔", "下一"})


@pytest.mark.parametrize(
    ("free", "restricted", "better"),
    [
        ("却认", "确认", "确认"),
        ("却 认", "确认", "确认"),
        ("嗯，却认。", "确认", "确认"),
        ("梅文题", "没问题", "没问题"),
        ("理好馆家", "你好管家", "你好管家"),
    ],
)
def test_the_grammar_spells_what_sounds_the_same(free: str, restricted: str, better: str) -> None:
    assert better_reading(free, restricted) == better


@pytest.mark.parametrize(
    ("free", "restricted"),
    [
        ("", "确认"),
        ("午饭三十", "确认"),
        ("午饭三十", "确认确认"),
        ("不却认", "确认"),
        ("不却认并退出", "确认并退出"),
        ("去取校", "取消"),
        ("取现", "取消"),
        ("却人", "[unk] 确认"),
        ("却认", "[unk]"),
        ("却认", ""),
        ("不", "对"),
        ("不要", "不用"),
        ("取消", "确认"),
    ],
)
def test_nothing_is_decided_by_the_grammar(free: str, restricted: str) -> None:
    assert better_reading(free, restricted) == free


@given(st.text("不没别去了的却认取消午饭三十块，", max_size=8), PHRASES)
def test_a_reading_is_never_longer_or_shorter_than_what_was_said(free: str, restricted: str) -> None:
    better = better_reading(free, restricted)
    assert better == free or len(better) == len(normalise(free))


@given(PHRASES, PHRASES)
def test_a_command_that_was_understood_stays(free: str, restricted: str) -> None:
    assert better_reading(free, restricted) == free


def test_every_phrase_is_a_command() -> None:
    phrases = command_phrases()
    assert {"确认", "保存", "取消", "没问题", "退出", "等一下", "不用", "嗯"} <= set(phrases)
    assert all(batch_command(read_words(phrase)) for phrase in phrases)


def test_a_grammar_holds_what_the_recogniser_knows_in_the_fewest_words() -> None:
    phrases = ("确认", "没问题", "小记小记", "取消", "下一笔", "再 记一笔", "再 取消", "", "确认")
    assert grammar_of(phrases, KNOWN.__contains__) == (
        "确认",
        "没 问题",
        "小 记 小 记",
        "下 一笔",
        "再 记一笔",
    )
    assert grammar_of(phrases, lambda _: False) == ()
