"""Words that sound alike, and the repair of misheard ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypinyin import lazy_pinyin

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.names.categories import all_keywords
from voiced.language.numbers.amounts import find_amounts
from voiced.language.sounds.pinyin import SYLLABLES, closeness, repair, syllables
from voiced.language.text.spelling import normalise

WORDS = all_keywords(DEFAULT_VOCABULARY)


def test_the_table_agrees_with_the_library_it_was_written_out_by() -> None:
    assert len(SYLLABLES) == 6763
    assert {character: lazy_pinyin(character)[0] for character in SYLLABLES} == SYLLABLES


def test_syllables() -> None:
    assert syllables("午饭") == ("wu", "fan")
    assert syllables("K歌3") == ("k", "ge", "3")
    assert syllables("绿女") == ("lv", "nv")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("五饭", "午饭"),
        ("埋菜", "买菜"),
        ("水飞", "水费"),
        ("参饮", "餐饮"),
        ("洗角", "洗脚"),
        ("KTV", "ktv"),
    ],
)
def test_the_same_sound(one: str, other: str) -> None:
    assert closeness(one, other) == 100


@pytest.mark.parametrize(
    ("one", "other"),
    [("打侧", "打车"), ("零四", "零食"), ("牛蓝", "流蓝"), ("电英", "电音"), ("生鲜", "森鲜")],
)
def test_nearly_the_same_sound(one: str, other: str) -> None:
    assert 95 <= closeness(one, other) < 100


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("打特", "打车", 75, 85),
        ("咖灰", "咖啡", 75, 85),
        ("餐饮类", "餐饮", 70, 85),
        ("打折", "打车", 0, 60),
        ("吃饭", "打车", 0, 10),
    ],
)
def test_how_close_others_are(one: str, other: str, least: float, most: float) -> None:
    assert least <= closeness(one, other) <= most


def test_nothing_sounds_like_nothing() -> None:
    assert closeness("", "打车") == closeness("打车", "") == 0


@given(
    st.text(alphabet="打车吃饭水果睡国费飞一五", min_size=1, max_size=6),
    st.text(alphabet="打车吃饭水果睡国费飞一五", max_size=6),
)
def test_closeness_is_mutual_and_bounded(one: str, other: str) -> None:
    assert closeness(one, other) == pytest.approx(closeness(other, one))
    assert 0 <= closeness(one, other) <= closeness(one, one) == 100


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("五饭三十五", "午饭三十五"),
        ("玩饭五十", "晚饭五十"),
        ("水飞四十五块", "水费四十五块"),
        ("昨天埋菜花了28块5", "昨天买菜花了28块5"),
        ("充化费一百", "充话费一百"),
        ("家又三百", "加油三百"),
        ("打特28", "打车28"),
        ("打侧二十", "打车二十"),
        ("睡国25", "水果25"),
        ("要点外买三十", "要点外卖三十"),
        ("看电硬五十", "看电影五十"),
    ],
)
def test_repair(heard: str, said: str) -> None:
    assert repair(heard, WORDS) == said


@pytest.mark.parametrize(
    "said",
    [
        "花费三十",  # not 话费
        "要点东西",  # not 药店
        "一包三十",  # not 医保
        "九点三十",  # not 酒店
        "给弟弟五百",  # not 滴滴
        "骑车去的",  # not 汽车
        "转了五百",  # not 赚了
        "卖菜一百",  # not 买菜: the money went the other way
        "五十块饭钱",
        "打折后八十",
        "午饭三十五",
    ],
)
def test_words_that_are_meant_as_said_stay(said: str) -> None:
    assert repair(said, WORDS) == said


def test_only_the_given_words_are_put_in() -> None:
    assert repair("五饭三十", ["打车"]) == "五饭三十"
    assert repair("五饭三十", ["午饭"]) == "午饭三十"


@pytest.mark.parametrize(("heard", "word"), [("却认", "确认"), ("宝存", "保存"), ("曲消", "取消")])
def test_nothing_becomes_a_word_that_decides(heard: str, word: str) -> None:
    assert repair(heard, [word]) == heard


@given(st.text(alphabet="五饭水飞埋菜打侧三十二百块零点一到账了买睡国家又15", max_size=14))
def test_a_repair_touches_no_amount(said: str) -> None:
    text = normalise(said)
    repaired = repair(text, WORDS)
    assert len(repaired) == len(text)
    for mention in find_amounts(text):
        assert repaired[mention.start : mention.end] == text[mention.start : mention.end]


def test_a_measure_behind_a_verb_is_no_misheard_thing() -> None:
    assert repair("给她买束花", ["买书"]) == "给她买束花"
    assert repair("给她买叔", ["买书"]) == "给她买书"
