"""Answers to a question with a choice."""

from __future__ import annotations

import pytest

from voiced.language.entries.choosing import (
    changed_to,
    chooses_another,
    chooses_open,
    chooses_same,
    chooses_saved,
    row_named,
    value_stated,
)


@pytest.mark.parametrize("words", ["没记的那笔", "还没写进账本的", "现在这笔", "新的"])
def test_the_open_row_is_chosen(words: str) -> None:
    assert chooses_open(words)
    assert not chooses_saved(words)


@pytest.mark.parametrize("words", ["记过的", "刚记好的那笔", "已经存了的", "后面那个"])
def test_the_saved_row_is_chosen(words: str) -> None:
    assert chooses_saved(words)
    assert not chooses_open(words)


@pytest.mark.parametrize("words", ["另记一笔", "对，再加一笔", "两笔", "新的一笔"])
def test_another_row_is_chosen(words: str) -> None:
    assert chooses_another(words)
    assert not chooses_same(words)


@pytest.mark.parametrize("words", ["同一笔", "改吧", "是那笔", "前一个"])
def test_the_same_row_is_chosen(words: str) -> None:
    assert chooses_same(words)
    assert not chooses_another(words)


@pytest.mark.parametrize("words", ["记过没有", "改成40", "打车30", "确认"])
def test_other_words_choose_no_row(words: str) -> None:
    assert not any(chooses(words) for chooses in (chooses_open, chooses_saved, chooses_another, chooses_same))


def test_an_answer_names_a_row_or_a_value() -> None:
    assert row_named("是打车那笔") == "打车"
    assert changed_to("对，改成40") == "40"
    assert changed_to("改一下") is None
    assert value_stated("不对，是三十") == "三十"
