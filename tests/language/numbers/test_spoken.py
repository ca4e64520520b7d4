"""Sentences as they are read aloud."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.domain.money import MAX_FEN, Money
from voiced.language.numbers.amounts import parse_amount
from voiced.language.numbers.spoken import SHORTEST, spoken_clauses, verbalise


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("35.5元", "三十五块五"),
        ("35.55元", "三十五块五毛五"),
        ("1280元", "一千二百八十元"),
        ("2元", "两元"),
        ("200元", "两百元"),
        ("20元", "二十元"),
        ("0.05元", "五分"),
        ("0.5元", "五毛"),
        ("0.2元", "两毛"),
        ("100.05元", "一百块零五分"),
        ("0元", "零元"),
        ("¥20", "二十元"),
        ("99999999999元", "九九九九九九九九九九九元"),
        ("第2笔", "第二笔"),
        ("第1、3笔", "第一、三笔"),
        ("2笔", "两笔"),
        ("12笔", "十二笔"),
        ("11月3日", "十一月三号"),
        ("2025年11月3日", "二零二五年十一月三号"),
        ("2025-11-03", "二零二五年十一月三号"),
        ("10:30", "十点三十分"),
        ("9:00", "九点整"),
        ("9:05", "九点零五分"),
        ("50%", "百分之五十"),
        ("301路", "三百零一路"),
        ("3.5公里", "三点五公里"),
        ("13800138000", "一三八零零一三八零零零"),
        ("没有数字", "没有数字"),
    ],
)
def test_figures_become_words(written: str, read: str) -> None:
    assert verbalise(written) == read


def test_a_whole_sentence() -> None:
    written = "识别到2笔交易：第1笔，支出35.5元，餐饮；第2笔，支出200元，交通。请确认或修改。"
    read = "识别到两笔交易：第一笔，支出三十五块五，餐饮；第二笔，支出两百元，交通。请确认或修改。"
    assert verbalise(written) == read


@given(st.integers(min_value=1, max_value=MAX_FEN // 100))
def test_an_amount_read_aloud_is_understood_to_the_fen(fen: int) -> None:
    amount = Money(fen)
    assert parse_amount(verbalise(f"{amount}元")) == amount


@given(st.text(max_size=20))
def test_no_figure_is_left(text: str) -> None:
    assert not any(character in "0123456789" for character in verbalise(text))


@pytest.mark.parametrize(
    ("sentence", "cut"),
    [
        ("请说。", ("请说。",)),
        ("记录支出三十五块五，餐饮，确认吗？", ("记录支出三十五块五，", "餐饮，确认吗？")),
        ("已将第二笔修改为支出五十块，交通。还需要修改吗？", ("已将第二笔修改为支出五十块，", "交通。还需要修改吗？")),
        ("记好了，还有打车、奶茶，记吗？", ("记好了，还有打车、奶茶，记吗？",)),
        ("当前离线，仅支持单笔记账", ("当前离线，", "仅支持单笔记账")),
        ("", ()),
    ],
)  # fmt: skip
def test_a_sentence_is_cut_at_its_punctuation(sentence: str, cut: tuple[str, ...]) -> None:
    assert spoken_clauses(sentence) == cut


@given(st.text(alphabet="一二，。？；"))
def test_nothing_is_lost_and_no_piece_is_short_among_others(sentence: str) -> None:
    pieces = spoken_clauses(sentence)
    assert "".join(pieces) == sentence
    assert len(pieces) <= 1 or all(len(piece) >= SHORTEST for piece in pieces)
