"""The syllables of a clause, with their tones."""

from __future__ import annotations

import pytest
from pypinyin import Style, lazy_pinyin

from voiced.speaking.readings import TONED, has_one_reading, readings, spoken_syllables


def spoken(clause: str) -> str:
    return " ".join(syllable for syllables in readings(clause) for syllable in syllables)


def test_the_table_agrees_with_the_library_it_was_written_out_by() -> None:
    theirs = lazy_pinyin(list(TONED), style=Style.TONE3, neutral_tone_with_five=True)
    assert dict(zip(TONED, theirs, strict=True)) == TONED


@pytest.mark.parametrize(
    ("clause", "syllables"),
    [
        ("记录支出", "ji4 lu4 zhi1 chu1"),
        ("还有吗", "hai2 you3 ma5"),
        ("银行还款", "yin2 hang2 huan2 kuan3"),
        ("K歌", "kai4 ge1"),
        ("— x", "ai2 ke5 si5"),
    ],
)
def test_characters_and_words(clause: str, syllables: str) -> None:
    assert spoken(clause) == syllables


@pytest.mark.parametrize(
    ("clause", "syllables"),
    [
        ("一笔", "yi4 bi3"),
        ("一块", "yi2 kuai4"),
        ("一个", "yi2 ge4"),
        ("第一笔", "di4 yi1 bi3"),
        ("周一", "zhou1 yi1"),
        ("十一元", "shi2 yi1 yuan2"),
        ("一百一十五", "yi4 bai3 yi1 shi2 wu3"),
        ("一千一百", "yi4 qian1 yi4 bai3"),
        ("十一月一号", "shi2 yi1 yue4 yi1 hao4"),
        ("一", "yi1"),
    ],
)
def test_one_changes_its_tone_unless_it_is_an_ordinal_or_a_digit(clause: str, syllables: str) -> None:
    assert spoken(clause) == syllables


@pytest.mark.parametrize(
    ("clause", "syllables"), [("不对", "bu2 dui4"), ("不行", "bu4 xing2"), ("要不", "yao4 bu4")]
)
def test_not_changes_its_tone_before_a_fourth_one(clause: str, syllables: str) -> None:
    assert spoken(clause) == syllables


@pytest.mark.parametrize(
    ("clause", "syllables"),
    [("两百", "liang2 bai3"), ("五百九", "wu2 bai2 jiu3"), ("九百五十", "jiu2 bai2 wu3 shi2")],
)
def test_a_third_tone_before_another_one_is_a_second_tone(clause: str, syllables: str) -> None:
    assert spoken(clause) == syllables


def test_all_syllables_are_known_before_a_sentence_is() -> None:
    """A bank that has these can say everything."""
    clause = "一个不对的五百九十元KTV银行还款"
    assert {syllable for syllables in readings(clause) for syllable in syllables} <= spoken_syllables()


def test_a_character_with_several_readings_is_known() -> None:
    assert has_one_reading("饭")
    assert not has_one_reading("行")
