from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.sentences import said
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import hear_words, pattern, read_words
from voiced.language.text.spelling import normalise


def heard(text: str) -> str:
    return hear_words(read_words(text)).text


def test_each_word_stands_for_one_letter() -> None:
    wording = read_words("把第二笔的打车改成四十")
    assert wording.shape == "PNPXV#"
    assert [wording.word(place) for place in range(6)] == ["把", "第二笔", "的", "打车", "改成", "四十"]
    assert [mention.numbers for mention in wording.mentions] == [(2,)]
    assert wording.core == "NXV#"


def test_the_longer_of_two_words_counts() -> None:
    assert read_words("不确认").shape == Kind.CANCEL
    assert read_words("不用改").shape == Kind.APPROVE
    assert read_words("先别确认").shape == Kind.HOLD


def test_unknown_characters_that_follow_each_other_are_one_word() -> None:
    assert read_words("火星人来电").shape == "XPX"


def test_names_of_entries_that_begin_like_a_command_are_content() -> None:
    assert read_words("快递十二").shape == "X#"
    assert read_words("退款").shape == "X"


def test_amounts_with_units_are_one_number_and_rows_are_counted() -> None:
    assert read_words("三十五块五毛").shape == "#"
    assert read_words("两笔都").shape == "qQ"
    assert read_words("五十块分类").shape == "#F"


@pytest.mark.parametrize(
    ("said_so", "meant"),
    [
        ("却认", "确认"),
        ("曲消第二笔", "取消第二笔"),
        ("推出", "退出"),
        ("再计一比", "再记一笔"),
        ("奶茶该成十八", "奶茶改成十八"),
        ("结束几账", "结束记账"),
    ],
)
def test_a_misheard_command_is_mended(said_so: str, meant: str) -> None:
    assert heard(said_so) == meant


@pytest.mark.parametrize(
    "text", said("对联|可疑|借书|确认|全不好|推出新品打折|却认识一个人|昨天晚上吃饭花了六十不是五十该成六十")
)
def test_words_that_hold_a_command_are_not_repaired(text: str) -> None:
    assert heard(text) == text


def test_a_pattern_names_kinds() -> None:
    assert pattern("[ASSENT IS]* CANCEL+").fullmatch(read_words("好取消").shape)
    assert pattern("NUMBER ASK").fullmatch("#?")


@given(st.text(max_size=40))
def test_spans_cover_the_text_without_gaps(text: str) -> None:
    wording = read_words(normalise(text))
    assert len(wording.shape) == len(wording.spans)
    assert all(before[1] == after[0] for before, after in pairwise(wording.spans))
    assert "".join(map(wording.word, range(len(wording.spans)))) == wording.text
