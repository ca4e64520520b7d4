"""Sentences cut where a speaker breathes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.language.numbers.spoken import SHORTEST, clauses


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
    assert clauses(sentence) == cut


@given(st.text(alphabet="一二，。？；"))
def test_nothing_is_lost_and_no_piece_is_short_among_others(sentence: str) -> None:
    pieces = clauses(sentence)
    assert "".join(pieces) == sentence
    assert len(pieces) <= 1 or all(len(piece) >= SHORTEST for piece in pieces)
