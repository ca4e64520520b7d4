"""Which units a sentence is joined from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voiced.speaking.unit_plan import Form, Piece, Repertoire, plan

SYLLABLES = (
    "ji4",
    "lu4",
    "zhi1",
    "chu1",
    "si4",
    "shi2",
    "liu4",
    "yuan2",
    "ma1",
    "que4",
    "ren4",
    "bai3",
    "wu3",
)


def repertoire(*words: str) -> Repertoire:
    return Repertoire({*SYLLABLES, *words}, max(map(len, words), default=0))


def units(sentence: str, *words: str) -> list[str]:
    return [piece.unit for piece in plan(sentence, repertoire(*words))]


def test_a_word_that_was_recorded_is_taken_whole() -> None:
    assert units("记录支出", "记录", "支出") == ["记录", "支出"]
    assert units("记录支出", "记录", "记录支出") == ["记录支出"]
    assert units("记录支出", "录支") == ["ji4", "录支", "chu1"]


def test_the_rest_is_said_by_syllables() -> None:
    assert units("支出四元", "支出") == ["支出", "si4", "yuan2"]


def test_a_number_is_not_cut_before_its_tens() -> None:
    """四|十六 would be heard as four and sixteen."""
    assert units("四十六元", "十六元", "四十") == ["四十", "liu4", "yuan2"]
    assert units("四十六元", "十六元", "四十六") == ["四十六", "yuan2"]
    assert units("五百六", "百六", "五百") == ["五百", "liu4"]


def test_a_number_is_cut_where_it_has_to_be() -> None:
    assert units("四十六元") == ["si4", "shi2", "liu4", "yuan2"]


def test_the_last_unit_before_a_pause_is_in_its_final_form() -> None:
    pieces = plan("记录，确认吗？", repertoire("确认"))
    assert [piece.form for piece in pieces] == [Form.INNER, Form.FINAL, Form.INNER, Form.FINAL]
    assert [piece.pause_seconds > 0 for piece in pieces] == [False, True, False, False]


def test_a_tone_that_was_not_recorded_gives_way_to_another() -> None:
    assert units("吗") == ["ma1"]
    assert units("百") == ["bai3"]


def test_what_cannot_be_said_has_no_unit() -> None:
    assert plan("支餐", repertoire()) == (Piece("zhi1", "支"), Piece("", "餐", Form.FINAL))


@given(st.text("记录支出四十六百元确认吗，。", max_size=30))
def test_every_character_is_said_once_and_in_order(sentence: str) -> None:
    pieces = plan(sentence, repertoire("记录", "四十", "十六", "录支", "确认吗"))
    assert "".join(piece.said for piece in pieces) == sentence.replace("，", "").replace("。", "")
