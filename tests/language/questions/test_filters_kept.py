"""A filter that was said is kept by every shape of question: a comparison, several figures, half a question."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from voiced.domain.question import AskedRows, LedgerQuestion
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.questions.follow_ups import follow_up
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
SAID = {
    "without": "不算停车，",
    "accounts": "微信",
    "at_least": "一百以上的",
    "at_most": "五十以下的",
}
"""Words for each filter. A type, a period and subjects are what these questions compare."""
SHAPES = (
    "这个月{}打车比吃饭多多少",
    "这个月{}打车和吃饭差多少",
    "这个月{}打车和吃饭分别花了多少",
    "{}打车这个月比上个月多花了多少",
    "{}打车九月十月分别花了多少",
    "这个月{}打车占交通多少",
    "这个月{}打车平均每天花多少",
    "这个月{}打车最大的一笔是多少",
    "这个月{}打车每周分别花了多少",
)
HALVES = ("吃饭呢", "上个月呢", "一共几笔", "最大的一笔呢")


def question(text: str) -> LedgerQuestion | None:
    found = ask(normalise(text), DEFAULT_VOCABULARY, NOW)
    return found if isinstance(found, LedgerQuestion) else None


def rows_of(asked: LedgerQuestion) -> list[AskedRows]:
    """All rows that a question sums up; those of several figures are summed up together, too."""
    against = [] if asked.against is None else [asked.against]
    return [asked.rows, *against, *(one.rows for one in asked.series)]


def plain(kept: str) -> LedgerQuestion:
    asked = question(f"这个月{SAID[kept]}打车花了多少")
    assert asked is not None
    assert getattr(asked.rows, kept) != getattr(AskedRows(None, asked.rows.period), kept)
    return asked


def test_each_filter_has_words_here() -> None:
    assert {*SAID} == {*AskedRows.__struct_fields__} - {"type", "period", "subjects"}, (
        "add words for the filter to SAID"
    )


@pytest.mark.parametrize("kept", SAID)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_question_keeps_the_filter_or_is_not_answered(shape: str, kept: str) -> None:
    assert question(shape.format("")) is not None
    wanted = getattr(plain(kept).rows, kept)
    if (asked := question(shape.format(SAID[kept]))) is not None:
        assert [getattr(rows, kept) for rows in rows_of(asked)] == [wanted] * len(rows_of(asked))


@pytest.mark.parametrize("kept", SAID)
@pytest.mark.parametrize("half", HALVES)
def test_half_a_question_keeps_the_filter_before(half: str, kept: str) -> None:
    before = plain(kept)
    asked = follow_up(normalise(half), before, DEFAULT_VOCABULARY, NOW)
    assert asked is not None
    assert getattr(asked.rows, kept) == getattr(before.rows, kept), (
        "keep the filter in `completed` of voiced/language/questions/follow_ups.py"
    )
